/** Pictures are decoded and written anew: no metadata, no second file hidden behind the pixels, at most as large as allowed. */
import { rename } from 'node:fs/promises';
import sharp from 'sharp';

export interface Picture {
  readonly width: number;
  readonly height: number;
}
/** Longer side of a thumbnail, twice the largest place it stands in. */
const THUMB = 240;
/** A picture of more points is a bomb, not a photo. */
const MOST_POINTS = 100_000_000;

// one thread a picture: calls of others go on
sharp.concurrency(1);
sharp.cache(false);

/** Rewrites the picture at `path` and puts its thumbnail beside it; undefined when it cannot be decoded. */
export async function rewritePicture(
  path: string,
  mime: string,
  thumb: string,
  maxPx: number,
): Promise<Picture | undefined> {
  const animated = mime === 'image/gif' || mime === 'image/webp';
  const read = (all: boolean) => sharp(path, { limitInputPixels: MOST_POINTS, failOn: 'error', animated: all });
  try {
    const whole = read(animated)
      .rotate()
      .resize({ width: maxPx, height: maxPx, fit: 'inside', withoutEnlargement: true });
    const out =
      mime === 'image/jpeg'
        ? whole.jpeg({ quality: 88 })
        : mime === 'image/png'
          ? whole.png()
          : mime === 'image/gif'
            ? whole.gif()
            : whole.webp({ quality: 88 });
    const { width, height, pageHeight } = await out.toFile(`${path}.new`);
    await read(false)
      .rotate()
      .resize({ width: THUMB, height: THUMB, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(thumb);
    await rename(`${path}.new`, path);
    return { width, height: pageHeight ?? height };
  } catch {
    return undefined;
  }
}

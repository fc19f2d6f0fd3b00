/**
 * Files that say who looked at them: the lines are part of every page and picture before a byte leaves, so a saved copy carries them
 * too. Letters are drawn by the shipped font, on any machine.
 */
import { degrees, EncryptedPDFError, grayscale, PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { refuse } from '../errors';
import { fontBytes } from '../print/font';
import { soundFontkit } from '../print/subset';

/** Larger files are not taken into memory. */
const MOST_BYTES = 64 * 1024 * 1024;
const ANGLE = 25;
const SHADE = 0.5;
const OPACITY = 0.22;

/** One after the other: each is a whole file in memory. */
let last: Promise<unknown> = Promise.resolve();
export async function marked(
  read: () => AsyncIterable<unknown>,
  size: number,
  mime: string,
  line: string,
): Promise<Buffer> {
  if (size > MOST_BYTES)
    throw refuse(`文件超过${MOST_BYTES / 1024 / 1024}MB，不能加水印显示，请拆分后上传`, { rule: 'file.mark' });
  const mine = last.then(async () => {
    const parts: Buffer[] = [];
    for await (const part of read()) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    return mime === 'application/pdf' ? markedPdf(bytes, line) : markedPicture(bytes, line);
  });
  last = mine.catch(() => undefined);
  return mine;
}

async function markedPdf(bytes: Buffer, line: string): Promise<Buffer> {
  try {
    return await drawn(bytes, line);
  } catch (cause) {
    const why = cause instanceof EncryptedPDFError ? 'PDF有密码保护' : 'PDF已损坏';
    throw refuse(`${why}，不能加水印显示，请重新上传`, { rule: 'file.mark' });
  }
}

async function drawn(bytes: Buffer, line: string): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  pdf.registerFontkit(soundFontkit);
  const font = await pdf.embedFont(await fontBytes('regular'), { subset: true });
  for (const page of pdf.getPages()) {
    const { x, y, width, height } = page.getCropBox();
    const size = Math.max(9, Math.min(18, Math.min(width, height) / 32));
    // a page that is shown turned gets its lines turned with it
    const turn = page.getRotation().angle;
    for (const at of places(width, height, font.widthOfTextAtSize(line, size), size))
      page.drawText(line, {
        x: x + at.x,
        y: y + at.y,
        size,
        font,
        color: grayscale(SHADE),
        opacity: OPACITY * 1.5,
        rotate: degrees(ANGLE + turn),
      });
  }
  return Buffer.from(await pdf.save({ useObjectStreams: true }));
}

async function markedPicture(bytes: Buffer, line: string): Promise<Buffer> {
  const picture = sharp(bytes);
  const { width, height } = await picture.metadata();
  const size = Math.max(12, Math.round(Math.min(width, height) / 28));
  const { path, wide } = await outline(line, size);
  const copies = places(width, height, wide, size).map(
    ({ x, y }) => `<path transform="translate(${x} ${y}) rotate(${-ANGLE})" d="${path}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g fill="#808080" fill-opacity="${OPACITY * 1.5}" stroke="#fff" stroke-opacity="${OPACITY}" stroke-width="${size / 24}">${copies.join('')}</g></svg>`;
  return picture.composite([{ input: Buffer.from(svg) }]).toBuffer();
}

/** Where the lines begin: rows that are never far from one another, every other one moved by half. */
function places(width: number, height: number, wide: number, size: number): readonly { x: number; y: number }[] {
  const [across, down] = [wide + size * 5, Math.max(size * 8, wide * 0.6)];
  const found: { x: number; y: number }[] = [];
  for (let row = 0, y = size * 2; y < height; row++, y += down)
    for (let x = row % 2 === 0 ? size : size - across / 2; x < width; x += across) found.push({ x, y });
  return found;
}

interface Shape {
  readonly path: string;
  readonly wide: number;
}
/** A line as the outlines of its letters: nothing is asked of fonts of the machine. */
async function outline(line: string, size: number): Promise<Shape> {
  const font = soundFontkit.create(await fontBytes('regular'));
  const scale = size / font.unitsPerEm;
  const parts: string[] = [];
  let x = 0;
  for (const glyph of font.layout(line).glyphs) {
    parts.push(placed(glyph.path.toSVG(), x, scale));
    x += glyph.advanceWidth * scale;
  }
  return { path: parts.join(''), wide: x };
}
/** Font units with y upwards → a place on the line, y downwards. */
function placed(svg: string, left: number, scale: number): string {
  return svg.replace(/([MLQCZ])([^MLQCZ]*)/g, (_all, sign: string, numbers: string) => {
    const points = (numbers.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
    const moved = points.map((point, i) => (i % 2 === 0 ? left + point * scale : -point * scale).toFixed(2));
    return sign + moved.join(' ');
  });
}

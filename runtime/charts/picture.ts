/** The picture of a chart as a file: its canvases over the colour they stand on, its title above. */
import { saveBlob } from '../data/download';

/** px at 1440 */
const HEAD = 40;

/** The mark draws on canvases; numbers, lists and tables do not. */
export const hasPicture = (box: HTMLElement | null): boolean => box?.querySelector('canvas') != null;

export const savePicture = async (box: HTMLElement, title: string): Promise<void> => {
  const layers = [...box.querySelectorAll('canvas')];
  const [first] = layers;
  if (first === undefined) return;
  const style = getComputedStyle(box);
  const ratio = first.width / Math.max(1, first.clientWidth);
  const picture = document.createElement('canvas');
  picture.width = first.width;
  picture.height = first.height + HEAD * ratio;
  const pen = picture.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.fillStyle = style.color;
  pen.font = `600 ${16 * ratio}px ${style.fontFamily}`;
  pen.textBaseline = 'middle';
  pen.fillText(title, 12 * ratio, (HEAD / 2) * ratio);
  for (const layer of layers) pen.drawImage(layer, 0, HEAD * ratio);
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (blob !== null) saveBlob(blob, `${title}.png`);
};

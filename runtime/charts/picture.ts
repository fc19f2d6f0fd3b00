/** The picture of a chart as a file: its frame as it stands on the page, without what is only to be pressed. */
import { saveBlob } from '../data/download';
import { paint } from './paint';

/** px of the picture for one of the page: sharp on paper */
export const SHARP = 2;

export const saveCanvas = async (picture: HTMLCanvasElement, title: string): Promise<void> => {
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (blob !== null) saveBlob(blob, `${title}.png`);
};
export const savePicture = async (frame: HTMLElement, title: string): Promise<void> => {
  const picture = paint(frame, SHARP);
  if (picture !== undefined) await saveCanvas(picture, title);
};

/** Codes of a print as rectangles, with the QR library of the server. */
import QRCode from 'qrcode';
import type { DrawItem } from '../../schemas/language/print';
import { paintCode as paint } from '../../schemas/language/print/paint';

export type { FillItem, PaintItem } from '../../schemas/language/print/paint';

/** Draws a code into its box; a text that the symbology cannot hold is written out instead. */
export const paintCode = (item: Extract<DrawItem, { k: 'code' }>) =>
  paint(item, (text) => QRCode.create(text, { errorCorrectionLevel: 'M' }).modules);

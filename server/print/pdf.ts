/** Pages as a PDF with the shipped font, subset: what the preview shows, line by line. */
import { degrees, grayscale, PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib';
import type { PaintItem } from './codes';
import { fontBytes } from './font';
import type { PrintJob } from './job';
import { soundFontkit } from './subset';

const POINTS = 72 / 25.4;
const LINE = 0.25;

/** `imageOf` reads the bytes of a picture the user may see; a picture that is none leaves its place empty. */
export async function pdfOf(
  job: Pick<PrintJob, 'width' | 'height' | 'pages'>,
  title: string,
  imageOf?: (file: string) => Promise<{ readonly bytes: Uint8Array; readonly type: string } | undefined>,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(soundFontkit);
  pdf.setTitle(title);
  pdf.setProducer('Millwright');
  const sheets = job.pages.map(({ items, ground = [] }) => [...ground, ...items]);
  const items = sheets.flat();
  const isBold = items.some((item) => item.k === 'text' && item.bold === true);
  const regular = await pdf.embedFont(await fontBytes('regular'), { subset: true });
  const bold = isBold ? await pdf.embedFont(await fontBytes('bold'), { subset: true }) : regular;
  const images = new Map<string, Awaited<ReturnType<PDFDocument['embedPng']>>>();
  for (const item of items) {
    if (item.k !== 'image' || images.has(item.file) || !imageOf) continue;
    const found = await imageOf(item.file);
    if (found?.type === 'image/png') images.set(item.file, await pdf.embedPng(found.bytes));
    if (found?.type === 'image/jpeg') images.set(item.file, await pdf.embedJpg(found.bytes));
  }
  const [width, height] = [job.width * POINTS, job.height * POINTS];
  for (const drawn of sheets) {
    const page = pdf.addPage([width, height]);
    for (const item of drawn) paint(page, item, height, { regular, bold }, images);
  }
  return pdf.save();
}

function paint(
  page: PDFPage,
  item: PaintItem,
  height: number,
  fonts: { readonly regular: PDFFont; readonly bold: PDFFont },
  images: ReadonlyMap<string, Awaited<ReturnType<PDFDocument['embedPng']>>>,
): void {
  const x = (mm: number): number => mm * POINTS;
  const y = (mm: number): number => height - mm * POINTS;
  switch (item.k) {
    case 'text':
      page.drawText(item.text, {
        x: x(item.x),
        y: y(item.y),
        size: item.size,
        font: item.bold === true ? fonts.bold : fonts.regular,
      });
      return;
    case 'line':
      page.drawLine({
        start: { x: x(item.x1), y: y(item.y1) },
        end: { x: x(item.x2), y: y(item.y2) },
        thickness: LINE * POINTS,
      });
      return;
    case 'box':
      page.drawRectangle({
        x: x(item.x),
        y: y(item.y + item.h),
        width: x(item.w),
        height: x(item.h),
        borderWidth: LINE * POINTS,
        borderColor: grayscale(0),
      });
      return;
    case 'fill':
      for (let i = 0; i + 3 < item.rects.length; i += 4) {
        const [left = 0, top = 0, w = 0, h = 0] = item.rects.slice(i, i + 4);
        page.drawRectangle({ x: x(left), y: y(top + h), width: x(w), height: x(h), color: grayscale(0) });
      }
      return;
    case 'image': {
      const image = images.get(item.file);
      if (!image) return;
      const scale = Math.min(x(item.w) / image.width, x(item.h) / image.height);
      page.drawImage(image, {
        x: x(item.x) + (x(item.w) - image.width * scale) / 2,
        y: y(item.y + item.h) + (x(item.h) - image.height * scale) / 2,
        width: image.width * scale,
        height: image.height * scale,
      });
      return;
    }
    case 'watermark':
      for (let row = 0; row < 4; row++)
        page.drawText(item.text, {
          x: 60,
          y: 80 + (row * height) / 4,
          size: 18,
          font: fonts.regular,
          color: grayscale(0.85),
          rotate: degrees(25),
        });
  }
}

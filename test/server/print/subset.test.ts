/** Paper has every character: the glyphs that a PDF carries are those of the font. */
import fontkit from '@pdf-lib/fontkit';
import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fontBytes } from '../../../server/print/font';
import { pdfOf } from '../../../server/print/pdf';

const WORDS = '生产工单流转卡GD202601080001工序号合格不良姓名日期时间计划数量84.5×装密封圈（夜班）';

/** Outlines of the fonts in a PDF, in their order. */
const outlinesIn = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const pdf = await PDFDocument.load(bytes);
  const found: string[] = [];
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const data = decodePDFRawStream(object).decode();
    // the mark of a TrueType file
    if (Buffer.from(data.subarray(0, 4)).toString('latin1') !== 'true') continue;
    const font = fontkit.create(data);
    for (let n = 0; n < font.numGlyphs; n++) found.push(font.getGlyph(n).path.toSVG());
  }
  return found;
};

describe('a subset of the font', () => {
  it.each([{}, { bold: true as const }])('has the outline of every character %o', async (look) => {
    const page = { items: [{ k: 'text' as const, x: 10, y: 10, w: 180, size: 9, text: WORDS, ...look }] };
    const drawn = new Set(await outlinesIn(await pdfOf({ width: 210, height: 297, pages: [page] }, '流转卡')));
    const font = fontkit.create(await fontBytes('bold' in look ? 'bold' : 'regular'));
    const missing = [...new Set(WORDS)].filter(
      (word) => !drawn.has(font.glyphForCodePoint(word.codePointAt(0) ?? 0).path.toSVG()),
    );
    expect(missing).toEqual([]);
  });
});

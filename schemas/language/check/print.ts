/** Print layouts: everything is on the page, names resolve, rows have a height, bar codes hold what a scanner reads. */
import { modulesOf, NARROWEST } from '../print/bars';
import { bindPrint } from '../print/bound';
import type { BandDoc, PrintDoc, PrintItemDoc } from '../print/document';
import { marginsOf, paperOf } from '../print/layout';
import { type TextCode, text } from '../texts';
import { type Problem, problem } from '../value';
import { type Library, objectOfPage } from './library';

export function checkPrint(doc: PrintDoc, library: Library): readonly Problem[] {
  const found: Problem[] = [];
  const say = (code: TextCode, address: string, terms = {}, level?: 'warn'): void => {
    found.push(problem(code, address, text(code, terms), level));
  };
  const type = objectOfPage(library, doc.page)?.type;
  if (type === undefined) return found;
  for (const one of bindPrint(doc, type, library.types).problems) say('print.field', one.address, { f: one.text });
  const [sheet] = paperOf(doc);
  const [, right, , left] = marginsOf(doc);
  const width = doc.sort === 'label' && doc.grid !== undefined ? (doc.width ?? sheet) : sheet - left - right;
  const band = (given: BandDoc | undefined, address: string, room: number): void => {
    for (const [code, item] of Object.entries(given?.items ?? {})) {
      const at = `${address}.items.${code}`;
      const isOff =
        item.x < 0 || item.y < 0 || item.x + item.w > room + 0.05 || item.y + item.h > (given?.height ?? 0) + 0.05;
      if (isOff) say('print.page', at);
      if (item.code !== undefined && item.code.type !== 'qr' && /[^\x20-\x7e]/.test(item.code.text))
        say('print.code', at, {}, 'warn');
      const least = leastWidth(item);
      if (least !== undefined && item.w < least) say('print.narrow', at, { w: least }, 'warn');
    }
  };
  const { details, background, ...rest } = doc.bands;
  for (const [code, given] of Object.entries(rest)) band(given, `bands.${code}`, width);
  band(background, 'bands.background', sheet);
  for (const [code, given] of Object.entries(details ?? {})) {
    const at = `bands.details.${code}`;
    if (given.row.height <= 0) say('print.height', `${at}.row.height`);
    for (const part of ['header', 'row', 'footer'] as const) band(given[part], `${at}.${part}`, width);
  }
  return found;
}

/** Width (mm) below which no scanner reads the code; only for contents whose length is known. */
function leastWidth({ code }: PrintItemDoc): number | undefined {
  if (code === undefined || code.type === 'qr') return undefined;
  const text = code.type === 'ean13' ? '690123456789' : code.text;
  const modules = text.includes('{') ? undefined : modulesOf(code.type, text);
  return modules === undefined ? undefined : Math.ceil(modules * NARROWEST);
}

/** Print layouts: everything is on the page, names resolve, rows have a height, bar codes hold what a scanner reads. */
import type { FieldDoc, Many } from '../document';
import { modulesOf, NARROWEST } from '../print/bars';
import { bindPrint } from '../print/bound';
import type { BandDoc, PrintDoc, PrintItemDoc } from '../print/document';
import { cellOf } from '../print/labels';
import { marginsOf, paperOf } from '../print/layout';
import { listPrintType, placeColumns } from '../print/list';
import type { ObjectType, ResolvedField } from '../resolved';
import { type TextCode, text } from '../texts';
import { type Problem, problem } from '../value';
import { type Library, objectOfPage } from './library';

/** What the texts of a layout may name: its object, or for a layout of whole lists the list. */
export const printTypeOf = (doc: PrintDoc, library: Library): ObjectType | undefined =>
  doc.sort === 'report' ? listTypeOf(doc, library) : objectOfPage(library, doc.page)?.type;

export function checkPrint(doc: PrintDoc, library: Library): readonly Problem[] {
  const found: Problem[] = [];
  const say = (code: TextCode, address: string, terms = {}, level?: 'warn'): void => {
    found.push(problem(code, address, text(code, terms), level));
  };
  const isList = doc.sort === 'report';
  const type = printTypeOf(doc, library);
  if (type === undefined) return found;
  const entry = objectOfPage(library, doc.page);
  const unused = switchedOff(entry?.doc.fields ?? {}, entry?.object.fields ?? {});
  for (const { address, text: f, source } of bindPrint(isList ? placeColumns(doc, SLOT) : doc, type, library.types)
    .problems)
    if (unused.some((code) => new RegExp(`\\b${code}\\b`).test(source))) say('print.off', address, {}, 'warn');
    else say('print.field', address, { f });
  const [sheet] = paperOf(doc);
  const [, right, , left] = marginsOf(doc);
  // labels are drawn from the corner of their cell: margins are those of the sheet
  const [width, cell] = doc.sort === 'label' ? cellOf(doc) : [sheet - left - right, undefined];
  const band = (given: BandDoc | undefined, address: string, room: number): void => {
    const tall = cell ?? given?.height ?? 0;
    for (const [code, item] of Object.entries(given?.items ?? {})) {
      const at = `${address}.items.${code}`;
      const isOff = item.x < 0 || item.y < 0 || item.x + item.w > room + 0.05 || item.y + item.h > tall + 0.05;
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

/** Fields an organisation does not use: what prints them stays empty and stops nobody. */
const switchedOff = (said: Many<FieldDoc>, used: Many<ResolvedField>): readonly string[] =>
  Object.entries(said).flatMap(([code, field]) => [
    ...(used[code] === undefined ? [code] : []),
    ...switchedOff(field.fields ?? {}, used[code]?.sub?.fields ?? {}),
  ]);

/** one column stands for those a report spreads */
const SLOT = [{ code: 'slot0', title: '列', isNumber: true, width: 9, isSlot: true }];
/** The columns a layout of a whole list may name: dims and measures of a report, fields of a list. */
function listTypeOf(doc: PrintDoc, library: Library) {
  const report = library.reports.get(doc.page.split('.')[0] ?? '')?.report;
  const fields: readonly ResolvedField[] =
    report === undefined
      ? Object.values(objectOfPage(library, doc.page)?.object.fields ?? {})
      : [...Object.values(report.dims), ...Object.values(report.measures)];
  if (fields.length === 0) return undefined;
  const columns = fields.map(({ code, title, type }) => ({
    code,
    title,
    isNumber: type === 'int' || type === 'decimal',
    width: 9,
  }));
  return listPrintType(doc.page, doc.title, report?.pivot === undefined ? columns : [...columns, ...SLOT]);
}

/** Width (mm) below which no scanner reads the code; only for contents whose length is known. */
function leastWidth({ code }: PrintItemDoc): number | undefined {
  if (code === undefined || code.type === 'qr') return undefined;
  const text = code.type === 'ean13' ? '690123456789' : code.text;
  const modules = text.includes('{') ? undefined : modulesOf(code.type, text);
  return modules === undefined ? undefined : Math.ceil(modules * NARROWEST);
}

/** A layout as the print designer sees it: its object, its bands by name, what each item says, and boxes on the sheet. */
import type { Library } from '../../schemas/language/check/index';
import { objectOfPage } from '../../schemas/language/check/library';
import { printTypeOf } from '../../schemas/language/check/print';
import type { TypeEnv } from '../../schemas/language/expr/check';
import { PRINT_NAMES } from '../../schemas/language/print/bound';
import type { BandsDoc, DetailsDoc, PrintItemDoc } from '../../schemas/language/print/document';
import {
  type BoundPrint,
  bindPrint,
  type PrintDoc,
  type Strip,
  type StripBand,
  type StripItem,
} from '../../schemas/language/print/index';
import type { ObjectType, ResolvedObject } from '../../schemas/language/resolved';
import { type StepDoc, splitAddress } from '../../schemas/language/steps/index';
import { nameOfItem } from '../commands/index';
import { readable } from '../expression/index';

export interface Layout {
  readonly doc: PrintDoc;
  readonly bound: BoundPrint;
  readonly type: ObjectType;
  readonly object: ResolvedObject;
  readonly library: Library;
}
/** A box in mm from the corner of the sheet. */
export interface SheetBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The layout over its object; undefined while its text has no shape or its object is gone. */
export function layoutOf(text: StepDoc, library: Library): Layout | undefined {
  const doc = text as unknown as PrintDoc;
  if (doc.$schema !== 'print/1' || typeof doc.bands !== 'object') return undefined;
  const entry = objectOfPage(library, doc.page);
  if (entry === undefined) return undefined;
  try {
    const type = printTypeOf(doc, library) ?? entry.type;
    const { print } = bindPrint(doc, type, library.types);
    return { doc, bound: print, type, object: entry.object, library };
  } catch {
    return undefined;
  }
}

export const BAND_TITLES: { readonly [band in Exclude<keyof BandsDoc, 'details'>]: string } = {
  pageHeader: '页头',
  docHeader: '单据头',
  summary: '汇总',
  pageFooter: '页脚',
  background: '底图',
};
/** When a band is printed. */
const BAND_TIMES: { readonly [band: string]: string } = {
  pageHeader: '每页',
  docHeader: '首页',
  header: '每页表头',
  row: '每行',
  footer: '每页表尾',
  summary: '末行后',
  pageFooter: '每页',
  background: '每页衬底',
};
const PART_TITLES: { readonly [part: string]: string } = { header: '明细头', row: '明细', footer: '明细尾' };

export interface BandName {
  readonly title: string;
  readonly time: string;
  /** sub-table whose rows it prints */
  readonly rows?: string;
  /** address of the table it belongs to */
  readonly details?: string;
}
export function bandName({ doc, type }: Layout, address: string): BandName {
  const [, code, part] = /^bands\.details\.([^.]+)\.(\w+)$/.exec(address) ?? [];
  if (code !== undefined && part !== undefined) {
    const rows = doc.bands.details?.[code]?.rows ?? '';
    const several = Object.keys(doc.bands.details ?? {}).length > 1;
    const title = PART_TITLES[part] ?? part;
    return {
      title: several ? `${type.fields[rows]?.title ?? rows}${title.replace('明细', '')}` : title,
      time: BAND_TIMES[part] ?? '',
      rows,
      details: `bands.details.${code}`,
    };
  }
  const band = address.replace('bands.', '');
  if (doc.sort === 'label') return { title: '标签', time: '每张' };
  return { title: BAND_TITLES[band as keyof typeof BAND_TITLES] ?? band, time: BAND_TIMES[band] ?? '' };
}

/** Band an address stands in, or is. */
export const bandOf = (address: string): string | undefined =>
  /^bands\.(?:details\.[^.]+\.\w+|(?!details\b)\w+)/.exec(address)?.[0];
export const isItemAddress = (address: string): boolean =>
  /^bands\.(?:details\.[^.]+\.\w+|(?!details\b)\w+)\.items\.[^.]+$/.test(address);
export const bandOfItem = (address: string): string => splitAddress(splitAddress(address).parent).parent;

/** What names mean in a band. */
export function envOf({ doc, type, library }: Layout, band: string): TypeEnv {
  const code = /^bands\.details\.([^.]+)/.exec(band)?.[1];
  const rows = code === undefined ? undefined : doc.bands.details?.[code]?.rows;
  const base: TypeEnv = { lib: library.types, object: type, extra: PRINT_NAMES, print: true };
  return rows === undefined ? base : { ...base, sub: rows };
}

/** What an item says, with titles for codes: 「{供应商·名称}」. */
export function sayingOf(layout: Layout): (item: { readonly address: string; readonly doc: PrintItemDoc }) => string {
  const known = new Map<string, TypeEnv>();
  return ({ address, doc }) => {
    const band = bandOf(address) ?? '';
    const env = known.get(band) ?? envOf(layout, band);
    known.set(band, env);
    return readable(sourceOf(doc), 'template', { env }).replaceAll(
      /\{([^{}]*)\}/g,
      (_, inner: string) => `{${pretty(inner)}}`,
    );
  };
}
const sourceOf = (doc: PrintItemDoc): string => {
  if (doc.code !== undefined) return doc.code.text;
  return doc.field === undefined ? (doc.text ?? '') : `{${doc.field}}`;
};
/** The usual functions of paper, as people call them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^now\(\)(:.*)?$/, '打印时间'],
  // a format says nothing here
  [/:[^:()]*$/, ''],
  [/^cnMoney\((.*)\)$/, '大写·$1'],
  [/^pageSum\((.*)\)$/, '本页·$1'],
  [/^runSum\((.*)\)$/, '累计·$1'],
  [/^docSum\((.*)\)$/, '合计·$1'],
  [/^me\.name$|^我的姓名$/, '打印人'],
  [/^pages$/, '总页数'],
  [/^page$/, '页码'],
  [/^(lineNo|行号) \/ 10$/, '序号'],
];
const pretty = (text: string): string => WORDS.reduce((said, [from, to]) => said.replace(from, to), text);

const OWN_FIELDS: Readonly<Record<string, string>> = { $trail: '审批轨迹', $sign: '审批签名', $slots: '报表各栏' };

/** Title of an item for lists and labels. */
export function titleOfItem(layout: Layout, address: string): string {
  const item = itemAt(layout.doc, address);
  if (item === undefined) return '';
  if (item.code !== undefined || item.image !== undefined || item.line === true || item.box === true)
    return nameOfItem(item);
  const own = item.field === undefined ? undefined : OWN_FIELDS[item.field];
  if (own !== undefined) return own;
  return sayingOf(layout)({ address, doc: item });
}
export function itemAt(doc: PrintDoc, address: string): PrintItemDoc | undefined {
  const band = bandOf(address);
  return band === undefined || !isItemAddress(address)
    ? undefined
    : bandAt(doc, band)?.items?.[splitAddress(address).key];
}
export function bandAt({ bands }: PrintDoc, address: string) {
  const [, code, part] = /^bands\.details\.([^.]+)\.(\w+)$/.exec(address) ?? [];
  if (code !== undefined) return bands.details?.[code]?.[part as keyof Pick<DetailsDoc, 'header' | 'row' | 'footer'>];
  return bands[address.replace('bands.', '') as Exclude<keyof BandsDoc, 'details'>];
}

/** Bands of a strip, the background last: it lies under all others. */
export const allBands = ({ bands, background }: Strip): readonly StripBand[] =>
  background === undefined ? bands : [...bands, background];
export const boxOnSheet = (band: StripBand, item: StripItem): SheetBox => ({
  x: band.left + item.x,
  y: band.top + item.y,
  w: item.w,
  h: item.h,
});
/** Boxes of all items by their address. */
export function boxesOf(strip: Strip): ReadonlyMap<string, SheetBox> {
  return new Map(allBands(strip).flatMap((band) => band.items.map((item) => [item.address, boxOnSheet(band, item)])));
}
/** The band at a height of the sheet; the nearest one outside of all. */
export function bandAtY(strip: Strip, y: number): StripBand | undefined {
  const { bands } = strip;
  return (
    bands.find((band) => y >= band.top && y < band.top + band.height) ??
    (y < (bands[0]?.top ?? 0) ? bands[0] : bands.at(-1))
  );
}

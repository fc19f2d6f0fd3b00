/** One cell as the wire value of its field. What is no value of it stays as typed, so that the kind says what is wrong. */
import { isMany } from '../../../schemas/language/kinds/index';
import type { ResolvedDict, ResolvedField } from '../../../schemas/language/resolved';
import type { Json } from '../../../schemas/language/value';
import { dateText } from '../../excel/read-sheet';

export type CellValue = string | number;
export type Read = { readonly wire: Json } | { readonly problem: string };

/** Texts between these are several values. */
export const partsOf = (text: string): string[] =>
  text
    .split(/[、,，;；\n]/)
    .map((part) => part.trim())
    .filter((text) => text !== '');

/** Everything but references, which are looked up together. */
export function readCell(
  cell: CellValue,
  field: ResolvedField,
  dict: (code: string) => ResolvedDict | undefined,
): Read {
  const own = field.dict === undefined ? undefined : dict(field.dict);
  if (field.type === 'path' && own) return readPath(String(cell), own, field);
  if (own) return readCodes(String(cell), own, field);
  if (field.type === 'range' || field.range === true) return { wire: rangeOf(String(cell)) };
  if (isMany(field)) return { wire: partsOf(String(cell)).map((part) => scalar(part, field)) };
  return { wire: scalar(cell, field) };
}

function scalar(cell: CellValue, field: ResolvedField): Json {
  switch (field.type) {
    case 'int':
    case 'decimal': {
      if (typeof cell === 'number') return cell;
      const plain = cell.replace(/[,，\s]/g, '');
      return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : cell;
    }
    case 'bool': {
      const text = String(cell).trim().toLowerCase();
      return YES.has(text) ? true : NO.has(text) ? false : String(cell);
    }
    case 'date':
    case 'datetime':
      return dayOf(cell, field.type === 'datetime');
    case 'time':
      return typeof cell === 'number' ? dateText(cell % 1).slice(-8) : cell;
    default:
      return String(cell);
  }
}
const YES = new Set(['是', '1', 'true', 'y', 'yes', '√', '启用']);
const NO = new Set(['否', '0', 'false', 'n', 'no', '×', '停用']);

/** 2026/1/5, 2026.1.5, 2026年1月5日 and bare serial numbers are dates as well. */
function dayOf(cell: CellValue, hasClock: boolean): string {
  const text = typeof cell === 'number' ? dateText(cell) : cell.trim();
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!parts) return text;
  const [, year, month = '', day = '', hour, minute, second] = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!hasClock) return hour === undefined || Number(hour) + Number(minute) === 0 ? date : text;
  return `${date} ${(hour ?? '00').padStart(2, '0')}:${minute ?? '00'}:${second ?? '00'}`;
}
const rangeOf = (text: string): Json => {
  const [from = '', to = ''] = text.split(/\s*[~～]\s*|\s+至\s+/);
  return [from === '' ? null : dayOf(from, true), to === '' ? null : dayOf(to, true)];
};

/** Labels of a dictionary, or its codes. */
function readCodes(text: string, dict: ResolvedDict, field: ResolvedField): Read {
  const codes: string[] = [];
  for (const part of isMany(field) ? partsOf(text) : [text.trim()]) {
    const item = dict.items.find((known) => known.title === part) ?? dict.items.find((known) => known.code === part);
    if (!item && dict.open !== true) return { problem: `「${part}」不是可选值${hintOf(dict)}` };
    codes.push(item?.code ?? part);
  }
  return { wire: isMany(field) ? codes : (codes[0] ?? null) };
}
const hintOf = (dict: ResolvedDict): string => {
  const titles = dict.items.filter((item) => item.off !== true).map((item) => item.title);
  return titles.length > 0 && titles.length <= 8 ? `，应为：${titles.join('、')}` : '';
};

/** `广东省/深圳市`: labels level by level. */
function readPath(text: string, dict: ResolvedDict, field: ResolvedField): Read {
  const paths: string[][] = [];
  for (const eachPart of isMany(field) ? partsOf(text) : [text]) {
    const path: string[] = [];
    for (const label of eachPart.split('/').map((part) => part.trim())) {
      const above = path.at(-1);
      const item = dict.items.find(
        (known) => (known.parent ?? undefined) === above && (known.title === label || known.code === label),
      );
      if (!item) return { problem: `「${label}」不是可选值` };
      path.push(item.code);
    }
    paths.push(path);
  }
  return { wire: isMany(field) ? paths : (paths[0] ?? null) };
}

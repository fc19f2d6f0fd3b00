/**
 * Fields named in one line: `借用单号、借用人、应还日期、状态（待借出，借用中）、工装（物料）`. What each is follows from what it is called;
 * brackets say it: a kind, an object, a dictionary, options, or a formula behind `=`.
 */
import type { Json } from '../../schemas/language/value';
import { kindByCode, PALETTE, type PaletteKind } from '../palette/kinds';

export interface Known {
  readonly objects: readonly { readonly code: string; readonly title: string }[];
  readonly dicts: readonly { readonly code: string; readonly title: string }[];
  /** begins its numbers */
  readonly initials: string;
}
export interface QuickField {
  readonly title: string;
  /** what it will be, in words */
  readonly said: string;
  /** its text but for the title */
  readonly field: { readonly [key: string]: Json };
  /** options of a dictionary of its own */
  readonly items: readonly string[];
}

/** `数量, 单价` apart; what stands in brackets stays together. */
const PARTS = /(?:[^、，,;；\n(（]|[(（][^)）]*[)）]?)+/g;
const BRACKETS = /^(.*?)[(（]([^)）]*)[)）]?$/s;

/** Titles that say what stands in them, the narrow ones first. */
const BY_TITLE: readonly (readonly [RegExp, string])[] = [
  [/^(是否|有无)/, 'bool'],
  [/(照片|图片|附件|文件)$/, 'file'],
  [/签名$/, 'signature'],
  [/(应还|到期|截止|期限|有效期|交期)/, 'dateCritical'],
  [/(日期|日)$/, 'date'],
  [/时间$/, 'datetime'],
  [/(次数|个数|人数|天数)$/, 'int'],
  [/(量|金额|单价|价格|费用|总数|件数|长度|宽度|高度|厚度|温度|压力|标准值|实测值)$/, 'decimal'],
  [/(说明|备注|描述|原因|内容|要求)$/, 'textarea'],
];

export const quickFields = (text: string, known: Known): readonly QuickField[] =>
  (text.match(PARTS) ?? []).flatMap((part) => {
    const [, name = part, inside] = BRACKETS.exec(part.trim()) ?? [];
    const title = name
      .trim()
      .replace(/^[*＊]\s*/, '')
      .slice(0, 40);
    if (title === '') return [];
    const found = inside === undefined || inside.trim() === '' ? byTitle(title, known) : byWords(inside.trim(), known);
    // a star before a name, as on a sheet, is a must
    const field = /^\s*[*＊]/.test(name) ? { ...found.field, required: true } : found.field;
    return [{ title, ...found, field }];
  });

/** 借用人, not 每人 */
export const isPerson = (title: string): boolean => /[^个每]人$|人员$/.test(title);

type Found = Omit<QuickField, 'title'>;
const ofKind = (kind: PaletteKind, more: { readonly [key: string]: Json } = {}, words = ''): Found => {
  const { type, ...rest } = kind.field;
  // a dictionary or a reference says the type by itself
  const typed: { readonly [key: string]: Json } = type === undefined || type === 'dict' ? {} : { type };
  return {
    said: words === '' ? kind.title : `${kind.title} ${words}`,
    field: { ...(rest as { readonly [key: string]: Json }), ...typed, ...more },
    items: [],
  };
};
const plain = (code: string): Found => ofKind(kindByCode(code) ?? FIRST);
const FIRST = PALETTE[0]?.kinds[0] as PaletteKind;

function byTitle(title: string, known: Known): Found {
  const dict = known.dicts.find((dict) => dict.title === title);
  if (dict !== undefined) return picked('dict', 'dict', dict);
  const own = known.objects.find((object) => object.title === title);
  const person = isPerson(title) ? known.objects.find((object) => object.code === 'employee') : undefined;
  const object = own ?? person;
  if (object !== undefined) return picked('dialogSelect', 'ref', object);
  if (/单号$/.test(title)) return numbered(known);
  const kind = BY_TITLE.find(([pattern]) => pattern.test(title))?.[1];
  return plain(kind ?? 'input');
}
/** What brackets say; several words are the options of a choice. */
function byWords(words: string, known: Known): Found {
  if (/^[=＝]/.test(words)) {
    const kind = kindByCode('formula');
    return kind === undefined ? plain('decimal') : ofKind(kind, { formula: words.slice(1).trim() });
  }
  const items = words.split(/[,，、;；/\s]+/).filter((item) => item !== '');
  if (items.length > 1) return { ...ofKind(kindByCode('dict') ?? FIRST, {}, items.join('/')), items };
  const object = known.objects.find(({ title }) => title === words);
  if (object !== undefined) return picked('dialogSelect', 'ref', object);
  const dict = known.dicts.find(({ title }) => title === words);
  if (dict !== undefined) return picked('dict', 'dict', dict);
  const kind = PALETTE.flatMap((group) => group.kinds).find(
    ({ title, words: more = '' }) => title === words || more.split(' ').includes(words),
  );
  if (kind?.asks === 'rule') return numbered(known);
  // a choice of nothing is none: what was meant is said, not dropped
  return kind === undefined || kind.asks !== undefined
    ? { ...plain('input'), said: `${FIRST.title}，「${words}」要另外加` }
    : ofKind(kind);
}
const picked = (
  kind: string,
  key: 'ref' | 'dict',
  { code, title }: { readonly code: string; readonly title: string },
): Found => ofKind(kindByCode(kind) ?? FIRST, { [key]: code }, title);
const numbered = ({ initials }: Known): Found =>
  ofKind(kindByCode('autoCode') ?? FIRST, { rule: `${initials}{yyyyMMdd}{seq:4}` });

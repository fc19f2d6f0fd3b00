/** What a board is narrowed by, in words: 日期：2026-01-05 至 2026-01-10. Pure. */
import type { ResolvedDict, ResolvedField } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';

interface Names {
  readonly dict: (code: string) => Pick<ResolvedDict, 'items'> | undefined;
  /** of a record by its id, once it is known */
  readonly label: (id: string) => string | undefined;
}

export const valueWords = (field: ResolvedField, value: Json, { dict, label }: Names): string => {
  if (typeof value === 'boolean') return value ? '是' : '否';
  const items = field.dict === undefined ? undefined : dict(field.dict)?.items;
  const one = (part: Json): string => {
    const text = String(part);
    if (items !== undefined) return items.find(({ code }) => code === text)?.title ?? text;
    return field.ref === undefined ? text : (label(text) ?? '…');
  };
  if (!Array.isArray(value)) return one(value);
  const isSpan = items === undefined && field.ref === undefined && value.length === 2;
  if (!isSpan) return value.map(one).join('、');
  const [from, to] = value as readonly (Json | undefined)[];
  const has = (part: Json | undefined): part is Json => part !== null && part !== undefined && part !== '';
  if (has(from) && has(to)) return from === to ? one(from) : `${one(from)} 至 ${one(to)}`;
  return has(from) ? `${one(from)} 起` : has(to) ? `${one(to)} 止` : '';
};

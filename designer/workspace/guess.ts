/** What the columns of a sheet are: titles in the first line, kinds from what stands below. */
import type { FieldDoc } from '../../schemas/language/document';
import { codeFrom } from './code-from';

export interface Guessed {
  readonly code: string;
  readonly title: string;
  /** the kind in words */
  readonly kind: string;
  readonly field: FieldDoc;
}
const LOOKED_AT = 500;
const LONG = 60;

export async function guessColumns(cells: readonly (readonly string[])[]): Promise<readonly Guessed[]> {
  const [head = [], ...rows] = cells;
  const taken = new Set<string>();
  const out: Guessed[] = [];
  for (const [at, text] of head.entries()) {
    const title = text
      .trim()
      .replace(/^\*|\*$/g, '')
      .slice(0, 40);
    if (title === '') continue;
    const values = rows.slice(0, LOOKED_AT).flatMap((row) => {
      const value = (row[at] ?? '').trim();
      return value === '' ? [] : [value];
    });
    const { kind, field } = guess(values);
    const isAlways = rows.length > 1 && values.length === Math.min(rows.length, LOOKED_AT);
    const code = await codeFrom(title, taken);
    taken.add(code);
    out.push({
      code,
      title,
      kind,
      field: { title, ...field, ...(isAlways && /^\*|\*$/.test(text.trim()) ? { required: true } : {}) },
    });
  }
  return out;
}

/** The narrowest kind that all values are of. */
export function guess(values: readonly string[]): { readonly kind: string; readonly field: FieldDoc } {
  const all = (test: RegExp): boolean => values.length > 0 && values.every((value) => test.test(value));
  if (all(/^(是|否|√|×|Y|N)$/i)) return { kind: '是否', field: { type: 'bool' } };
  if (all(/^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?$/)) return { kind: '日期', field: { kind: 'date' } };
  if (all(/^\d{4}[-/.]\d{1,2}[-/.]\d{1,2} \d{1,2}:\d{2}(:\d{2})?$/))
    return { kind: '日期时间', field: { type: 'datetime' } };
  // a number with leading zeros or many digits is a name
  if (all(/^-?(0|[1-9]\d{0,8})$/)) return { kind: '整数', field: { type: 'int' } };
  if (all(/^-?(0|[1-9]\d{0,11})(\.\d{1,4})?$/)) return { kind: '数字', field: { type: 'decimal' } };
  if (values.some((value) => value.length > LONG || value.includes('\n')))
    return { kind: '多行文字', field: { kind: 'textarea' } };
  return { kind: '单行文字', field: { kind: 'input' } };
}

/** What the columns of a sheet are: titles in the first line, kinds from what stands below. */
import { isReserved } from '../../schemas/language/check/known';
import type { FieldDoc } from '../../schemas/language/document';
import { BASE_FIELDS } from '../../schemas/language/resolve/fields';
import { codeFrom } from './code-from';
import { isPerson } from './quick-fields';

export interface Guessed {
  readonly code: string;
  readonly title: string;
  /** the kind in words */
  readonly kind: string;
  readonly field: FieldDoc;
  /** every record has another value: it says which one is meant */
  readonly isDistinct?: boolean;
}
export interface SheetColumn extends Guessed {
  /** its place in the lines of the sheet */
  readonly at: number;
  /** what is chosen from, in the order it is met; none = it is no choice */
  readonly items: readonly string[];
}
type Cells = readonly (readonly string[])[];

const LONG = 60;
const MOST_TITLE = 40;
const MOST_ITEMS = 20;
const LONGEST_ITEM = 20;
/** what a formula that failed leaves in its cell */
const FAILED = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/;
/** a star, as on a template, is a must */
const STARS = /^[*＊]\s*|\s*[*＊]$/g;

/** `taken`: codes that stand for something else in the new object. */
export async function guessColumns(
  cells: Cells,
  taken: ReadonlySet<string> = new Set(),
): Promise<readonly SheetColumn[]> {
  const [head = [], ...rows] = cells;
  const codes = new Set([...Object.keys(BASE_FIELDS), ...taken]);
  const titles = new Set<string>();
  const out: SheetColumn[] = [];
  for (const [at, text] of head.entries()) {
    const words = text.replace(/\s+/g, ' ').trim();
    const title = freeTitle(words.replace(STARS, ''), titles);
    if (title === '') continue;
    const values = rows.flatMap((row) => {
      const value = (row[at] ?? '').trim();
      return value === '' || FAILED.test(value) ? [] : [value];
    });
    const { kind, field, items } = guess(values, title);
    const isMust = words.search(STARS) >= 0 && rows.length > 1 && values.length === rows.length;
    const code = await codeFor(title, codes);
    codes.add(code);
    titles.add(title);
    const isDistinct = rows.length > 0 && new Set(values).size === rows.length;
    const whole: FieldDoc = { title, ...field, ...(isMust ? { required: true } : {}) };
    out.push({ at, code, title, kind, field: whole, items, isDistinct });
  }
  return out;
}
/** Two columns of one title could not be told apart when their rows come in. */
export function freeTitle(words: string, taken: ReadonlySet<string>): string {
  const title = words.slice(0, MOST_TITLE);
  if (!taken.has(title)) return title;
  for (let n = 2; ; n++) {
    const next = `${title.slice(0, MOST_TITLE - String(n).length)}${n}`;
    if (!taken.has(next)) return next;
  }
}
async function codeFor(title: string, taken: ReadonlySet<string>): Promise<string> {
  const code = await codeFrom(title, taken);
  return isReserved(code, 'field') ? codeFrom(title, new Set([...taken, code])) : code;
}

type Kind = Pick<SheetColumn, 'kind' | 'field' | 'items'>;
const of = (kind: string, field: FieldDoc, items: readonly string[] = []): Kind => ({ kind, field, items });

/** The narrowest kind that all values are of. */
export function guess(values: readonly string[], title = ''): Kind {
  const all = (test: (value: string) => boolean): boolean => values.length > 0 && values.every(test);
  if (all((value) => YES_NO.test(value))) return of('是否', { type: 'bool' });
  if (all(isDay)) return of('日期', { kind: 'date' });
  if (all((value) => isDay(value.replace(CLOCK, '')))) return of('日期时间', { type: 'datetime' });
  // a number with leading zeros or many digits is a name
  if (all((value) => /^-?(0|[1-9]\d{0,8})$/.test(value))) return of('整数', { type: 'int' });
  if (all((value) => /^-?(0|[1-9]\d{0,11})(\.\d{1,4})?$/.test(value))) return of('数字', { type: 'decimal' });
  if (values.some((value) => value.length > LONG || value.includes('\n'))) return of('多行文字', { kind: 'textarea' });
  const items = isPerson(title) ? [] : itemsOf(values);
  return items.length === 0 ? of('单行文字', TEXT) : of(`单选（${items.length} 项）`, {}, items);
}
const TEXT: FieldDoc = { kind: 'input' };
const YES_NO = /^(是|否|√|×|Y|N)$/i;
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const CLOCK = / \d{1,2}:\d{2}(:\d{2})?$/;
/** A day that the calendar has. */
function isDay(value: string): boolean {
  const [, year, month, day] = DAY.exec(value) ?? [];
  if (year === undefined) return false;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}
/** A few short words that come again and again are chosen from; people and numbers are not, more of them come. */
function itemsOf(values: readonly string[]): readonly string[] {
  const items = [...new Set(values)];
  const isFew = items.length >= 2 && items.length <= MOST_ITEMS && values.length >= items.length * 2;
  const isWords =
    items.every((item) => item.length <= LONGEST_ITEM) && !items.every((item) => /^[-+\d.,%]+$/.test(item));
  return isFew && isWords ? items : [];
}

/** The column as it is typed instead of chosen. */
export const asText = ({ field, ...column }: SheetColumn): SheetColumn => ({
  ...column,
  kind: '单行文字',
  items: [],
  field: { ...field, ...TEXT },
});

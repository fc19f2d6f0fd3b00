/** The same rows and fields as the pages under src/screens/bench, and what each page offers its driver. */
import type { Bench } from '../../../src/screens/bench/host';

export type SubRow = Record<string, string | number | undefined> & { readonly id: string };
export const COLUMNS: readonly (readonly [code: string, title: string])[] = [
  ['code', '编码'],
  ['name', '名称'],
  ['qty', '数量'],
  ['price', '单价'],
  ['amount', '金额'],
  ['day', '日期'],
  ...Array.from({ length: 9 }, (_, n) => [`t${n}`, `列${n}`] as const),
];
export const subRows = (n: number): SubRow[] =>
  Array.from({ length: n }, (_, at) => ({
    id: `r${at}`,
    code: `WL-${at}`,
    name: `物料${at % 97}`,
    qty: (at % 90) + 1,
    price: 2 + (at % 17) / 4,
    amount: ((at % 90) + 1) * (2 + (at % 17) / 4),
    day: '2026-01-15',
    ...Object.fromEntries(Array.from({ length: 9 }, (_c, c) => [`t${c}`, `列${c}-${at}`])),
  }));
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
  readonly type: 'input' | 'number' | 'select' | 'date' | 'textarea';
}
const TYPES = ['input', 'input', 'input', 'number', 'input', 'select', 'input', 'date', 'input', 'textarea'] as const;
export const formFields = (n: number): FormField[] =>
  Array.from({ length: n }, (_, at) => ({
    name: `k${at}`,
    title: `字段${at}`,
    required: at % 3 === 0,
    type: TYPES[at % TYPES.length]!,
  }));
export const CHOICES = Array.from({ length: 4 }, (_, n) => ({ label: `选项${n}`, value: n }));

export const expose = (bench: Bench): void => {
  window.bench = bench;
  window.benchLoaded = true;
};

/** Number functions: exact, half away from zero, null in gives null out. */
import {
  absNum,
  cmpNum,
  divNum,
  isBig,
  mulNum,
  type Num,
  numText,
  type RoundMode,
  roundNum,
  toNumber,
} from '../codec/decimal';
import { isEmptyValue } from '../expr/equality';
import type { V } from '../expr/frame';
import { BOOL, DECIMAL, INT, TEXT } from '../expr/types';
import type { FunctionDef } from './define';
import { compareV } from './text';

const isNum = (v: V | undefined): v is Num => typeof v === 'number' || isBig(v);

/** decimals of a rounding function: null when they are unknown, 0 when left out; cut to what makes sense */
export function decimalsOf(args: readonly V[], at: number, otherwise: number): number | null {
  if (args.length <= at) return otherwise;
  const n = args[at];
  return isNum(n) ? Math.trunc(Math.max(-15, Math.min(20, toNumber(n)))) : null;
}

const rounding = (name: string, mode: RoundMode): FunctionDef => ({
  name,
  args: ['num', 'int?'],
  result: (args) => (args.length > 1 ? DECIMAL : INT),
  sql: true,
  run: (args) => {
    const n = decimalsOf(args, 1, 0);
    const x = args[0];
    return isNum(x) && n !== null ? roundNum(x, n, mode) : null;
  },
});
const extreme = (name: string, sign: number): FunctionDef => ({
  name,
  args: ['ordered', 'ordered', 'ordered*'],
  result: 'same',
  sql: true,
  run: (args) => {
    let best: V = null;
    for (const v of args) if (v !== null && (best === null || compareV(v, best) * sign > 0)) best = v;
    return best;
  },
});

export const NUMBER_FUNCTIONS: readonly FunctionDef[] = [
  rounding('round', 'half'),
  rounding('floor', 'floor'),
  rounding('ceil', 'ceil'),
  rounding('trunc', 'trunc'),
  { name: 'abs', args: ['num'], result: 'first', sql: true, run: ([x]) => (isNum(x) ? absNum(x) : null) },
  {
    name: 'pct',
    args: ['num', 'num', 'int?'],
    result: DECIMAL,
    sql: true,
    run: (args) => {
      const [a, b] = args;
      const n = decimalsOf(args, 2, 2);
      const q = isNum(a) && isNum(b) ? divNum(mulNum(a, 100), b) : null;
      return q === null || n === null ? null : roundNum(q, n);
    },
  },
  extreme('min', -1),
  extreme('max', 1),
  {
    name: 'coalesce',
    args: ['same', 'same', 'same*'],
    result: 'same',
    sql: true,
    run: (args) => args.find((v) => v !== null) ?? null,
  },
  { name: 'empty', args: ['any'], result: BOOL, sql: true, run: ([v]) => isEmptyValue(v ?? null) },
  {
    name: 'cnMoney',
    args: ['num'],
    result: TEXT,
    sql: false,
    print: true,
    run: ([x]) => (isNum(x) ? cnMoney(x) : null),
  },
];

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const UNITS = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿'];
/** Chinese capital amount with 元角分, up to 9999亿 (domain 10 §6.7). */
export function cnMoney(x: Num): string {
  const cents = numText(roundNum(mulNum(absNum(x), 100), 0)).padStart(3, '0');
  const whole = cents.slice(0, -2);
  if (whole.length > 12) return '金额超出大写范围';
  const [jiao = '0', fen = '0'] = cents.slice(-2);
  let text = '';
  let zero = false;
  for (let group = Math.ceil(whole.length / 4) - 1; group >= 0; group -= 1) {
    const part = whole.slice(Math.max(0, whole.length - (group + 1) * 4), whole.length - group * 4);
    let said = '';
    for (let i = 0; i < part.length; i += 1) {
      const digit = Number(part[i]);
      if (digit === 0) {
        zero = true;
      } else {
        if (zero && text + said !== '') said += '零';
        zero = false;
        said += (DIGITS[digit] as string) + UNITS[part.length - 1 - i];
      }
    }
    if (said !== '') text += said + GROUPS[group];
  }
  const sign = cmpNum(x, 0) < 0 ? '负' : '';
  const yuan = text === '' ? '' : `${text}元`;
  if (jiao === '0' && fen === '0') return `${sign}${yuan === '' ? '零元' : yuan}整`;
  const tenths = jiao === '0' ? (yuan === '' ? '' : '零') : `${DIGITS[Number(jiao)]}角`;
  const hundredths = fen === '0' ? '整' : `${DIGITS[Number(fen)]}分`;
  return sign + yuan + tenths + hundredths;
}

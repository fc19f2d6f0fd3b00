/** Named patterns of `pattern` and `matches()`; those with a check digit verify it. No pattern ever backtracks over the whole text. */
import { isDate } from '../codec/date-time';

const PLAIN = {
  phone: /^1\d{10}$|^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/,
  email: /^[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,8}$/,
  plate: /^[一-龥][A-Z][A-Z0-9]{4,5}[A-Z0-9挂学警港澳]$/,
  code: /^[A-Za-z0-9\-_./]+$/,
  alnum: /^[A-Za-z0-9]+$/,
  chinese: /^[一-龥·]+$/,
  int: /^-?\d+$/,
  decimal4: /^-?\d+(\.\d{1,4})?$/,
  url: /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/,
  pin: /^\d{4,8}$/,
} as const;
const CHECKED = { idCard: isIdCard, creditCode: isCreditCode, ean13: isEan13, cidr: isCidr } as const;

export const PATTERNS: readonly string[] = [
  'phone',
  'email',
  'idCard',
  'creditCode',
  'plate',
  'ean13',
  'code',
  'alnum',
  'chinese',
  'int',
  'decimal4',
  'url',
  'cidr',
  'pin',
];

/** Whether a text has the named form; an unknown name is false (the linter refuses it before). */
export function matchesPattern(word: string, value: string): boolean {
  if (Object.hasOwn(CHECKED, word)) return CHECKED[word as keyof typeof CHECKED](value);
  return Object.hasOwn(PLAIN, word) && PLAIN[word as keyof typeof PLAIN].test(value);
}

function isIdCard(value: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(value) || !isDate(`${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`))
    return false;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(value[i]), 0);
  return '10X98765432'[sum % 11] === value[17]?.toUpperCase();
}

const CREDIT = '0123456789ABCDEFGHJKLMNPQRTUWXY';
function isCreditCode(value: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(value)) return false;
  let sum = 0;
  let weight = 1;
  for (const char of value.slice(0, 17)) {
    sum += CREDIT.indexOf(char) * weight;
    weight = (weight * 3) % 31;
  }
  return CREDIT[(31 - (sum % 31)) % 31] === value[17];
}

function isEan13(value: string): boolean {
  if (!/^\d{13}$/.test(value)) return false;
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(value[i]) * (i % 2 === 0 ? 1 : 3);
  return (10 - (sum % 10)) % 10 === Number(value[12]);
}

function isCidr(value: string): boolean {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/.exec(value);
  if (match === null) return false;
  return match.slice(1, 5).every((part) => Number(part) <= 255) && Number(match[5] ?? 32) <= 32;
}

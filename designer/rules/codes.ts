/** May this code stand here? The sentences are the linter's. */
import { isReserved } from '../../schemas/language/check/known';
import { isOwnCode } from '../../schemas/language/check/overlay';
import { BASE_FIELDS } from '../../schemas/language/resolve/fields';
import { text } from '../../schemas/language/texts';

const CODE = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

/** `own` = the document is shipped, so what is added carries the organisation's prefix. */
export function codeRefusal(
  code: string,
  taken: readonly string[],
  place: 'field' | 'other',
  own: boolean,
): string | undefined {
  if (!CODE.test(code)) return text('code.form');
  if (isReserved(code, place) || (place === 'field' && Object.hasOwn(BASE_FIELDS, code)))
    return text('code.reserved', { c: code });
  if (taken.includes(code)) return text('code.taken', { c: code });
  return own && !isOwnCode(code) ? text('code.prefix') : undefined;
}

/** The code itself, or with the first number that makes it free; in a shipped document with the organisation's prefix. */
export function freeCode(code: string, taken: readonly string[], own = false): string {
  const base = own && !isOwnCode(code) ? `x${code.charAt(0).toUpperCase()}${code.slice(1)}` : code;
  if (!taken.includes(base)) return base;
  for (let n = 2; ; n++) if (!taken.includes(`${base}${n}`)) return `${base}${n}`;
}

/** Every expression of a print layout with its place (as `places.ts` for objects): in the bands of a sub-table bare names are its rows. */
import type { TypeEnv } from '../expr/check';
import { BOOL } from '../expr/types';
import { PRINT_NAMES, rowEnv } from '../print/bound';
import type { BandDoc, PrintDoc } from '../print/document';
import type { ObjectType, TypeLib } from '../resolved';
import type { ExprPlace } from './places';

export function printPlacesOf(doc: PrintDoc, object: ObjectType, lib: TypeLib): readonly ExprPlace[] {
  const found: ExprPlace[] = [];
  const head: TypeEnv = { lib, object, extra: PRINT_NAMES, print: true };
  const add = (address: string, text: string | undefined, form: ExprPlace['form'], env: TypeEnv): void => {
    if (text !== undefined) found.push({ address, text, form, env, ...(form === 'expr' ? { want: BOOL } : {}) });
  };
  const band = (given: BandDoc | undefined, address: string, env: TypeEnv): void => {
    for (const [code, item] of Object.entries(given?.items ?? {})) {
      const at = `${address}.items.${code}`;
      add(`${at}.text`, item.text, 'template', env);
      add(`${at}.code.text`, item.code?.text, 'template', env);
      add(`${at}.when`, item.when, 'expr', env);
    }
  };
  add('when', doc.when, 'expr', head);
  add('across', doc.across, 'template', head);
  const { details, ...rest } = doc.bands;
  for (const [code, given] of Object.entries(rest)) band(given, `bands.${code}`, head);
  for (const [code, given] of Object.entries(details ?? {})) {
    const { header, row, footer, list, where } = given;
    const env = rowEnv(given, head);
    const candidate = list === undefined ? undefined : lib.object(list);
    if (candidate !== undefined) add(`bands.details.${code}.where`, where, 'expr', { lib, object, candidate });
    for (const [part, given] of Object.entries({ header, row, footer }))
      band(given, `bands.details.${code}.${part}`, env);
  }
  return found;
}

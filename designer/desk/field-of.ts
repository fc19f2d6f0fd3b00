/** Addresses of the fields that chosen placements of a form or a sub-table show; none when something else is chosen. */
import type { ResolvedObject } from '../../schemas/language/resolved';
import { splitAddress } from '../../schemas/language/steps/index';

export function fieldsOf(object: ResolvedObject | undefined, selection: readonly string[]): readonly string[] {
  if (object === undefined) return [];
  const found = selection.flatMap((address) => {
    const { parent, key } = splitAddress(address);
    const sub = /^fields\.([^.]+)\.columns$/.exec(parent)?.[1];
    if (sub !== undefined)
      return object.fields[sub]?.sub?.fields[key] === undefined ? [] : [`fields.${sub}.fields.${key}`];
    const onForm = /^(edit\.groups|detail\.tabs)\..+\.fields$/.test(parent);
    const field = onForm ? object.fields[key] : undefined;
    return field === undefined || field.base === true ? [] : [`fields.${key}`];
  });
  return found.length === selection.length ? found : [];
}

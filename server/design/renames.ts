/** Fields of objects that have another code in a changeset, and what names them in the documents beside. */
import type { ResolvedField } from '../../schemas/language/resolved';
import { type StepDoc, sortOfDoc, splitAddress } from '../../schemas/language/steps';
import { renamesBetween } from '../../schemas/language/steps/between';
import { type Leads, namedAnew, type RenamedField } from '../../schemas/language/steps/elsewhere';
import type { Registry } from '../registry/registry';

/** Another code of a field, told by its title. */
export interface RenamedTitle extends RenamedField {
  readonly title: string;
}
export function renamedFields(object: string, before: StepDoc, after: StepDoc): readonly RenamedTitle[] {
  const { steps, texts } = renamesBetween(before, after);
  return steps.map(({ rename, to }, n) => {
    const { parent, key } = splitAddress(rename);
    const sub = /^fields\.([^.]+)\.fields$/.exec(parent)?.[1];
    const fields = (sub === undefined ? texts[n]?.fields : tableOf(texts[n], sub)) as Titled | undefined;
    return { object, from: key, to, title: fields?.[key]?.title ?? key, ...(sub === undefined ? {} : { sub }) };
  });
}
type Titled = { readonly [code: string]: { readonly title?: string; readonly fields?: Titled } };
const tableOf = (text: StepDoc | undefined, sub: string): unknown =>
  (text?.fields as Titled | undefined)?.[sub]?.fields;

/** A document that names the fields by their new codes; the same value where it names none of them. */
export function namedInAll(doc: StepDoc, renamed: readonly RenamedField[], registry: Registry): StepDoc {
  const json = JSON.stringify(doc);
  const named = renamed.filter(({ from }) => json.includes(from));
  if (named.length === 0) return doc;
  const fieldsOf = (object: string): { readonly [code: string]: Leads } | undefined => {
    const fields = registry.find(object)?.fields;
    return (
      fields &&
      leadsOf(
        fields,
        renamed.filter((field) => field.object === object),
      )
    );
  };
  const now = named.reduce((text, field) => namedAnew(text, sortOfDoc(text), field, fieldsOf), doc);
  return JSON.stringify(now) === json ? doc : now;
}
/** Under their old codes and their new ones: some are renamed already, and some are still to be. */
function leadsOf(
  fields: { readonly [code: string]: ResolvedField },
  renamed: readonly RenamedField[],
  sub?: string,
): { readonly [code: string]: Leads } {
  const known = Object.fromEntries(
    Object.entries(fields).map(([code, field]): readonly [string, Leads] => {
      const ref = field.ref === undefined ? {} : { ref: field.ref };
      return [code, field.sub === undefined ? ref : { ...ref, sub: leadsOf(field.sub.fields, renamed, code) }];
    }),
  );
  const here = renamed.filter((field) => (sub === undefined) === (field.sub === undefined));
  const again = here.flatMap(({ from, to }) => {
    const lead = known[from] ?? known[to];
    return lead === undefined ? [] : [[from, lead] as const, [to, lead] as const];
  });
  return { ...known, ...Object.fromEntries(again) };
}

/** What changes for the data of objects between two registries: fields that come, go, become narrower or required. */
import { kindOf } from '../../schemas/language/kinds';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Registry } from '../registry/registry';
import { hasTable } from '../tables/wanted';

export interface FieldPair {
  readonly object: ResolvedObject;
  readonly sub?: ResolvedField;
  readonly before: ResolvedField | undefined;
  readonly after: ResolvedField;
}
export interface ObjectPair {
  readonly before: ResolvedObject | undefined;
  readonly after: ResolvedObject;
}
export interface GoneField {
  readonly object: ResolvedObject;
  readonly field: ResolvedField;
  /** `remark`, `items.remark` */
  readonly path: string;
}

/** Objects whose text means something else now; what only reads the same is left out. */
export function objectPairs(now: Registry, next: Registry): readonly ObjectPair[] {
  const pairs: ObjectPair[] = [];
  for (const after of next.objects.values()) {
    const { was } = docOf(next, after.object) ?? {};
    const before = now.find(after.object) ?? (was === undefined ? undefined : now.find(was));
    if (before?.hash !== after.hash) pairs.push({ before, after });
  }
  return pairs;
}
export const docOf = (registry: Registry, object: string) =>
  registry.files.objects.find(({ doc }) => doc.object === object)?.doc;

/** Fields of changed objects with what they were before, those of sub-tables too. */
export function fieldPairs(pairs: readonly ObjectPair[]): readonly FieldPair[] {
  return pairs.flatMap(({ before, after }) =>
    hasTable(after)
      ? Object.values(after.fields).flatMap((field): readonly FieldPair[] => {
          if (field.base || field.ext) return [];
          const old = formerOf(field, before?.fields);
          const rows = Object.values(field.sub?.fields ?? {}).flatMap((row): readonly FieldPair[] =>
            row.base || row.ext
              ? []
              : [{ object: after, sub: field, before: formerOf(row, old?.sub?.fields), after: row }],
          );
          return [{ object: after, before: old, after: field }, ...rows];
        })
      : [],
  );
}
type Fields = Readonly<Record<string, ResolvedField>> | undefined;
const formerOf = (field: ResolvedField, fields: Fields): ResolvedField | undefined =>
  fields?.[field.code] ?? (field.was === undefined ? undefined : fields?.[field.was]);

/** Fields of objects that stay and no longer have them. */
export function goneFields(pairs: readonly ObjectPair[]): readonly GoneField[] {
  return pairs.flatMap(({ before, after }) => {
    if (!before || !hasTable(before)) return [];
    return missing(before.fields, after.fields)
      .flatMap((field): readonly GoneField[] => [{ object: before, field, path: field.code }])
      .concat(
        Object.values(after.fields).flatMap((field) => {
          const old = formerOf(field, before.fields);
          return missing(old?.sub?.fields, field.sub?.fields).map((row) => ({
            object: before,
            field: row,
            path: `${field.code}.${row.code}`,
          }));
        }),
      );
  });
}
const missing = (before: Fields, after: Fields): readonly ResolvedField[] => {
  const stays = new Set(
    Object.values(after ?? {}).flatMap(({ code, was }) => (was === undefined ? [code] : [code, was])),
  );
  return Object.values(before ?? {}).filter(({ code, base, ext }) => !base && !ext && !stays.has(code));
};

/** Longest text, as the form refuses it. */
export const lengthOf = (field: ResolvedField | undefined): number | undefined => {
  if (field?.type !== 'text') return undefined;
  const max = field.max ?? kindOf(field.kind).defaults.max;
  return typeof max === 'number' ? max : undefined;
};

/** `fields.remark`, `fields.items.fields.remark` */
export const addressOfField = (field: ResolvedField, sub?: ResolvedField): string =>
  sub === undefined ? `fields.${field.code}` : `fields.${sub.code}.fields.${field.code}`;

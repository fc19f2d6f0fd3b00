import type { FileValue, Value } from '../../schemas/language/value';
import type { FormModel } from '../form/form-model';

export interface FilesOf {
  readonly path: string;
  readonly title: string;
  readonly files: readonly FileValue[];
}

/** Files of a record by field, those of rows under the name of table and column; fields without any are left out. */
export function filesOfRecord(model: FormModel): readonly FilesOf[] {
  const out: FilesOf[] = [];
  for (const field of Object.values(model.object.fields)) {
    if (model.states.hidden.has(field.code)) continue;
    if (field.type === 'file') {
      const files = listOf(model.value(field.code));
      if (files.length > 0) out.push({ path: field.code, title: field.title, files });
    }
    for (const column of Object.values(field.sub?.fields ?? {})) {
      if (column.type !== 'file') continue;
      const rows = model.subs.get(field.code)?.store.rows ?? [];
      const files = rows.flatMap((row) => listOf((row[column.code] ?? null) as Value));
      if (files.length > 0) out.push({ path: column.path, title: `${field.title} · ${column.title}`, files });
    }
  }
  return out;
}

const listOf = (value: Value): readonly FileValue[] =>
  Array.isArray(value) ? (value as readonly FileValue[]).filter((value) => typeof value === 'object') : [];

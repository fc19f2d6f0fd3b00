/** Resolved objects for tests that need no blocks: only what a test is about is said. */

import type { FieldDoc } from '../../schemas/language/document';
import { kindOf, typeOfDoc } from '../../schemas/language/kinds';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';

export interface ObjectSpec extends Partial<Omit<ResolvedObject, 'fields' | 'list'>> {
  readonly fields: Readonly<Record<string, Partial<FieldDoc>>>;
  readonly list?: Partial<ResolvedObject['list']>;
  readonly was?: string;
}

export const makeObject = (code: string, spec: ObjectSpec): ResolvedObject => {
  const { fields, list, ...rest } = spec;
  const parts = { groups: [], columns: 2, labelWidth: 120, open: 'page' as const };
  return {
    object: code,
    title: code,
    area: 'test',
    label: ['code'],
    storage: 'table',
    fields: Object.fromEntries(Object.entries(fields).map(([name, doc]) => [name, makeField(name, doc)])),
    unique: {},
    index: [],
    rules: [],
    checks: [],
    list: {
      search: [],
      schemes: [],
      columns: [],
      sort: '-createdAt',
      summary: {},
      tree: [],
      below: [],
      select: 'multi',
      as: ['table'],
      ...list,
    },
    edit: parts,
    detail: { open: 'page', head: [], tabs: [] },
    views: {},
    actions: {},
    import: {},
    events: {},
    access: {},
    audited: false,
    hash: code,
    ...rest,
  };
};

const makeField = (code: string, doc: Partial<FieldDoc>, path = code): ResolvedField => {
  const { fields, columns: _columns, rules: _rules, checks: _checks, rows, use: _use, off: _off, ...rest } = doc;
  const kind = kindOf(doc.kind ?? 'default').id;
  const type = typeOfDoc({ ...doc, kind });
  const many = kindOf(kind).many === 'always' ? { many: true } : {};
  return {
    ...rest,
    ...many,
    code,
    path,
    title: doc.title ?? code,
    kind,
    type,
    ...(fields
      ? {
          sub: {
            code,
            title: doc.title ?? code,
            fields: Object.fromEntries(
              Object.entries(fields).map(([name, field]) => [name, makeField(name, field, `${code}.${name}`)]),
            ),
            rows: { min: 1, max: 2000, number: 'lineNo', ...(rows as object) },
            columns: [],
            summary: {},
          },
        }
      : {}),
  };
};

import { expect, it } from 'vitest';
import { missedKeys, type Path } from '../../schemas/language/canon/missed';
import type { ObjectDoc } from '../../schemas/language/document';
import { resolveObject } from '../../schemas/language/resolve';

const doc: ObjectDoc = {
  $schema: 'object/2',
  object: 'sample',
  title: '样例',
  label: 'code',
  route: '/sample/list',
  fields: {
    code: { title: '编码', kind: 'input', required: false, max: 20 },
    qty: { title: '数量', type: 'decimal', required: true, scale: 4 },
    rows: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        price: { title: '单价', type: 'decimal', min: 0, required: false },
        day: { title: '日期', kind: 'date', type: 'date' },
      },
    },
  },
  actions: { view: {}, add: { title: '新增' }, edit: { title: '改一改' } },
};
const CANDIDATES: readonly Path[] = [
  ['fields', 'code', 'required'],
  ['fields', 'code', 'max'],
  ['fields', 'qty', 'required'],
  ['fields', 'rows', 'kind'],
  ['fields', 'rows', 'fields', 'price', 'min'],
  ['fields', 'rows', 'fields', 'price', 'required'],
  ['fields', 'rows', 'fields', 'day', 'type'],
  ['actions', 'add', 'title'],
  ['actions', 'edit', 'title'],
];
const without = (paths: readonly Path[]): ObjectDoc => {
  const copy = structuredClone(doc);
  for (const path of paths) {
    const holder = path.slice(0, -1).reduce((node, key) => (node as never)[key], copy as unknown);
    delete (holder as Record<string, unknown>)[String(path.at(-1))];
  }
  return copy;
};

it('finds what the resolved text misses with one resolving for a key of every field, column and action', () => {
  let resolved = 0;
  const missed = missedKeys(CANDIDATES, (paths) => {
    resolved++;
    return resolveObject(without(paths), { blocks: new Map() });
  });
  const alone = (path: Path): boolean =>
    resolveObject(without([path]), { blocks: new Map() }).hash !== resolveObject(doc, { blocks: new Map() }).hash;
  // never a key that may go
  for (const path of missed) expect([path.join('.'), alone(path)]).toEqual([path.join('.'), true]);
  // the last key of a group is left to be tried alone: `max` of the code
  expect([...missed].map((path) => path.join('.')).sort()).toEqual([
    'actions.edit.title',
    'fields.qty.required',
    'fields.rows.fields.price.min',
    'fields.rows.kind',
  ]);
  expect(resolved).toBeLessThan(CANDIDATES.length);
});

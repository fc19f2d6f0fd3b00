/**
 * 4 cascader: a path through a tree dictionary, stored as `a/b`; over a tree object a reference to the node the path ends at, so it
 * follows when a node above moves.
 */
import { defineKind } from './define';
import { TYPES } from './types';

export const cascaderKind = defineKind({
  id: 'cascader',
  code: 4,
  title: '级联',
  types: ['path', 'ref'],
  facts: { isNested: true, staysInReports: true },
  many: 'may',
  props: ['level', 'any'],
  filters: (field) =>
    field.type !== 'ref' || field.many === true
      ? TYPES[field.type].filters(field)
      : ['sub', ...TYPES.ref.filters(field)],
  create: (title) => ({ title, kind: 'cascader', dict: 'region' }),
});

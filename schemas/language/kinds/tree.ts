/** 12 tree: a record of a tree object; a search means the node and all below it. */
import { defineKind } from './define';
import { TYPES } from './types';

export const treeKind = defineKind({
  id: 'tree',
  code: 12,
  title: '树选择',
  types: ['ref'],
  facts: { staysInReports: true },
  many: 'may',
  control: 'tree',
  props: ['leaf', 'half'],
  filters: (field) =>
    field.many === true ? ['has', 'hasAll', 'empty', 'notEmpty'] : ['sub', ...TYPES.ref.filters(field)],
  create: (title) => ({ title, kind: 'tree', ref: 'dept' }),
});

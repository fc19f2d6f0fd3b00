/** 15 tabTable: rows in a child table (§2.4). */
import { defineKind } from './define';

export const tabTableKind = defineKind({
  id: 'tabTable',
  code: 15,
  title: '明细',
  types: ['rows'],
  facts: { holdsRows: true },
  create: (title) => ({ title, kind: 'tabTable', fields: { name: { title: '名称', kind: 'input' } } }),
});

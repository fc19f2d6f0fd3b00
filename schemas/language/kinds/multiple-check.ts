/** 6 multipleCheck: several codes of a dictionary (or of `options`), as check boxes. */
import { defineKind } from './define';

export const multipleCheckKind = defineKind({
  id: 'multipleCheck',
  code: 6,
  title: '多选',
  types: ['dict', 'text'],
  many: 'always',
  control: 'checks',
  create: (title) => ({ title, kind: 'multipleCheck', dict: 'yesNo' }),
});

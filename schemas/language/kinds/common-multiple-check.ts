/** 5 commonMultipleCheck: several records of an object, by picker. */
import { defineKind } from './define';

export const commonMultipleCheckKind = defineKind({
  id: 'commonMultipleCheck',
  code: 5,
  title: '通用多选',
  types: ['ref'],
  many: 'always',
  create: (title) => ({ title, kind: 'commonMultipleCheck', ref: 'user' }),
});

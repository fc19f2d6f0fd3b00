/** 4 cascader: a path through a tree dictionary or a tree object, stored as `a/b`. */
import { defineKind } from './define';

export const cascaderKind = defineKind({
  id: 'cascader',
  code: 4,
  title: '级联',
  types: ['path'],
  many: 'may',
  props: ['level', 'any'],
  create: (title) => ({ title, kind: 'cascader', dict: 'region' }),
});

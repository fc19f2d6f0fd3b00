/** 14 dialogSelect: a record chosen in a window over the list of its object. */
import { defineKind } from './define';

export const dialogSelectKind = defineKind({
  id: 'dialogSelect',
  code: 14,
  title: '开窗选择',
  types: ['ref'],
  control: 'dialog',
  props: ['addRows'],
  create: (title) => ({ title, kind: 'dialogSelect', ref: 'user' }),
});

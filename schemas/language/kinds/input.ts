/** 1 input: one line of text, at most 500 characters unless said otherwise. */
import { defineKind } from './define';

export const inputKind = defineKind({
  id: 'input',
  code: 1,
  title: '单行文字',
  types: ['text'],
  facts: { isName: true },
  many: 'may',
  defaults: { max: 500 },
});

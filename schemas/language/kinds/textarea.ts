/** 2 textarea: text over lines, at most 5000 characters unless said otherwise. */
import { defineKind } from './define';

export const textareaKind = defineKind({
  id: 'textarea',
  code: 2,
  title: '多行文字',
  types: ['text'],
  facts: { isLong: true, isWide: true },
  props: ['lines'],
  defaults: { max: 5000 },
});

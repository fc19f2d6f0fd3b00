/** 20 richText: html, sanitised by the server on write and by the one html cell on show. */
import { defineKind } from './define';

export const richTextKind = defineKind({
  id: 'richText',
  code: 20,
  title: '富文本',
  types: ['text'],
  facts: { isLong: true, as: 'html' },
  defaults: { max: 100_000 },
});

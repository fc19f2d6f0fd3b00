/** 99 undata: something shown that is not stored: a template, a block, or a service whose `type` says what comes. */
import { defineKind } from './define';

export const undataKind = defineKind({
  id: 'undata',
  code: 99,
  title: '非数据',
  many: 'may',
  facts: { isAsked: true },
  types: ['none', 'text', 'int', 'decimal', 'bool', 'date', 'datetime', 'time', 'dict', 'ref', 'file', 'json'],
  props: ['text', 'block', 'service', 'with'],
  control: 'none',
  filters: () => [],
  create: (title) => ({ title, kind: 'undata', text: title }),
});

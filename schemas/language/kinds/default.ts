/** 0 default: the control follows the type. */
import { defineKind } from './define';

export const defaultKind = defineKind({
  id: 'default',
  code: 0,
  title: '默认',
  many: 'may',
  types: ['text', 'int', 'decimal', 'bool', 'date', 'datetime', 'time', 'dict', 'ref', 'file', 'json', 'id'],
  facts: { followsType: true },
  props: ['step', 'format', 'shift'],
});

/** 13 multiDate: a set of days, kept sorted. */
import type { ResolvedField } from '../resolved';
import { defineKind } from './define';
import { TYPES } from './types';

export const multiDateKind = defineKind({
  id: 'multiDate',
  code: 13,
  title: '多选日期',
  types: ['date'],
  many: 'always',
  filters: () => ['between', 'has', 'empty', 'notEmpty'],
  codec: {
    fromWire(wire, field: ResolvedField, path) {
      const read = TYPES.date.codec.fromWire(wire, field, path);
      if ('problem' in read || !Array.isArray(read.value)) return read;
      return { value: [...(read.value as readonly string[])].sort() };
    },
  },
});

/** 8 time: a time of day, or with `range` a pair (an end before the start is the next day). */
import { defineKind } from './define';
import { TIME_RANGE } from './holding-types';
import { TYPES } from './types';

export const timeKind = defineKind({
  id: 'time',
  code: 8,
  title: '时间',
  types: ['time'],
  props: ['range'],
  as: (field) => (field.range === true ? TIME_RANGE : TYPES.time),
});

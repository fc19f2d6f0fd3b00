/** 3 datetimeRange: two moments in one field; `min max` are hours. */
import { defineKind } from './define';

export const datetimeRangeKind = defineKind({
  id: 'datetimeRange',
  code: 3,
  title: '时间范围',
  types: ['range'],
  props: ['presets', 'step'],
});

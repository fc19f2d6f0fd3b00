/** 9 dateCritical: a date with a colour: normal, near (`warn` days), overdue; none once `done` holds. */
import { defineKind } from './define';

export const dateCriticalKind = defineKind({
  id: 'dateCritical',
  code: 9,
  title: '到期日期',
  types: ['date', 'datetime'],
  props: ['warn', 'done', 'shift'],
});

/** 7 date: a day; `format` month or year stores the first day; `shift` makes relative words mean shift days. */
import { defineKind } from './define';

export const dateKind = defineKind({
  id: 'date',
  code: 7,
  title: '日期',
  types: ['date', 'datetime'],
  facts: { staysInReports: true },
  props: ['format', 'shift'],
});

/** 11 autoCode: a number made by rule when the record is saved or audited, or typed where `manual` allows it. */
import { defineKind } from './define';

export const autoCodeKind = defineKind({
  id: 'autoCode',
  code: 11,
  title: '自动编码',
  types: ['text'],
  facts: { isNumbered: true, isName: true },
  props: ['rule', 'manual', 'at'],
  defaults: { max: 100, at: 'save' },
});

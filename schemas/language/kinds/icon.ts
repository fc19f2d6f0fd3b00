/** 26 icon: code of an icon. */
import { defineKind } from './define';

export const iconKind = defineKind({
  id: 'icon',
  code: 26,
  title: '图标',
  types: ['text'],
  control: 'none',
  filters: () => ['eq', 'empty', 'notEmpty'],
  defaults: { max: 60 },
});

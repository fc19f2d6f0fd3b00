/** 22 colour: `#RRGGBB`. */
import { defineKind } from './define';
import { fieldProblem } from './scalar';

export const colourKind = defineKind({
  id: 'colour',
  code: 22,
  title: '颜色',
  types: ['text'],
  facts: { sample: '#409EFF' },
  control: 'none',
  filters: () => ['eq', 'empty', 'notEmpty'],
  check: (value, field, scope) =>
    /^#[0-9A-Fa-f]{6}$/.test(String(value)) ? [] : [fieldProblem('field.shape', field, scope.path)],
});

/** 23 rating: stars from 0 to `max` (5); of type decimal also halves. */
import { defineKind } from './define';
import { fieldProblem } from './scalar';
import { TYPES } from './types';

export const ratingKind = defineKind({
  id: 'rating',
  code: 23,
  title: '评分',
  types: ['int', 'decimal'],
  facts: { isMark: true },
  defaults: { min: 0, max: 5 },
  check(value, field, scope) {
    const problems = TYPES[field.type].check(value, field, scope);
    const isHalf = field.type !== 'decimal' || (typeof value === 'number' && Number.isInteger(value * 2));
    return problems.length > 0 || isHalf ? problems : [fieldProblem('field.shape', field, scope.path)];
  },
});

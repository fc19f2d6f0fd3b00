/** 23 rating: whole stars from 0 to `max` (5). */
import { defineKind } from './define';

export const ratingKind = defineKind({
  id: 'rating',
  code: 23,
  title: '评分',
  types: ['int'],
  defaults: { min: 0, max: 5 },
});

/** 27 geo: a place {lng, lat, text}. */
import { defineKind } from './define';
import { fieldProblem } from './scalar';

export const geoKind = defineKind({
  id: 'geo',
  code: 27,
  title: '位置',
  types: ['json'],
  check(value, field, scope) {
    const { lng, lat } = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as {
      [key: string]: unknown;
    };
    const isPlace = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
    return isPlace ? [] : [fieldProblem('field.shape', field, scope.path)];
  },
});

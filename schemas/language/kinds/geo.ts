/** 27 geo: a place {lng, lat, text}. */
import type { Value } from '../value';
import { defineKind } from './define';
import { fieldProblem } from './scalar';

export const geoKind = defineKind({
  id: 'geo',
  code: 27,
  title: '位置',
  types: ['json'],
  codec: { toText: (value) => placeText(value) },
  check: (value, field, scope) =>
    placeOf(value) === undefined ? [fieldProblem('field.shape', field, scope.path)] : [],
});

export interface Place {
  readonly lng: number;
  readonly lat: number;
  readonly text?: string;
}
/** The place a value is; undefined when it is none. */
export function placeOf(value: Value | undefined): Place | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { lng, lat, text } = value as { readonly [key: string]: unknown };
  if (typeof lng !== 'number' || typeof lat !== 'number' || !(Math.abs(lng) <= 180 && Math.abs(lat) <= 90))
    return undefined;
  return { lng, lat, ...(typeof text === 'string' && text !== '' ? { text } : {}) };
}
/** 苏州工业园区（120.585, 31.299） */
export function placeText(value: Value | undefined): string {
  const place = placeOf(value);
  if (place === undefined) return '';
  const at = `${place.lng}, ${place.lat}`;
  return place.text === undefined ? at : `${place.text}（${at}）`;
}

/** What of the board stands in its address: workshop, days, zoom, view, scenario; so that a tab, a bookmark, a large screen show the same. */
import { DAY, dayOf, toMinute } from './chart/moment';
import type { View } from './chart/scene';
import { ZOOMS, type Zoom } from './chart/time-scale';

export interface BoardAddress {
  readonly workshop: string | null;
  readonly from: string;
  readonly to: string;
  readonly zoom: Zoom;
  readonly view: View;
  readonly scenario: string | null;
  readonly screen: boolean;
}
export const VIEWS: readonly { readonly value: View; readonly label: string }[] = [
  { value: 'resource', label: '资源' },
  { value: 'order', label: '订单' },
  { value: 'load', label: '负荷' },
];
/** days shown at first: yesterday is still looked at */
const BEFORE = 1;
const AFTER = 13;
/** as many as the server gives at once */
export const MOST_DAYS = 92;
const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/;

export const readAddress = (params: URLSearchParams, day: string): BoardAddress => {
  const today = toMinute(day);
  const named = (key: string, other: number): number => {
    const text = params.get(key) ?? '';
    const minute = DAY_TEXT.test(text) ? toMinute(text) : Number.NaN;
    return Number.isNaN(minute) ? other : minute;
  };
  const from = named('from', today - BEFORE * DAY);
  const to = Math.min(Math.max(from, named('to', Math.max(from, today) + AFTER * DAY)), from + (MOST_DAYS - 1) * DAY);
  const view = VIEWS.find(({ value }) => value === params.get('view'))?.value ?? 'resource';
  // 负荷 is one figure a day
  const zoom = ZOOMS.find(({ value }) => value === params.get('zoom'))?.value ?? (view === 'load' ? 'day' : 'hour');
  return {
    workshop: params.get('workshop'),
    from: dayOf(from),
    to: dayOf(to),
    zoom,
    view,
    scenario: params.get('scenario'),
    screen: params.get('screen') === '1',
  };
};
/** The same address with something else; null takes a part away. */
export const readdressed = (
  params: URLSearchParams,
  change: Readonly<Record<string, string | null>>,
): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(change))
    if (value === null) next.delete(key);
    else next.set(key, value);
  return next;
};

/** What a record to read offers as the next step. */
import { expect, it } from 'vitest';
import type { Page } from '../../runtime/page/types';
import { detailActions } from '../../runtime/record/detail-actions';
import type { ResolvedAction, ResolvedObject } from '../../schemas/language/resolved';

const action = (code: string, more: Partial<ResolvedAction> = {}): ResolvedAction => ({
  code,
  title: code,
  at: ['row', 'detail'],
  right: `x:${code}`,
  builtIn: false,
  ...more,
});
const offered = (...actions: readonly ResolvedAction[]) => {
  const object = { actions: Object.fromEntries(actions.map((one) => [one.code, one])) } as unknown as ResolvedObject;
  const page: Pick<Page, 'object' | 'can'> = { object, can: () => true };
  const states = { actions: new Map() } as unknown as Parameters<typeof detailActions>[1]['states'];
  const { next, more } = detailActions(page, { states, actions: actions.map(({ code }) => code) });
  return [next.map(({ code }) => code), more.map(({ code }) => code)];
};
const edit = action('edit', { builtIn: true });
const del = action('del', { builtIn: true, tone: 'danger' });

it('an own action to another state comes next where nothing else leads on', () => {
  expect(offered(edit, del, action('lend', { to: '20' }), action('look'))).toEqual([
    ['lend', 'edit'],
    ['del', 'look'],
  ]);
});
it('behind an audit or a push it stays with the others', () => {
  const audit = action('audit', { builtIn: true, to: '40' });
  expect(offered(edit, audit, action('lend', { to: '20' }))).toEqual([['audit', 'edit'], ['lend']]);
});
it('what ends badly, or belongs to the system, is no step', () => {
  const scrap = action('scrap', { to: '90', tone: 'danger' });
  expect(offered(edit, scrap, action('close', { builtIn: true, to: '80' }))).toEqual([['edit'], ['scrap', 'close']]);
});
it('over all rows of a sub-table it is one of the record; over chosen ones it stands with the rows', () => {
  const all = action('all', { in: 'items', at: ['detail'] });
  expect(offered(edit, all, action('one', { in: 'items', at: ['row'] }), action('both', { in: 'items' }))).toEqual([
    ['edit'],
    ['all'],
  ]);
});

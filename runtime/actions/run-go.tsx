/** An action that opens a page: in a tab, or beside the page it stands on. */
import { lazy } from 'react';
import type { Json } from '../../schemas/language/value';
import { actionScope } from './action-scope';
import type { DialogDesk } from './dialog-desk';
import { withQuery } from './open-record';
import type { Running } from './running';

const PageWindow = lazy(() => import('./PageWindow').then((module) => ({ default: module.PageWindow })));
type Beside = Omit<Parameters<typeof PageWindow>[0], 'onClose'>;
/** A page over the one at work, until it is closed. */
export const showPage = (desk: DialogDesk, beside: Beside): Promise<void> =>
  desk.show<void>((done) => <PageWindow {...beside} onClose={done} />);

export function openPage(run: Running): boolean {
  const { page, host } = run.at;
  const { open } = run.action;
  const scope = actionScope(page, run.action, run.records[0], run.options.rows?.[0]);
  const code = open?.page === undefined ? open?.screen : scope.value(open.page);
  const url = typeof code === 'string' ? host.urlOf(code) : undefined;
  const given = { with: { ...valuesOf(run), ...run.options.with } };
  // a side object has no address: it opens beside the page
  const as = open?.as === 'dialog' || open?.as === 'drawer' ? open.as : url === undefined ? 'drawer' : undefined;
  if (as !== undefined && typeof code === 'string' && open?.page !== undefined) {
    const params = new URLSearchParams(withQuery('', given).replace(/^\?/, ''));
    void showPage(run.desk, { code, as, title: run.action.title, params });
    return true;
  }
  if (url === undefined) {
    host.feedback.warning('没有权限，请联系管理员');
    return false;
  }
  host.openPage(withQuery(url, given));
  return true;
}

/** Values to open with: those of one record, of many the list of theirs. */
function valuesOf(run: Running): Readonly<Record<string, Json>> {
  const { page } = run.at;
  const { open } = run.action;
  const records = run.records.length > 0 ? run.records : [undefined];
  const all = records.map((record) => actionScope(page, run.action, record, run.options.rows?.[0]).values(open?.with));
  const [first = {}] = all;
  const together = Object.keys(first).map((key) => {
    const values = [...new Set(all.map((item) => item[key]).filter((value) => value !== null && value !== ''))];
    return [key, values.length > 1 ? values.join(',') : first[key]];
  });
  return Object.fromEntries(together) as Readonly<Record<string, Json>>;
}

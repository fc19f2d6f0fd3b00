/** Tells the server what somebody opens: his home page shows what he uses most, and his last documents. */
import { reaction } from 'mobx';
import { http } from '../../runtime/data/http';
import type { TabStore } from './tabs';

/** the same page counts once in so many milliseconds */
const PAUSE = 10 * 60_000;
const RECORD = /#(edit|detail)$/;

/** Answers how to stop. A call that fails is nobody's business. */
export const tellOpened = (tabs: TabStore): (() => void) => {
  const told = new Map<string, number>();
  return reaction(
    () => {
      const { active } = tabs;
      if (active === undefined || active.fixed) return undefined;
      const id = new URLSearchParams(active.url.split('?')[1] ?? '').get('id');
      if (RECORD.test(active.page)) return id === null ? undefined : { page: active.page.replace(RECORD, ''), id };
      return { page: active.page };
    },
    (opened) => {
      if (opened === undefined) return;
      const key = JSON.stringify(opened);
      if (Date.now() - (told.get(key) ?? 0) < PAUSE) return;
      told.set(key, Date.now());
      http.post('/home/opened', opened, { quiet: true }).catch(() => undefined);
    },
    { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );
};

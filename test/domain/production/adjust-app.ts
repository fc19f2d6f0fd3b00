/** The fixed calls of 数量调整 (30 §8) over HTTP, as users of the demo factory: `root` and those whose functions are named. */
import type { Rec } from '../../../schemas/language/value';
import { openSignedApp, sessionOf } from '../../support/sessions';
import type { Floor } from './floor';

export interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: Rec & { readonly records: readonly Rec[]; readonly total: number };
}
const BASE = '/v2/api/mes/lcdp';

export const openAdjustApp = async (floor: Floor, users: Readonly<Record<string, Parameters<typeof sessionOf>[1]>>) => {
  const { org, database, engine } = floor.factory;
  const id = await floor.factory.as('admin', async (ctx) => ctx.session.me.id);
  const sessions: Record<string, ReturnType<typeof sessionOf>> = { root: sessionOf(org, [{ isSuper: true }], { id }) };
  for (const [who, roles] of Object.entries(users)) sessions[who] = sessionOf(org, roles);
  const { app, headers } = await openSignedApp(sessions, { db: database.db, mount: engine.mount });
  const sent = async (path: string, payload: object, who: string): Promise<Answer> =>
    (await app.inject({ method: 'POST', url: `${BASE}/${path}`, headers: headers(who), payload })).json();
  return {
    get: async (path: string, who = 'root'): Promise<Answer> =>
      (await app.inject({ method: 'GET', url: `${BASE}/${path}`, headers: headers(who) })).json(),
    post: (call: string, payload: object, who = 'root') => sent(`adjust/${call}`, payload, who),
    /** the dry run of the action of a page */
    preview: (page: string, payload: object, who = 'root') => sent(`data/${page}/preview/adjust`, payload, who),
    close: () => app.close(),
  };
};

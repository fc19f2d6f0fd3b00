import type { Me } from '../../schemas/language/env';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import { isHashed, isSealed } from '../auth/vault';
import type { OrgInfo, Records, Rights, Session, Trx } from '../ctx';
import { inTx } from '../db/tx';
import { AppError } from '../errors';
import { seesWrites } from './held';
import type { EngineCtx, Host } from './host';
import { recordsOf } from './records';
import { sharedHeads } from './save/bulk';
import { settingRows, settingValue } from './settings/settings';
import { loadHeads } from './store/source';
import { noticeAsked } from './together';

export interface CtxOptions {
  readonly requestId: string;
  readonly token?: string | undefined;
  /** when it happened, if before now */
  readonly occurAt?: string | undefined;
  readonly clockOffset?: number | undefined;
  /** factory time of the request where it is not that of the clock: what the demo factory did before it was loaded */
  readonly now?: string | undefined;
  /** a running transaction of this process; without it reads go to the pool */
  readonly trx?: Trx;
}

/** The ctx of one request or job in the session's organisation; `now` stands still for it. */
export async function makeCtx(host: Host, session: Session, options: CtxOptions): Promise<EngineCtx> {
  await host.registries.ready(session.org);
  return build({
    host,
    session,
    requestId: options.requestId,
    token: options.token,
    trx: options.trx,
    now: options.now ?? factoryTime(host.clock()),
    occurAt: options.occurAt,
    clockOffset: options.clockOffset ?? 0,
    settings: await settingRows(host.db, session.org),
    system: false,
    unit: {},
  });
}

/** Runs `work` in one transaction with a ctx bound to it; inside a transaction it joins that one. `trial`: it is taken back, `reads`: it writes nothing. */
export async function inWrite<T>(
  ctx: EngineCtx,
  work: (ctx: EngineCtx) => Promise<T>,
  { reads = false, ...more }: { readonly trial?: boolean; readonly reads?: boolean } = {},
): Promise<T> {
  if (ctx.inTx) return work(ctx);
  const base = bases.get(ctx);
  if (!base) throw new Error('not a ctx of makeCtx');
  if (!reads && more.trial !== true) ctx.host.room.assert();
  return inTx(ctx.host.db, (trx) => work(build({ ...base, ...more, trx, unit: {} })));
}

/** The same ctx whose transaction, once it begins, runs as the owner of the tables: publishes, new organisations, clearing. */
export function byOwner(ctx: EngineCtx): EngineCtx {
  const base = bases.get(ctx);
  if (!base) throw new Error('not a ctx of makeCtx');
  return base.trx ? ctx : build({ ...base, host: { ...base.host, db: base.host.owner } });
}

/** Factory time of a moment, 'YYYY-MM-DD HH:mm:ss': UTC+8 without daylight saving. */
export function factoryTime(moment: Date): string {
  return new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

interface Base {
  readonly host: Host;
  readonly session: Session;
  readonly requestId: string;
  readonly token: string | undefined;
  readonly trx: Trx | undefined;
  readonly now: string;
  readonly occurAt: string | undefined;
  readonly clockOffset: number;
  readonly settings: ReadonlyMap<string, Value>;
  readonly system: boolean;
  readonly trial?: boolean;
  readonly unit: object;
}
const bases = new WeakMap<EngineCtx, Base>();

function build(base: Base): EngineCtx {
  const { host, session, now } = base;
  const registry = host.registries.of(session.org);
  // outside a transaction the same builder over the pool: a Transaction is a Kysely that holds one connection
  const own = (base.trx ?? host.db).withSchema(session.org.schema);
  const trx = (base.trx ? own.withPlugin(seesWrites(base.unit)) : own) as Trx;
  let records: Records | undefined;
  let system: EngineCtx | undefined;
  const ctx: EngineCtx = {
    host,
    registry,
    session,
    org: session.org,
    now,
    today: now.slice(0, 10),
    occurAt: base.occurAt ?? now,
    offline: base.occurAt !== undefined,
    clockOffset: base.clockOffset,
    requestId: base.requestId,
    token: base.token,
    get trx(): Trx {
      noticeAsked(base.unit);
      return trx;
    },
    inTx: base.trx !== undefined,
    system: base.system,
    trial: base.trial ?? false,
    unit: base.unit,
    get records(): Records {
      records ??= recordsOf(ctx);
      return records;
    },
    heads: (object, ids, live) =>
      live
        ? loadHeads(ctx, object, ids, true)
        : sharedHeads(ctx, object, ids, (missing) => loadHeads(ctx, object, missing, false)),
    setting: (key) => settingValue(registry, base.settings, key),
    newId: host.newId,
    reveal: (value) =>
      typeof value !== 'string' || value === '' ? null : isSealed(value) ? host.vault.open(value) : value,
    fits: async (value, plain) => typeof value === 'string' && isHashed(value) && host.vault.fits(value, plain),
    emit: (event, data) => host.writes.emit(event, data, ctx),
    asSystem() {
      system ??= base.system ? ctx : build({ ...base, system: true, session: systemSession(session) });
      return system;
    },
  };
  bases.set(ctx, base);
  return ctx;
}

/** The object of a code, or 404: an unknown page or object is no such call. */
export function objectOf(ctx: EngineCtx, code: string): ResolvedObject {
  const object = ctx.registry.find(code);
  if (!object) throw new AppError(404);
  return object;
}

const ALL_RIGHTS: Rights = {
  super: true,
  has: () => true,
  group: () => true,
  scopes: () => [{ scope: '1', depts: [] }],
  functions: [],
  rests: () => false,
};
export const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Who acts when nobody does: a job of the night. Its writes bear no name. */
export const nobody = (org: OrgInfo): Session => ({
  id: 'job',
  org,
  me: {
    id: NOBODY,
    name: '系统',
    employee: null,
    dept: null,
    depts: [],
    team: null,
    roles: [],
    org: org.code,
    super: true,
  },
  loginName: '',
  rights: ALL_RIGHTS,
});
function systemSession(session: Session): Session {
  const me: Me = { ...session.me, super: true };
  return { ...session, me, rights: ALL_RIGHTS };
}

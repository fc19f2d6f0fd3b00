/** 设备工位看板 (50 §5.7): one device beside whoever works at it, with what it makes, what it was to make, and what comes next. */
import { sql } from 'kysely';
import type { FileValue } from '../../../schemas/language/value';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import type { StationCount, StationNext, StationState, StationWork } from '../../../schemas/language/wire-station';
import { factoryClock } from '../../clock';
import type { Ctx } from '../../ctx';
import { fileLink } from '../../files/link';
import { factoryMs } from '../../iot/factory-time';
import { piecesLately } from '../../iot/live/cycles';
import { RUN } from '../../iot/state';
import { engineOf } from '../../records/host';
import type { WallSpan } from './devices';
import { worst } from './operation';
import { among, type WallReach } from './reach';
import { realtimeHours, sopOf, type Work, workNow } from './realtime';

const HALF_HOURS = 2;
const HALF_HOUR_MIN = 30;
const HOUR_SEC = 3600;
const MOST_NEXT = 3;
const MOST_PICTURES = 20;
const COMPLETE = 100;

export const stationState = (live: DeviceLive, showName: boolean): StationState => {
  const state = live.state === null ? null : Number(live.state);
  return {
    ...{ code: live.code, name: live.name, state, since: live.since, reason: live.reason },
    canSay: live.stateId !== null && state !== RUN.run,
    employee: showName ? live.employee : null,
    alarm: worst(live),
  };
};

export const stationWork = async (reach: WallReach, live: DeviceLive): Promise<StationWork> => {
  const work = await workNow(reach.reader, live.id);
  const sop = work?.operation ? await sopOf(reach, { operation: work.operation, equipment: live.id }) : null;
  const pictures =
    sop === null
      ? []
      : [...(sop.files ?? []), ...(await stepsOf(reach.reader, sop.id))].filter(isPicture).slice(0, MOST_PICTURES);
  return {
    ...{ order: live.workOrderNbr, op: live.opNbr, material: live.material?.name ?? null },
    startAt: work === undefined ? null : factoryClock(new Date(Number(work.start))),
    picture: live.material === null ? null : await pictureOf(reach, live.material.id),
    sop:
      sop === null
        ? null
        : { code: sop.code, revision: String(sop.revision ?? ''), pictures: pictures.map(linkFor(reach.reader)) },
    ready: await readyOf(reach, work),
  };
};
const isPicture = ({ name, fileType }: FileValue): boolean =>
  fileType?.startsWith('image/') ?? /\.(png|jpe?g|webp|gif)$/i.test(name);
const stepsOf = async ({ records }: Ctx, sop: string): Promise<readonly FileValue[]> => {
  const [full] = await records.many('sopDoc', [sop], { rows: ['steps'], stored: true });
  return (full?.steps ?? []).flatMap(({ image }) => image ?? []);
};
/** Whoever gets the answer may see the picture in it: a screen has no other way to files. */
const linkFor = (reader: Ctx) => {
  const { host } = engineOf(reader);
  return ({ id }: FileValue): string =>
    fileLink(host.vault, { schema: reader.org.schema, userId: reader.session.me.id, id }, host.clock());
};
const pictureOf = async ({ reader }: WallReach, material: string): Promise<string | null> => {
  const [picture] = (await reader.records.get('material', material, { scoped: true }))?.image ?? [];
  return picture === undefined ? null : linkFor(reader)(picture);
};
/** As the last 齐套检查 of the production order found it. */
const readyOf = async ({ reader, may }: WallReach, work: Work | undefined): Promise<StationWork['ready']> => {
  if (!work?.production || !may('prdOrder:view')) return null;
  const order = await reader.records.get('prdOrder', work.production, { scoped: true });
  if (order === null || order.kitAt === null) return null;
  return Number(order.kitRate ?? 0) >= COMPLETE ? 'ready' : 'short';
};

export const stationCount = async (ctx: Ctx, live: DeviceLive, span: WallSpan): Promise<StationCount> => {
  const { plan, number, unqualifiedQty: bad } = live;
  const now = factoryMs(ctx.now);
  const hours = await realtimeHours(ctx, live, span);
  const hour = hours.find(({ at }) => at * 1000 <= now && now < (at + HOUR_SEC) * 1000);
  const counted = await piecesLately(ctx.trx, (name) => sql.id(ctx.org.schema, name), live.id, now);
  const lately = counted === null ? null : counted * ((await workNow(ctx, live.id))?.ratio ?? 1);
  const remaining = plan === null ? null : Math.max(0, plan - number);
  return {
    ...{ plan, number, good: Math.max(0, number - bad), bad, remaining },
    ...{ hourDone: hour?.number ?? 0, hourTarget: live.stdCycleSec === null ? null : (hour?.standard ?? null) },
    pace: lately === null ? null : Math.round(lately * HALF_HOURS * 10) / 10,
    remainMin:
      remaining === null || !lately ? null : Math.ceil(Number(((remaining / lately) * HALF_HOUR_MIN).toFixed(6))),
  };
};

/** Dispatches of the device nobody began, as they are planned. */
export const stationNext = async (reach: WallReach, device: string): Promise<readonly StationNext[]> => {
  const { trx, org } = reach.reader;
  const at = (name: string) => sql.id(org.schema, name);
  const waits = sql`t.equipment_id = ${device}::uuid AND t.doc_status IN ('10', '20')`;
  const seen = await reach.rows('dispatchOrder', [waits]);
  const { rows } = await sql<StationNext>`
    SELECT t.nbr, w.nbr AS "order", t.op_nbr::int AS op, t.material_name AS product, t.qty::float8 AS qty,
           to_char(t.plan_range_from AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') AS start
      FROM ${at('dispatch_order')} t LEFT JOIN ${at('work_order')} w ON w.id = t.work_order_nbr_id
     WHERE t.is_deleted = 0 AND ${waits} AND ${among(sql`t.id`, seen)}
     ORDER BY t.plan_range_from NULLS LAST, t.nbr LIMIT ${MOST_NEXT}`.execute(trx);
  return rows;
};

/**
 * What event rules do when they open (50 §2.10): planned in the transaction of the warning and done in one of its own, so that each line
 * is done once, whoever crashes. One that waits is done only if the warning is still open; one that fails again and again is given up, and its
 * warning says so.
 */
import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Ctx, Db, OrgInfo } from '../../ctx';
import { AppError, refuse } from '../../errors';
import type { RowOf } from '../../rows';
import type { At, OnError } from '../dirty';
import { serve as serveAlert } from '../energy/alerts/then';
import { BACK } from '../partitions';
import type { WarningObject } from './sayings';
import { orderService, type ServedObject } from './serve';

const [OVER, IGNORED] = ['60', '80'];
const SERVICE = '4';
const MOST = 100;
const MINUTE_MS = 60_000;
/** minutes to the next try; after the last it is given up */
const AGAIN = [1, 2, 5, 15, 60, 240];
const UNKNOWN = '服务异常';
const MOST_FAULT = 300;
const HOURS = 4;

interface Opened {
  readonly object: WarningObject;
  readonly id: string;
  readonly device: string;
  /** the rule */
  readonly source: string;
  readonly openAt: number;
}
export const planActions = async (
  { trx }: Ctx,
  at: At,
  { object, id, device, source, openAt }: Opened,
): Promise<void> => {
  await sql`INSERT INTO ${at('mw_iot_action')} (rule_id, equipment_id, open_at, line_id, object, warning_id, delayed, due_at)
    SELECT a.head_id, ${device}::uuid, ${openAt}::bigint, a.id, ${object}, ${id}::uuid, coalesce(a.delay_min, 0) > 0,
           ${openAt}::bigint + coalesce(a.delay_min, 0) * 60000
      FROM ${at('event_rule_actions')} a WHERE a.head_id::text = ${source} ON CONFLICT DO NOTHING`.execute(trx);
};

interface Key {
  readonly rule_id: string;
  readonly equipment_id: string;
  readonly open_at: string;
  readonly line_id: string;
}
const isKey = ({ rule_id, equipment_id, open_at, line_id }: Key) =>
  sql`rule_id = ${rule_id} AND equipment_id = ${equipment_id} AND open_at = ${open_at}::bigint AND line_id = ${line_id} AND done_at IS NULL`;

interface Doing {
  readonly asSystem: (org: OrgInfo, run: (ctx: Ctx) => Promise<void>) => Promise<void>;
  readonly onError: OnError;
}
interface Due extends Key {
  readonly tries: number;
}
export interface Failed {
  readonly object: ServedObject;
  readonly id: string;
}
/**
 * All that are due in an organisation. One that fails is told and tried again, each time later, and stops none of the others. Answers the
 * warnings that had one given up.
 */
export const runActions = async (
  db: Db,
  org: OrgInfo,
  now: number,
  { asSystem, onError }: Doing,
): Promise<readonly Failed[]> => {
  const { rows } = await sql<Due>`
    SELECT rule_id, equipment_id, open_at, line_id, tries FROM ${sql.id(org.schema, 'mw_iot_action')}
     WHERE done_at IS NULL AND due_at <= ${now} ORDER BY due_at, rule_id, line_id LIMIT ${MOST}`.execute(db);
  const failed: Failed[] = [];
  for (const due of rows)
    try {
      await asSystem(org, (ctx) => act(ctx, due));
    } catch (error) {
      onError(error);
      await asSystem(org, async (ctx) => {
        const given = await putOff(ctx, due, now, error);
        if (given !== null) failed.push(given);
      });
    }
  return failed;
};

/** Answers the warning of one that is given up. Of two processes it failed in, one counts. */
const putOff = async (ctx: Ctx, due: Due, now: number, error: unknown): Promise<Failed | null> => {
  const table = sql.id(ctx.org.schema, 'mw_iot_action');
  const isSame = sql`${isKey(due)} AND tries = ${due.tries}`;
  const wait = AGAIN[due.tries];
  if (wait !== undefined) {
    await sql`UPDATE ${table} SET tries = tries + 1, due_at = ${now + wait * MINUTE_MS} WHERE ${isSame}`.execute(
      ctx.trx,
    );
    return null;
  }
  const fault = error instanceof AppError ? error.message : UNKNOWN;
  const { rows } = await sql<{ object: ServedObject; warning_id: string; line_id: string }>`
    UPDATE ${table} SET tries = tries + 1, done_at = now(), fault = ${fault} WHERE ${isSame} RETURNING object, warning_id, line_id`.execute(
    ctx.trx,
  );
  const [given] = rows;
  if (given === undefined) return null;
  const [rule] =
    given.object === 'energyAlert' ? [] : await ctx.records.many('eventRule', [due.rule_id], { rows: ['actions'] });
  const tells = rule?.actions.some(({ id, actionType }) => id === given.line_id && actionType !== SERVICE) === true;
  const said = `${tells ? '站内消息未发出' : '设备服务单未生成'}：${fault}`;
  // past its versions, as all that is derived of it
  await sql`UPDATE ${sql.id(ctx.org.schema, TABLES[given.object])}
     SET action_fault = left(concat_ws('；', nullif(action_fault, ''), ${said}::text), ${MOST_FAULT}::int) WHERE id = ${given.warning_id}`.execute(
    ctx.trx,
  );
  return { object: given.object, id: given.warning_id };
};
const TABLES: Readonly<Record<ServedObject, string>> = {
  thresholdWarning: 'threshold_warning',
  faultWarning: 'fault_warning',
  energyAlert: 'energy_alert',
};

const KEEP_DAYS = BACK;
/** What is done is kept as long as readings may come that derive its warning again, so that it is not done twice. */
export const forgetActions = async (db: Db, org: OrgInfo): Promise<void> => {
  await sql`DELETE FROM ${sql.id(org.schema, 'mw_iot_action')} WHERE done_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(
    db,
  );
};

const act = async (ctx: Ctx, key: Key): Promise<void> => {
  const table = sql.id(ctx.org.schema, 'mw_iot_action');
  // a second process finds it done
  const { rows } = await sql<{ object: ServedObject; warning_id: string; delayed: boolean }>`
    UPDATE ${table} SET done_at = now() WHERE ${isKey(key)} RETURNING object, warning_id, delayed`.execute(ctx.trx);
  const [planned] = rows;
  if (planned === undefined) return;
  if (planned.object === 'energyAlert') return serveAlert(ctx, planned.warning_id);
  const record = await ctx.records.get(planned.object, planned.warning_id);
  const [rule] = await ctx.records.many('eventRule', [key.rule_id], { rows: ['actions'] });
  const line = rule?.actions.find(({ id }) => id === key.line_id);
  if (record === null || line === undefined || record.docStatus === IGNORED) return;
  if (planned.delayed && record.docStatus === OVER) return;
  if (line.actionType === SERVICE) await serve(ctx, planned.object, record, line);
  else await tell(ctx, planned.object, record, line);
};

type Line = RowOf<'eventRule'>['actions'][number];
type Warned = RowOf<WarningObject>;
const tell = async (ctx: Ctx, object: WarningObject, record: Warned, line: Line): Promise<void> => {
  const { id, text, level, startAt, equipment } = record;
  const device = equipment === null ? '' : await ctx.records.label('equipment', equipment);
  await ctx.emit(`${object}.told`, {
    ...{ id, level, title: `「${object === 'faultWarning' ? '故障预警' : '阈值预警'}」${device} ${text ?? ''}` },
    receivers: [{ kind: line.receiver, role: line.role, user: line.user }],
    ...((line.delayMin ?? 0) > 0
      ? { body: `开始时间${startAt ?? ''}，报警${line.delayMin}分钟后仍未恢复，请处理。` }
      : // whom a rule of notices tells of it knows by that
        { body: `开始时间${startAt ?? ''}，请处理。`, besides: `${object}.open` }),
  });
};
const serve = async (ctx: Ctx, object: WarningObject, record: Warned, line: Line): Promise<void> => {
  if (record.serviceOrder !== null) return;
  const { serviceType, urgency, withinHours } = line;
  const expectAt = dateAdd(ctx.now, withinHours ?? HOURS, 'hour');
  if (urgency === null || expectAt === null) throw refuse('没有填写紧急程度');
  const ask = { serviceType: serviceType ?? ('1' as const), urgency, expectAt, desc: record.text ?? '' };
  const serviceOrder = await orderService({ object, record, equipment: record.equipment }, ask, ctx);
  await ctx.records.patch(object, record.id, { head: { serviceOrder } });
};

/**
 * What event rules do when they open (50 §2.10): planned in the transaction of the warning and done in one of its own, so that each line
 * is done once, whoever crashes. One that waits is done only if the warning is still open.
 */
import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Ctx, Db, OrgInfo } from '../../ctx';
import type { RowOf } from '../../rows';
import type { At, OnError } from '../dirty';
import { serve as serveAlert } from '../energy/alerts/then';
import type { WarningObject } from './sayings';
import { orderService } from './serve';

const [OVER, IGNORED] = ['60', '80'];
const SERVICE = '4';
const MOST = 100;
const PUT_OFF_MS = 60_000;
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
/** All that are due in an organisation. One that fails is told and tried again later, and stops none of the others. */
export const runActions = async (db: Db, org: OrgInfo, now: number, { asSystem, onError }: Doing): Promise<void> => {
  const table = sql.id(org.schema, 'mw_iot_action');
  const { rows } = await sql<Key>`
    SELECT rule_id, equipment_id, open_at, line_id FROM ${table}
     WHERE done_at IS NULL AND due_at <= ${now} ORDER BY due_at, rule_id, line_id LIMIT ${MOST}`.execute(db);
  for (const key of rows)
    await asSystem(org, (ctx) => act(ctx, key)).catch(async (error: unknown) => {
      await sql`UPDATE ${table} SET due_at = ${now + PUT_OFF_MS} WHERE ${isKey(key)}`.execute(db);
      onError(error);
    });
};

const act = async (ctx: Ctx, key: Key): Promise<void> => {
  const table = sql.id(ctx.org.schema, 'mw_iot_action');
  // a second process finds it done
  const { rows } = await sql<{ object: WarningObject | 'energyAlert'; warning_id: string; delayed: boolean }>`
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
    body: `开始时间${startAt ?? ''}，请处理。`,
    receivers: [{ kind: line.receiver, role: line.role, user: line.user }],
  });
};
const serve = async (ctx: Ctx, object: WarningObject, record: Warned, line: Line): Promise<void> => {
  if (record.serviceOrder !== null) return;
  const { serviceType, urgency, withinHours } = line;
  const expectAt = dateAdd(ctx.now, withinHours ?? HOURS, 'hour');
  if (urgency === null || expectAt === null) throw new Error(`action ${line.id}: an order needs its urgency`);
  const ask = { serviceType: serviceType ?? ('1' as const), urgency, expectAt, desc: record.text ?? '' };
  const serviceOrder = await orderService({ object, record, equipment: record.equipment }, ask, ctx);
  await ctx.records.patch(object, record.id, { head: { serviceOrder } });
};

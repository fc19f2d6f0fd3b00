/** What a warning says beside its times: the rule, the device, its unit, what it worked on and in which shift. */
import { sql } from 'kysely';
import { roundHalfUp } from '../../../schemas/language/codec/decimal';
import { shiftAt } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import { factoryClock } from '../../clock';
import type { Ctx } from '../../ctx';
import type { RowOf } from '../../rows';
import type { At } from '../dirty';
import { type Alarm, alarmOf } from './alarms';
import type { Warning } from './rule';
import type { Made } from './warnings';
import { KIND } from './written';

export type WarningObject = 'thresholdWarning' | 'faultWarning';
export interface Saying {
  readonly object: WarningObject;
  readonly device: string;
  readonly head: Awaited<ReturnType<typeof ofDevice>> & Partial<Said>;
}
interface Said {
  readonly eventRule: string | null;
  readonly level: RowOf<'eventRule'>['level'];
  readonly signalName: string;
  readonly limitValue: number | null;
  readonly text: string;
  readonly faultType: string | null;
  readonly faultName: string;
  readonly faultCode: string;
  readonly value: null;
  readonly peak: null;
  readonly stopFlag: boolean;
}
const FAULT = '2';
const STATE_NAME = '运行状态';
const MOST_TEXT = 300;
const SCALE = 4;
/** What was read may have more decimals than a record holds. */
export const heldOf = (x: number | null): number | null => (x === null ? null : roundHalfUp(x, SCALE));

/** One for each, none for what nobody knows any more. */
export const sayingsOf = async (
  ctx: Ctx,
  at: At,
  device: string,
  made: readonly Made[],
): Promise<readonly (Saying | undefined)[]> => {
  if (made.length === 0) return [];
  const names = await signalNames(ctx, at, device);
  const ids = [...new Set(made.flatMap(({ source }) => (alarmOf(source) === null ? source : [])))];
  const rules = new Map(
    (await ctx.records.many('eventRule', ids, { rows: ['conditions'] })).map((rule) => [rule.id, rule]),
  );
  const sayings: (Saying | undefined)[] = [];
  for (const { source, warning } of made) {
    const alarm = alarmOf(source);
    const rule = rules.get(source);
    if (alarm !== null) sayings.push(await ofAlarm(ctx, at, device, { alarm, warning }));
    else if (rule === undefined) sayings.push(undefined);
    else sayings.push(await ofRule(ctx, device, warning, { rule, names }));
  }
  return sayings;
};

interface Of {
  readonly rule: Omit<RowOf<'eventRule'>, 'actions'>;
  readonly names: ReadonlyMap<string, string>;
}
const ofRule = async (ctx: Ctx, device: string, warning: Warning, { rule, names }: Of): Promise<Saying> => {
  const [first] = rule.conditions;
  const isState = rule.kind === KIND.lasting;
  const signalName = isState ? STATE_NAME : (names.get(first?.signalCode ?? '') ?? first?.signalCode ?? '');
  const isMeasured = !isState && rule.kind !== KIND.silent && rule.kind !== KIND.frozen;
  const limitValue = isMeasured ? (first?.value ?? null) : null;
  const around = await ofDevice(ctx, device, warning);
  const state = ctx.records.dict('deviceRunState')?.items.find(({ code }) => code === String(warning.value));
  const words: Readonly<Record<string, string>> = {
    设备: await ctx.records.label('equipment', device),
    信号: signalName,
    值: isState ? (state?.title ?? '') : String(heldOf(warning.value) ?? ''),
    限值: String(limitValue ?? ''),
    工单: around.workOrderNbr === null ? '' : await ctx.records.label('workOrder', around.workOrderNbr),
  };
  const text = rule.text.replace(/\{(设备|信号|值|限值|工单)\}/g, (_, word: string) => words[word] ?? '');
  const head = {
    ...around,
    eventRule: rule.id,
    level: rule.level,
    signalName,
    limitValue,
    text: text.slice(0, MOST_TEXT),
  };
  if (rule.target !== FAULT) return { object: 'thresholdWarning', device, head };
  const [fault] =
    rule.faultType === null ? [] : await ctx.records.many('faultType', [rule.faultType], { stored: true });
  const { faultType } = rule;
  return {
    ...{ object: 'faultWarning', device },
    head: { ...head, faultType, faultName: fault?.name ?? rule.name, stopFlag: fault?.stopDefault === true },
  };
};

const [NOTE, PLAIN, GRAVE, URGENT] = ['1', '2', '3', '4'] as const;
const levelOf = (row: AlarmRow | undefined): RowOf<'eventRule'>['level'] => {
  if (row === undefined || row.fault === null) return NOTE;
  if (row.level === null) return PLAIN;
  return [NOTE, PLAIN, GRAVE][Number(row.level) - 1] ?? URGENT;
};
/** What 报警对照 says of a code; of one that is not listed only that it is on. */
const ofAlarm = async (
  ctx: Ctx,
  at: At,
  device: string,
  { alarm: { map, code }, warning }: { readonly alarm: Alarm; readonly warning: Warning },
): Promise<Saying> => {
  const { rows } = await sql<AlarmRow>`
    SELECT m.name AS signal, f.id AS fault, coalesce(nullif(a.text, ''), f.name) AS name, f.stop_default AS stops, u.level
      FROM ${at('point_map')} m
      LEFT JOIN ${at('point_map_alarms')} a ON a.head_id = m.id AND a.raw = ${warning.value}::numeric
      LEFT JOIN ${at('fault_type')} f ON f.id = a.fault_type_id
      LEFT JOIN ${at('urgency')} u ON u.id = coalesce(a.level_id, f.urgency_id)
     WHERE m.id = ${map} LIMIT 1`.execute(ctx.trx);
  const [row] = rows;
  const name = row?.name ?? null;
  const head = {
    ...{
      eventRule: null,
      level: levelOf(row),
      signalName: row?.signal ?? '',
      limitValue: null,
      value: null,
      peak: null,
    },
    ...{
      faultType: row?.fault ?? null,
      faultName: name ?? UNDEFINED,
      faultCode: code.slice(0, 40),
      stopFlag: row?.stops === true,
    },
    text: (name === null ? `${UNDEFINED} ${code}` : `${name}(${code})`).slice(0, MOST_TEXT),
  };
  return { object: 'faultWarning', device, head: { ...(await ofDevice(ctx, device, warning)), ...head } };
};
const UNDEFINED = '未定义报警';
interface AlarmRow {
  readonly signal: string;
  readonly fault: string | null;
  readonly name: string | null;
  readonly stops: boolean | null;
  readonly level: string | null;
}

const ofDevice = async (ctx: Ctx, device: string, { openAt }: Warning) => {
  const moment = factoryClock(new Date(openAt));
  const ask = { id: device, day: moment.slice(0, 10) };
  const resource = (await resourcesOf(ctx, [ask])).get(keyOf(ask));
  const { shift, date } = resource === undefined ? { shift: null, date: ask.day } : shiftAt(resource, moment);
  const works = await ctx.records.find(
    'deviceWork',
    'equipment == param.device && from <= param.moment && (empty(to) || to > param.moment)',
    { param: { device, moment }, sort: '-from', limit: 1 },
  );
  const [equipment] = await ctx.records.many('equipment', [device], { stored: true });
  return {
    ...{ equipment: device, factoryUnit: equipment?.factoryUnit ?? null },
    ...{ shift: shift?.id ?? null, shiftDate: date, workOrderNbr: works[0]?.workOrderNbr ?? null },
  };
};

const signalNames = async ({ trx }: Ctx, at: At, device: string): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ code: string; name: string }>`
    SELECT signal_code AS code, name FROM ${at('point_map')} WHERE equipment_id = ${device} AND is_deleted = 0`.execute(
    trx,
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
};

/** 不良记录 (50 §2.9, §3): bad pieces of devices, said by people or by reports that became effective. The two are never added up. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { shiftAt } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { RowOf } from '../../rows';
import type { ReportEffect } from '../production/effect';

const OF_REPORT = '2';
const BY_HAND = '3';
const DAYS = 7;
type Report = RowOf<'prdReport'>;

export const badStat: DomainModule<'badStat'> = {
  async admit({ source, happenAt }, action, ctx) {
    if (action !== 'edit' && action !== 'del') return;
    if (source !== BY_HAND) throw refuse('只能修改手工登记的不良');
    if (happenAt < (dateAdd(ctx.now, -DAYS, 'day') ?? '')) throw refuse(`该不良已超过${DAYS}天，不能再修改`);
  },
  async derive({ equipment, happenAt, source }, old, ctx) {
    if (source !== BY_HAND || !equipment || !happenAt) return undefined;
    if (old !== null && old.equipment === equipment && old.happenAt === happenAt) return undefined;
    return { ...(await shiftOf(ctx, equipment, happenAt)), ...(await workOf(ctx, equipment, happenAt)) };
  },
};

const shiftOf = async (ctx: Ctx, equipment: string, at: string) => {
  const ask = { id: equipment, day: at.slice(0, 10) };
  const resource = (await resourcesOf(ctx, [ask])).get(keyOf(ask));
  const { shift, date } = resource === undefined ? { shift: null, date: ask.day } : shiftAt(resource, at);
  return { shift: shift?.id ?? null, shiftDate: date };
};
/** What the device worked on, where that is sure. */
const workOf = async (ctx: Ctx, equipment: string, at: string) => {
  const { records } = ctx.asSystem();
  const works = await records.find(
    'deviceWork',
    'equipment == param.equipment && from <= param.at && (empty(to) || to > param.at)',
    { param: { equipment, at }, limit: 2 },
  );
  const [work = null] = works.length === 1 ? works : [];
  return {
    deviceWork: work?.id ?? null,
    workOrderNbr: work?.workOrderNbr ?? null,
    opNbr: work?.opNbr ?? null,
    process: work?.process ?? null,
    material: work?.material ?? null,
  };
};

/** Bad pieces of an effective report stand with its device, and go with it. */
export const badOfReport: ReportEffect = {
  name: '设备不良',
  async apply(report, ctx) {
    await writeBad(report, ctx);
    return undefined;
  },
  async reverse(report, ctx) {
    await takeBad(report, ctx);
    return undefined;
  },
  async adjust(report, to, ctx) {
    await takeBad(report, ctx);
    await writeBad(to, ctx);
    return undefined;
  },
};
const writeBad = async (report: Report, ctx: Ctx): Promise<void> => {
  const { id, equipment, shiftDate, shift, workOrderNbr, opNbr, process, material, endTime } = report;
  if (equipment === null) return;
  const { records } = ctx.asSystem();
  const [device] = await records.many('equipment', [equipment], { stored: true });
  const head = {
    equipment,
    factoryUnit: device?.factoryUnit ?? null,
    shiftDate,
    shift,
    workOrderNbr,
    opNbr,
    process,
    material,
  };
  for (const { badReason, qty, rowRemark } of report.badRows)
    await records.save('badStat', {
      ...head,
      ...{ id: ctx.newId(), badReason, qty, note: rowRemark, happenAt: endTime, reportNbr: id, source: OF_REPORT },
    });
};
const takeBad = async ({ id }: Report, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  for (const row of await records.find('badStat', 'reportNbr == param.report', { param: { report: id } }))
    await records.patch('badStat', row.id, { head: { isDeleted: 1 } });
};

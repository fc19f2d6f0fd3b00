/** 抄表记录 (50 §6): a register only grows, each reading closes the span since the one before, the newest may be taken back. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { feeMonth } from '../../energy/tariff';
import { refuse } from '../../errors';
import { lastClosed } from '../../iot/energy/closed';
import { engineOf } from '../../records/host';
import { bulkOf } from '../../records/save/bulk';
import type { HeadOf, JudgedOf, RowOf } from '../../rows';
import { isBelow, lastReading, neighbours, perDay, READING, type Reading, usedBetween } from './readings';

/** a use this many times the usual one is asked about */
const UNUSUAL = 3;
const USUAL_DAYS = 30;
type Meter = HeadOf<'energyMeter'>;

export const meterReading: DomainModule<'meterReading'> = {
  async derive(record, _old, ctx) {
    const { id, meter, readAt, value } = record;
    // what a swap says was reckoned by it
    if (!meter || !readAt || typeof value !== 'number' || record.source === READING.swap) return undefined;
    const found = await lockedMeter(ctx, meter);
    if (!found) return undefined;
    const { before, after } = await neighbours(ctx, { id, meter, readAt });
    const ratio = after?.ratio ?? found.ratio;
    return {
      source: bulkOf(engineOf(ctx)) ? READING.imported : READING.manual,
      ratio,
      delta: before ? usedBetween(before, { value, readAt, ratio }, found) : null,
    };
  },
  async check(record, _old, ctx) {
    if (record.source === READING.swap) return [];
    const meter = await lockedMeter(ctx, record.meter);
    if (!meter) return [];
    const { before, after } = await neighbours(ctx, record);
    const at = (path: 'value' | 'readAt', text: string): Problem => ({ code: `meterReading.${path}`, path, text });
    if (before?.readAt === record.readAt) return [at('readAt', '读数时间重复')];
    if (before && isBelow(record.value, before, meter, record.readAt))
      return [at('value', `本次读数${shown(record.value)}小于上次读数${shown(before.value)}，如已换表请使用「换表」`)];
    if (after && isBelow(after.value, record, meter, after.readAt))
      return [at('value', `本次读数${shown(record.value)}大于之后的读数${shown(after.value)}（${after.readAt}）`)];
    return before ? unusual(record, before, ctx) : [];
  },
  async after({ record, action }, ctx) {
    if (action !== 'del') await followUp(ctx, record);
  },
  actions: {
    async del(record, _ask, ctx) {
      await lockedMeter(ctx, record.meter);
      const last = await lastReading(ctx, record.meter);
      if (last?.id !== record.id) throw refuse('只能删除最近一次手工读数');
      const day = record.readAt.slice(0, 10);
      const closed = await lastClosed(ctx);
      if (closed !== undefined && day <= closed.until)
        throw refuse(`${feeMonth(day, Number(ctx.setting('energy.billDay')))}已结账，不能删除读数`);
      const { before } = await neighbours(ctx, record);
      await ctx.asSystem().records.patch('energyMeter', record.meter, {
        head: { lastValue: before?.value ?? null, lastAt: before?.readAt ?? null },
      });
      return undefined;
    },
  },
};

const shown = (value: number): string => value.toFixed(4);

/** Readings of one meter are written one after the other. */
const lockedMeter = async (ctx: Ctx, id: string): Promise<Meter | undefined> => {
  const [meter] = await ctx.asSystem().records.many('energyMeter', [id], { lock: true });
  return meter;
};

/** The span behind a reading that came late ends where it begins now; the meter shows its newest. */
const followUp = async (ctx: Ctx, record: RowOf<'meterReading'>): Promise<void> => {
  const { records } = ctx.asSystem();
  const meter = await lockedMeter(ctx, record.meter);
  const { after } = await neighbours(ctx, record);
  if (!meter || record.source === READING.swap) return;
  if (after === undefined)
    await records.patch('energyMeter', meter.id, { head: { lastValue: record.value, lastAt: record.readAt } });
  else
    await records.patch('meterReading', after.id, {
      head: { delta: usedBetween(record, { ...after, ratio: after.ratio ?? meter.ratio }, meter) },
    });
};

/** Asked, never refused: the use a day against that of the last 30 days. */
const unusual = async (record: JudgedOf<'meterReading'>, before: Reading, ctx: Ctx): Promise<readonly Problem[]> => {
  const from = dateAdd(before.readAt, -USUAL_DAYS) ?? before.readAt;
  const rows = await ctx
    .asSystem()
    .records.find('meterReading', 'meter == param.meter && readAt >= param.from && readAt <= param.to', {
      param: { meter: record.meter, from, to: before.readAt },
      sort: 'readAt',
    });
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0) return [];
  const usual = perDay(sumDec(rest.map(({ delta }) => delta ?? 0)), first.readAt, before.readAt);
  const times = usual > 0 ? perDay(record.delta ?? 0, before.readAt, record.readAt) / usual : 0;
  if (times <= UNUSUAL) return [];
  const text = `本次用量是近30天日均的${times.toFixed(1)}倍，请确认`;
  return [{ code: 'meterReading.unusual', path: 'value', text, level: 'warn' }];
};

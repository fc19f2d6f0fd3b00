/** 计量表 (50 §6): formulas of virtual meters, and 换表 as two readings that the register goes on from. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { loopFrom, parseFormula, renamedIn } from '../../energy/formula';
import { refuse } from '../../errors';
import type { JudgedOf, RowOf } from '../../rows';
import { isBelow, lastReading, READING, SWAP_SIDE, usedBetween } from './readings';

export const VIRTUAL = '3';

export const energyMeter: DomainModule<'energyMeter'> = {
  async check(record, _old, ctx) {
    return record.readMode === VIRTUAL ? formulaProblems(record, ctx) : [];
  },
  actions: {
    async replace(record, ask, ctx) {
      const { swapAt, oldValue, newValue, newRatio } = ask;
      if (newRatio <= 0) throw refuse('倍率必须大于0', { field: 'newRatio' });
      if (swapAt > ctx.now) throw refuse('换表时间不能晚于现在', { field: 'swapAt' });
      const last = await lastReading(ctx, record.id);
      if (last && swapAt < last.readAt)
        throw refuse(`换表时间不能早于最后一次读数（${last.readAt}）`, { field: 'swapAt' });
      if (last && isBelow(oldValue, last, record, swapAt)) {
        const [now, before] = [oldValue, last.value].map((value) => value.toFixed(4));
        throw refuse(`旧表末次读数${now}小于上次读数${before}`, { field: 'oldValue' });
      }
      const { records } = ctx.asSystem();
      const common = { meter: record.id, readAt: swapAt, source: READING.swap, note: ask.reason };
      const delta = last ? usedBetween(last, { value: oldValue, ratio: record.ratio, readAt: swapAt }, record) : null;
      const old = { value: oldValue, ratio: record.ratio, delta, swapSide: SWAP_SIDE.old };
      await records.save('meterReading', { ...common, ...old, id: ctx.newId() });
      const fresh = { value: newValue, ratio: newRatio, delta: 0, swapSide: SWAP_SIDE.fresh };
      await records.save('meterReading', { ...common, ...fresh, id: ctx.newId() });
      const code = await newCode(record, ask.newCode, ctx);
      return { ratio: newRatio, lastValue: newValue, lastAt: swapAt, ...(code === undefined ? {} : { code }) };
    },
  },
};

const formulaProblems = async (record: JudgedOf<'energyMeter'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const problem = (text: string): readonly Problem[] => [{ code: 'energyMeter.formula', path: 'formula', text }];
  const terms = parseFormula(record.formula ?? '');
  if (terms === null) return problem('虚拟表公式由表号、+、- 和系数组成，例如 EM-00 - EM-10 - 0.5 * EM-20');
  const { records } = ctx.asSystem();
  const codes = [...new Set(terms.map(({ code }) => code))];
  const parts = await records.find('energyMeter', 'code in param.codes', { param: { codes } });
  const known = new Map(parts.map((part) => [part.code, part]));
  const missing = codes.find((code) => !known.has(code) && code !== record.code);
  if (missing !== undefined) return problem(`公式中的表号不存在：「${missing}」`);
  const other = parts.find(({ energyType }) => energyType !== record.energyType);
  if (other) return problem(`公式中的「${other.code}」不是同一种能源`);
  // whoever changes a formula waits for the others: two of them could close a loop together
  const virtual = await records.find('energyMeter', 'readMode == 3 && id != param.id', { param: { id: record.id } });
  const locked = await records.many(
    'energyMeter',
    virtual.map(({ id }) => id),
    { lock: true, stored: true },
  );
  const formulas = new Map(locked.map(({ code, formula }) => [code, formula ?? '']));
  formulas.set(record.code, record.formula ?? '');
  const loop = loopFrom(record.code, (code) => (parseFormula(formulas.get(code) ?? '') ?? []).map((term) => term.code));
  return loop === undefined ? [] : problem(`虚拟表公式形成循环：${loop.join(' → ')}`);
};

/** The number on the new meter becomes the code, in formulas too. */
const newCode = async (
  { id, code }: RowOf<'energyMeter'>,
  asked: string | null | undefined,
  ctx: Ctx,
): Promise<string | undefined> => {
  const next = asked?.trim() ?? '';
  if (next === '' || next === code) return undefined;
  const { records } = ctx.asSystem();
  const [taken] = await records.find('energyMeter', 'code == param.next && id != param.id', { param: { next, id } });
  if (taken) throw refuse(`编码「${next}」已存在，请更换`, { field: 'newCode' });
  for (const meter of await records.find('energyMeter', 'readMode == 3')) {
    const formula = renamedIn(meter.formula ?? '', code, next);
    if (formula !== meter.formula) await records.patch('energyMeter', meter.id, { head: { formula } });
  }
  return next;
};

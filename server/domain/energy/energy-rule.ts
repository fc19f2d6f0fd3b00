/** 能耗预警配置 (50 §6): its condition as a sentence; a rule over a quota needs one for the month. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { feeMonth } from '../../energy/tariff';
import { quotaBook } from '../../iot/energy/alerts/quota';
import type { DraftOf, JudgedOf } from '../../rows';

const TYPE = { quota: '3' };
const SCOPE = { unit: '2' };

export const energyRule: DomainModule<'energyRule'> = {
  derive: async (record) => ({ summary: sentenceOf(record) }),
  check: async (record, _old, ctx) => [...(await typeProblems(record, ctx)), ...(await quotaProblems(record, ctx))],
};

const UNIT: Readonly<Record<string, string>> = { 1: 'kW', 2: 'm³/h', 3: 'm³/h' };
const timeOf = (time: string | null | undefined): string => (time ?? '').slice(0, 5);
type Draft = DraftOf<'energyRule'>;
const within = ({ activeFrom, activeTo }: Draft): string =>
  activeFrom && activeTo ? `${timeOf(activeFrom)}–${timeOf(activeTo)}` : '';
const inTimes = (record: Draft): string => (within(record) === '' ? '' : `，只在${within(record)}`);
const SENTENCES: Readonly<Record<string, (record: Draft) => string>> = {
  1: (record) =>
    `${record.energyType === '1' ? '功率' : '流量'}${record.op === 'lt' ? '<' : '>'}${record.limitValue ?? ''}${UNIT[record.energyType ?? '1'] ?? ''}${
      (record.forSec ?? 0) > 0 ? `持续${record.forSec}秒` : ''
    }${inTimes(record)}`,
  2: (record) => `${record.windowMin ?? ''}分钟用量>${record.limitValue ?? ''}${inTimes(record)}`,
  3: ({ limit2 }) => `本月累计达到定额的${limit2 ?? ''}%、90%、100%`,
  4: ({ limitValue }) => `小时用量>前4个同类日同一小时中位数的${limitValue ?? ''}倍`,
  5: (record) => `非生产时段${within(record)}和休息日，${record.windowMin ?? ''}分钟用量>${record.limitValue ?? ''}`,
  6: ({ limitValue, nights }) => `0–5点最小流量>${limitValue ?? ''}m³/h，连续${nights ?? ''}晚`,
  7: ({ limitValue }) => `日功率因数<${limitValue ?? ''}`,
  8: (record) => `需量>${record.limitValue ?? ''}kW的${record.limit2 ?? ''}%${inTimes(record)}`,
  9: ({ windowMin }) => `${windowMin ?? ''}分钟无数据`,
  10: ({ limitValue }) => `日损耗率>${limitValue ?? ''}%`,
};
const sentenceOf = (record: Draft): string => SENTENCES[record.ruleType ?? '']?.(record) ?? '';

const typeProblems = async (record: JudgedOf<'energyRule'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.scopeType === SCOPE.unit) return [];
  const meters = await ctx.asSystem().records.many('energyMeter', record.meters, { stored: true });
  const other = meters.find(({ energyType }) => energyType !== record.energyType);
  if (other === undefined) return [];
  return [{ code: 'energyRule.meter', path: 'meters', text: `计量表「${other.code}」的能源类型与规则不同` }];
};

const quotaProblems = async (record: JudgedOf<'energyRule'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.ruleType !== TYPE.quota) return [];
  const month = feeMonth(ctx.today, Number(ctx.setting('energy.billDay')));
  const book = await quotaBook(ctx);
  const isUnit = record.scopeType === SCOPE.unit;
  const { records } = ctx.asSystem();
  const named = isUnit
    ? (await records.many('factoryUnit', record.factoryUnits, { stored: true })).map(({ id, name }) => ({
        name: `用能单元「${name}」`,
        quota: book.ofUnit(id, record.energyType, month),
      }))
    : (await records.many('energyMeter', record.meters, { stored: true })).map((meter) => ({
        name: `计量表「${meter.code}」`,
        quota: book.ofMeter(meter, month),
      }));
  const missing = named.find(({ quota }) => quota === null);
  if (missing === undefined) return [];
  const [year, no] = month.split('-').map(Number);
  const path = isUnit ? 'factoryUnits' : 'meters';
  return [{ code: 'energyRule.quota', path, text: `${missing.name}未设置${year}年${no}月定额` }];
};

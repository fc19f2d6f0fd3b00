/** 事件配置 (50 §3): its conditions as a sentence, and what it would have said of a device. */
import { factoryClock } from '../../clock';
import type { Ctx, DomainModule } from '../../ctx';
import { factoryMs } from '../../iot/factory-time';
import { STATE } from '../../iot/rules/rule';
import { heldOf } from '../../iot/rules/sayings';
import { tryRule } from '../../iot/rules/trial';
import { timesOf } from '../../iot/rules/windows';
import { ANY, KIND, OPS, ruleOf } from '../../iot/rules/written';
import { answer, type DraftOf } from '../../rows';

const DAY_MS = 86_400_000;

export const eventRule: DomainModule<'eventRule'> = {
  async derive(record, _old, ctx) {
    return { summary: sentenceOf(record, await namesOf(ctx, record)) };
  },
  actions: {
    async test(record, ask, ctx) {
      const until = factoryMs(ctx.now);
      const spoken = { rule: ruleOf(record), times: timesOf(record) };
      const made = await tryRule(ctx, spoken, String(ask.equipment), { from: until - DAY_MS, until });
      return answer({
        rows: made.map(({ startAt, openAt, endAt, peak }) => ({
          startAt: factoryClock(new Date(startAt)),
          openAt: factoryClock(new Date(openAt)),
          endAt: endAt === null ? '报警中' : factoryClock(new Date(endAt)),
          peak: String(heldOf(peak) ?? ''),
        })),
      });
    },
  },
};

/** Signals as the points of the devices in its scope are called: a rule speaks of 主轴温度, not of temp. */
const namesOf = async (ctx: Ctx, record: DraftOf<'eventRule'>): Promise<ReadonlyMap<string, string>> => {
  const codes = record.conditions.flatMap(({ signalCode }) => signalCode ?? []);
  const maps = await ctx
    .asSystem()
    .records.find('pointMap', `signalCode in param.codes && isDisabled == 0 && ${SCOPED[record.scopeType ?? '1']}`, {
      param: { codes, ...scopeOf(record) },
      sort: 'code',
    });
  const named = maps.map(({ signalCode, name }) => [signalCode, name] as const);
  return new Map([...named.reverse(), [STATE, '运行状态']]);
};
const SCOPED: Readonly<Record<'1' | '2' | '3', string>> = {
  1: 'equipment in param.equipments',
  2: 'equipment.devCategory in param.devCategories',
  3: 'equipment.factoryUnit in param.factoryUnits',
};
const scopeOf = ({ equipments, devCategories, factoryUnits }: DraftOf<'eventRule'>) => ({
  ...{ equipments: equipments ?? [], devCategories: devCategories ?? [], factoryUnits: factoryUnits ?? [] },
});

const sentenceOf = (record: DraftOf<'eventRule'>, names: ReadonlyMap<string, string>): string => {
  const { kind, forSec, times, withinMin } = record;
  const rows = record.conditions.map(({ signalCode, op, value }) => {
    const signal = names.get(signalCode ?? '') ?? signalCode ?? '';
    if (kind === KIND.silent) return `${signal}无数据`;
    if (kind === KIND.frozen) return `${signal}数值不变`;
    return `${signal}${OPS[op ?? '']?.say ?? ''}${value ?? ''}`;
  });
  const joined = rows.join(kind === KIND.joined && record.joinMode === ANY ? '或' : '且');
  const lasts = (forSec ?? 0) > 0 ? `持续${forSec}秒` : '';
  return joined + lasts + (times && withinMin ? `，${withinMin}分钟内${times}次` : '');
};

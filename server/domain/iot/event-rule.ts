/** 事件配置 (50 §3): its conditions as a sentence, and what it would have said of a device. */
import { factoryClock } from '../../clock';
import type { DomainModule } from '../../ctx';
import { factoryMs } from '../../iot/factory-time';
import { tryRule } from '../../iot/rules/trial';
import { ANY, KIND, OPS, ruleOf } from '../../iot/rules/written';
import { answer, type DraftOf } from '../../rows';

const DAY_MS = 86_400_000;

export const eventRule: DomainModule<'eventRule'> = {
  async derive(record) {
    return { summary: sentenceOf(record) };
  },
  actions: {
    async test(record, ask, ctx) {
      const until = factoryMs(ctx.now);
      const made = await tryRule(ctx, ruleOf(record), String(ask.equipment), { from: until - DAY_MS, until });
      return answer({
        rows: made.map(({ startAt, openAt, endAt, peak }) => ({
          startAt: factoryClock(new Date(startAt)),
          openAt: factoryClock(new Date(openAt)),
          endAt: endAt === null ? '报警中' : factoryClock(new Date(endAt)),
          peak: peak === null ? '' : String(peak),
        })),
      });
    },
  },
};

const sentenceOf = (record: DraftOf<'eventRule'>): string => {
  const { kind, forSec, times, withinMin } = record;
  const rows = record.conditions.map(({ signalCode, op, value }) => {
    if (kind === KIND.silent) return `${signalCode ?? ''}无数据`;
    if (kind === KIND.frozen) return `${signalCode ?? ''}数值不变`;
    return `${signalCode ?? ''}${OPS[op ?? '']?.say ?? ''}${value ?? ''}`;
  });
  const joined = rows.join(kind === KIND.joined && record.joinMode === ANY ? '或' : '且');
  const lasts = (forSec ?? 0) > 0 ? `持续${forSec}秒` : '';
  return joined + lasts + (times && withinMin ? `，${withinMin}分钟内${times}次` : '');
};

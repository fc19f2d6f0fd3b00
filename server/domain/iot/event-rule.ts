/** 事件配置 (50 §3): its conditions as a sentence, and what it would have said of a device. */
import { factoryClock } from '../../clock';
import type { DomainModule } from '../../ctx';
import { factoryMs } from '../../iot/factory-time';
import { type Op, type Rule, STATE } from '../../iot/rules/rule';
import { tryRule } from '../../iot/rules/trial';
import { answer, type DraftOf, type RowOf } from '../../rows';

type EventRule = RowOf<'eventRule'>;
const KIND = { silent: '5', frozen: '6', lasting: '7', joined: '9' };
const ANY = '2';
const HYSTERESIS = '2';
const DAY_MS = 86_400_000;
const OPS: Readonly<Record<string, { readonly op: Op; readonly say: string }>> = {
  gt: { op: '>', say: '>' },
  ge: { op: '>=', say: '≥' },
  lt: { op: '<', say: '<' },
  le: { op: '<=', say: '≤' },
  eq: { op: '=', say: '=' },
  ne: { op: '!=', say: '≠' },
  change: { op: 'change', say: '变化' },
  rate: { op: 'rate', say: '每分钟变化>' },
};

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

const ruleOf = (record: EventRule): Rule => {
  const { kind, times, withinMin, clearExpr, clearValue } = record;
  return {
    sort: kind === KIND.silent ? 'silent' : kind === KIND.frozen ? 'frozen' : 'values',
    conditions: record.conditions.map(({ signalCode, op, value }) => ({
      signal: kind === KIND.lasting ? STATE : signalCode,
      op: OPS[op]?.op ?? '=',
      value,
    })),
    any: record.joinMode === ANY,
    forMs: record.forSec * 1000,
    often: times === null || withinMin === null ? null : { times, withinMs: withinMin * 60_000 },
    clearValue: clearExpr === HYSTERESIS ? clearValue : null,
    clearMs: (record.clearSec ?? 0) * 1000,
    skipInMaint: record.skipInMaint,
    maxPerHour: record.maxPerHour,
  };
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

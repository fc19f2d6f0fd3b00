/** An event rule as people wrote it, as the engine reads it. */
import type { RowOf } from '../../rows';
import { type Op, type Rule, STATE } from './rule';

export const KIND = { silent: '5', frozen: '6', lasting: '7', joined: '9', counting: '10' } as const;
export const ANY = '2';
const HYSTERESIS = '2';
export const OPS: Readonly<Record<string, { readonly op: Op; readonly say: string }>> = {
  gt: { op: '>', say: '>' },
  ge: { op: '>=', say: '≥' },
  lt: { op: '<', say: '<' },
  le: { op: '<=', say: '≤' },
  eq: { op: '=', say: '=' },
  ne: { op: '!=', say: '≠' },
  change: { op: 'change', say: '变化' },
  rate: { op: 'rate', say: '每分钟变化>' },
};

type Written = Pick<
  RowOf<'eventRule'>,
  | 'kind'
  | 'conditions'
  | 'joinMode'
  | 'forSec'
  | 'times'
  | 'withinMin'
  | 'clearExpr'
  | 'clearValue'
  | 'clearSec'
  | 'skipInMaint'
  | 'maxPerHour'
>;
export const ruleOf = (record: Written): Rule => {
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

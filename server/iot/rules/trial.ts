/** What a rule would have said of one device, as it is watched; nothing is written. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import type { At } from '../dirty';
import { warningsOf } from './engine';
import { aroundOf, type Happening, othersIn, readingsOf, samplesOf, standing } from './events';
import type { Warning } from './rule';
import { type Spoken, tryWatch } from './watch';

export interface Span {
  readonly from: number;
  readonly until: number;
}
export const tryRule = async (ctx: Ctx, rule: Spoken, device: string, span: Span): Promise<readonly Warning[]> => {
  const { trx, org } = ctx;
  const at: At = (table) => sql.id(org.schema, table);
  const watched = await tryWatch(ctx, at, device, rule);
  if (watched === undefined) return [];
  const { from, until } = span;
  const around = await aroundOf(ctx, at, { device, watches: [{ rules: [watched], alarms: [] }], since: from, until });
  const whole = { from, until: until + 1 };
  const happened: Happening[] = [...othersIn(around, [watched], whole)];
  const points = watched.sources.map(({ point }) => point);
  for await (const reading of readingsOf(trx, at, { points, ...whole })) happened.push(reading);
  const samples = [...standing(around, watched, from), ...samplesOf(watched, happened, around)];
  return warningsOf(watched.rule, samples, until);
};

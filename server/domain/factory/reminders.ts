/** What the night says before it is too late: papers and versions that end (30, 7, 0 days before), stock below its safety (20 §2–§8). */
import { dateAdd, dateDiff } from '../../../schemas/language/codec/date-time';
import type { Ctx } from '../../ctx';
import type { Found } from '../../datasets/factory/expiring';
import { belowSafety, endingUpTo, saidBefore } from '../../datasets/factory/reminders';
import { tellOnce } from '../tell-once';

const STEPS = [0, 7, 30] as const;
const FIRST = 30;
/** days after its end that a paper nobody was told of is still spoken of */
const LATE = 7;

/** Says of each record what of it reached its next step; each step once. Answers how many records. */
export async function remindExpiring(ctx: Ctx): Promise<number> {
  let said = 0;
  for (const { object, event, found } of await endingUpTo(ctx, String(dateAdd(ctx.today, FIRST)))) {
    const byRecord = new Map<string, { owner: string; keys: string[]; lines: string[] }>();
    const known = await saidBefore(ctx, event);
    for (const match of found) {
      const left = dateDiff(ctx.today, match.due)?.n ?? 0;
      const step = STEPS.find((days) => left <= days);
      const key = `${match.item}|${match.due}|${step}`;
      if (step === undefined || left < -LATE || known.has(`${match.id} ${key}`)) continue;
      const entry = byRecord.get(match.id) ?? { owner: match.owner, keys: [], lines: [] };
      entry.keys.push(key);
      entry.lines.push(lineOf(match, left));
      byRecord.set(match.id, entry);
    }
    for (const [id, { owner, keys, lines }] of byRecord)
      await ctx.emit(event, { object, id, nbr: owner, keys, detail: lines.join('\n') });
    said += byRecord.size;
  }
  return said;
}

const lineOf = ({ item, due }: Found, left: number): string =>
  `${[item, due].filter((part) => part !== '').join(' ')} ${left > 0 ? `还有${left}天到期` : left === 0 ? '今天到期' : '已过期'}`;

/** Says every night what is short of its safety stock, the stock that may be used counted. */
export async function remindShortage(ctx: Ctx): Promise<number> {
  return tellOnce(
    ctx,
    { object: 'material', event: 'belowSafety' },
    (await belowSafety(ctx)).map(({ id, code, safety, qty }) => ({
      id,
      nbr: code,
      at: ctx.today,
      detail: `${code} 合格库存 ${Number(qty)}，安全库存 ${Number(safety)}`,
    })),
  );
}

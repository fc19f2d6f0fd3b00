/** What was reported of each start, and what becomes of it: fully reported it ends, taken back it waits to be gone on with. */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { reportedOfDispatches, reportedOfStarts, startedOfDispatches } from '../../datasets/production/sums';
import type { ChangeOf, RowOf } from '../../rows';
import { recountDeviceWork } from './device-work';
import { differing } from './differing';
import { endedOf, opened, PAUSED } from './intervals';

export const recountStarts = async (ctx: Ctx, given: readonly (string | null)[], at: string): Promise<void> => {
  const ids = given.filter((id): id is string => id !== null);
  const sums = await reportedOfStarts(ctx, ids);
  for (const id of ids) {
    const start = await ctx.asSystem().records.get('prdStart', id);
    if (!start) continue;
    const { reported, submitted, good, scrap } = sums.get(id) ?? { reported: 0, submitted: 0, good: 0, scrap: 0 };
    const head = differing(
      { ...start },
      {
        reportQty: reported,
        submittedQty: submitted,
        qualifiedQty: good,
        scrapQty: scrap,
      },
    );
    if (Object.keys(head).length > 0) await ctx.asSystem().records.patch('prdStart', id, { head });
    if (start.isImplied !== true) await follow(ctx, start, { reported, submitted }, at);
    await recountDeviceWork(ctx, [id]);
  }
};

/** 本次完工: its start ends with the report; what of it nobody reported may be started again. */
export const endStart = async (id: string | null, at: string, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const start = id === null ? null : await records.get('prdStart', id);
  if (!start || !LIVES.includes(start.docStatus ?? '')) return;
  const { intervals, workers, endTime, runHours } = endedOf(start, at);
  const startQty = Math.min(start.startQty, addDec(start.reportQty ?? 0, start.submittedQty ?? 0));
  await records.patch('prdStart', start.id, {
    head: { docStatus: '60', endTime, runHours, startQty },
    rows: { intervals, workers },
  });
  await recountDeviceWork(ctx, [start.id]);
};

const LIVES: readonly string[] = ['30', '40'];
const follow = async (
  ctx: Ctx,
  start: RowOf<'prdStart'>,
  { reported, submitted }: { readonly reported: number; readonly submitted: number },
  at: string,
): Promise<void> => {
  const { records } = ctx.asSystem();
  const now = start.docStatus ?? '';
  if (LIVES.includes(now) && submitted === 0 && reported >= start.startQty && reported > 0) {
    const { intervals, workers, endTime, runHours } = endedOf(start, at);
    await records.patch('prdStart', start.id, {
      head: { docStatus: '60', endTime, runHours },
      rows: { intervals, workers },
    });
  }
  if (now === '60' && addDec(reported, submitted) < start.startQty)
    await records.save('prdStart', {
      id: start.id,
      docStatus: '40',
      endTime: null,
      intervals: opened(start.intervals, { id: ctx.newId(), at: ctx.now, kind: PAUSED }),
    });
};

/** What was started and reported of each dispatch, and whether it is begun or done. */
export const recountDispatches = async (ctx: Ctx, given: readonly (string | null)[]): Promise<void> => {
  const ids = given.filter((id): id is string => id !== null);
  if (ids.length === 0) return;
  const [started, reported] = await Promise.all([startedOfDispatches(ctx, ids), reportedOfDispatches(ctx, ids)]);
  for (const dispatch of await ctx.asSystem().records.many('dispatchOrder', ids, { stored: true, lock: true })) {
    const sums = reported.get(dispatch.id) ?? { reported: 0, submitted: 0, good: 0, scrap: 0 };
    const startQty = started.get(dispatch.id) ?? 0;
    const wanted: ChangeOf<'dispatchOrder'> = {
      startQty,
      reportQty: sums.reported,
      submittedQty: sums.submitted,
      qualifiedQty: sums.good,
      scrapQty: sums.scrap,
      // one that ended with its work order goes on with it
      ...(dispatch.docStatus === '80' || dispatch.docStatus === '10' || dispatch.endedFrom !== null
        ? {}
        : { docStatus: sums.reported >= dispatch.qty ? '60' : startQty > 0 ? '30' : '20' }),
    };
    const head = differing({ ...dispatch }, wanted);
    if (Object.keys(head).length > 0) await ctx.asSystem().records.patch('dispatchOrder', dispatch.id, { head });
  }
};

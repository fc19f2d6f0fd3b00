/** trace.path and trace.resource (40 §10.4): the way of work orders operation by operation; what a resource worked on in a time. */
import type { TracePath, TracePathBody, TraceResource, TraceResourceBody } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import { seenOf } from '../../datasets/seen';
import { edgesAt } from '../../datasets/trace/edges';
import { eventsBy, eventsOf } from '../../datasets/trace/events';
import { batchesOf, ordersOf } from '../../datasets/trace/lots';
import { shippedOf } from '../../datasets/trace/shipped';
import { operationsOf, outputsOf, reportsBy, reportsOf, resourceNamed } from '../../datasets/trace/work';
import { refuse } from '../../errors';
import { scoped } from './graph';
import { eventsInWords, opsInWords, ordersInWords, shippedInWords } from './words';

const DAYS = 31;

export const path = async (ctx: Ctx, { roots }: TracePathBody): Promise<TracePath> => {
  // a serial number is followed back to what made it, and no further
  const lots = roots.filter(({ type }) => type === '1').map(({ id }) => id);
  const made = await outputsOf(ctx, { lots });
  const all = [...roots.filter(({ type }) => type === '2').map(({ id }) => id), ...made.works];
  const works = [...(await seenOf(ctx, 'workOrder', all))];
  const direct = (await edgesAt(ctx, works, 'back', false)).map(({ from }) => from);
  const outputs = await outputsOf(ctx, { works });
  const came = lots.length > 0 ? lots : outputs.lots;
  return {
    orders: ordersInWords(ctx, await ordersOf(ctx, works)),
    ops: opsInWords(ctx, await operationsOf(ctx, works)),
    reports: await reportsOf(ctx, works),
    inputs: await batchesOf(ctx, [...new Set(direct)]),
    outputs: await batchesOf(ctx, came),
    events: eventsInWords(ctx, await eventsOf(ctx, { lots: [...direct, ...came], works })),
    shipped: await scoped(ctx, shippedInWords(ctx, await shippedOf(ctx, came))),
    asOf: ctx.now,
  };
};

export const resource = async (ctx: Ctx, asked: TraceResourceBody): Promise<TraceResource> => {
  if (Date.parse(asked.to) - Date.parse(asked.from) > DAYS * 86_400_000)
    throw refuse(`时间范围不能超过${DAYS}天`, { rule: 'trace.window' });
  const found = await resourceNamed(ctx, asked);
  if (found === null) throw refuse(`未找到${asked.code}`, { rule: 'trace.none' });
  const reports = await reportsBy(ctx, found.id, asked);
  const seen = await seenOf(
    ctx,
    'workOrder',
    reports.map(({ workOrderId }) => workOrderId),
  );
  const lanes = reports.filter(({ workOrderId }) => seen.has(workOrderId));
  const works = [...seen];
  const { lots } = await outputsOf(ctx, { works });
  return {
    name: found.name,
    lanes: lanes.map(({ workOrderId: _of, ...lane }) => lane),
    events: eventsInWords(ctx, await eventsBy(ctx, found.id, asked)),
    outputs: await batchesOf(ctx, lots),
    asOf: ctx.now,
  };
};

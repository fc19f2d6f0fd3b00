/** trace.find and trace.graph (40 §10.2): what a scanned number is, where it went or came from, and the lists beside the graph. */
import type {
  TraceBatch,
  TraceFind,
  TraceFreeze,
  TraceGraph,
  TraceGraphBody,
  TraceNode,
  TraceRoot,
  TraceShipped,
} from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import { seenDocs, seenOf } from '../../datasets/seen';
import { type Edge, edgesAt, rootsOf } from '../../datasets/trace/edges';
import { eventsOf } from '../../datasets/trace/events';
import { batchesOf, materialsOf, ordersOf, stockOf } from '../../datasets/trace/lots';
import { freezesOf, type Shipped, shippedOf } from '../../datasets/trace/shipped';
import { operationsOf, reportsOf } from '../../datasets/trace/work';
import { refuse } from '../../errors';
import { NO_LOT } from '../../stock/genealogy';
import { type Met, type Root, type Walk, walk } from './walk';
import { eventsInWords, freezesInWords, opsInWords, ordersInWords, shippedInWords, stockInWords } from './words';

/** the graph draws no more, and says so */
export const MAX_NODES = 5000;
const MAX_BESIDE = 500;
const LOT = '1';

/** Refuses what is nowhere. */
export const find = async (
  ctx: Ctx,
  given: string,
  days: Omit<TraceFind, 'text'> = {},
): Promise<readonly TraceRoot[]> => {
  const text = given.trim();
  const roots = await rootsOf(ctx, { text, ...days });
  if (roots.length === 0) throw refuse(`未找到${text}`, { rule: 'trace.none' });
  const named = await namesOf(ctx, roots);
  return roots.flatMap(({ id }) => named.get(id) ?? []);
};

const namesOf = async (ctx: Ctx, roots: readonly Root[]): Promise<ReadonlyMap<string, TraceRoot>> => {
  const of = (type: string): readonly string[] => roots.filter((root) => root.type === type).map(({ id }) => id);
  const lots = await batchesOf(ctx, of(LOT));
  const orders = await ordersOf(ctx, of('2'));
  return new Map<string, TraceRoot>([
    ...lots.map((lot) => [lot.id, nameOf(lot)] as const),
    ...orders.map(
      ({ id, nbr, materialCode, materialName }) =>
        [id, { type: '2', id, nbr, material: null, materialCode, materialName }] as const,
    ),
  ]);
};
const nameOf = ({ type, id, nbr, material, materialCode, materialName }: TraceBatch): TraceRoot => ({
  type,
  id,
  nbr,
  material,
  materialCode,
  materialName,
});

export const graph = async (ctx: Ctx, { roots, direction, weak, narrow }: TraceGraphBody): Promise<TraceGraph> => {
  const met = await walk(ctx, roots, { direction, weak, narrow });
  const lots = met.nodes.filter(({ type }) => type === LOT).map(({ id }) => id);
  const works = met.nodes.filter(({ type }) => type === '2').map(({ id }) => id);
  const batches = await batchesOf(ctx, lots);
  const [orders, stock, shipped] = [await ordersOf(ctx, works), await stockOf(ctx, lots), await shippedOf(ctx, lots)];
  const open = [...(await seenOf(ctx, 'workOrder', works))];
  const rooted = new Set(roots.map(({ id }) => id));
  const known = new Set([...batches, ...orders].map(({ id }) => id));
  if (!roots.some(({ id }) => known.has(id))) throw refuse('未找到追溯对象，请重新扫描', { rule: 'trace.none' });
  const walked = { ...met, nodes: met.nodes.filter(({ id, level }) => level > 0 || known.has(id)) };
  const beside = direction === 'forward' ? await besideOf(ctx, walked, weak) : [];
  const materials = new Set<string>();
  for (const { fromMaterial, toMaterial } of [...walked.edges, ...beside]) {
    if (fromMaterial !== null) materials.add(fromMaterial);
    if (toMaterial !== null) materials.add(toMaterial);
  }
  const drawn = drawnOf(walked, batches, {
    orders: new Map(orders.map((each) => [each.id, each])),
    materials: await materialsOf(ctx, [...materials]),
    rooted,
    direction,
    beside,
  });
  return {
    roots: batches.filter(({ id }) => rooted.has(id)),
    ...drawn,
    asOf: ctx.now,
    batches,
    orders: ordersInWords(ctx, orders),
    stock: stockInWords(ctx, stock),
    shipped: await scoped(ctx, shippedInWords(ctx, shipped)),
    freezes: freezesInWords(ctx, await freezesSeen(ctx, lots)),
    ops: opsInWords(ctx, await operationsOf(ctx, open)),
    reports: await reportsOf(ctx, open),
    events: eventsInWords(ctx, await eventsOf(ctx, { lots, works: open })),
  };
};

/** What else went into the work orders of a walk: no part of it, but what else may be the cause. None beside a graph that is cut. */
const besideOf = async (ctx: Ctx, { nodes }: Walk, weak: boolean): Promise<readonly Edge[]> => {
  if (nodes.length > MAX_NODES) return [];
  const met = new Set(nodes.map(({ id }) => id));
  const works = nodes.filter(({ type }) => type === '2').map(({ id }) => id);
  return (await edgesAt(ctx, works, 'back', weak)).filter(({ from }) => !met.has(from)).slice(0, MAX_BESIDE);
};

interface Known {
  readonly orders: ReadonlyMap<string, { readonly nbr: string; readonly materialName: string | null }>;
  readonly materials: Awaited<ReturnType<typeof materialsOf>>;
  readonly rooted: ReadonlySet<string>;
  readonly direction: TraceGraphBody['direction'];
  readonly beside: readonly Edge[];
}
/** The first nodes of the walk as the graph draws them, with the edges between them; beside them what else went in. */
const drawnOf = (walked: Walk, batches: readonly TraceBatch[], known: Known) => {
  const { orders, materials, rooted, direction, beside } = known;
  const first = walked.nodes.slice(0, MAX_NODES);
  const levels = new Map(first.map(({ id, level }) => [id, level]));
  const others = new Map(
    beside.map(({ from: id, fromType: type, to }) => [id, { id, type, level: (levels.get(to) ?? 1) - 1 }]),
  );
  const shown = new Set([...levels.keys(), ...others.keys()]);
  // what only the lists tell is not looked at again
  const lots = new Map<string, TraceBatch>();
  for (const batch of batches) if (shown.has(batch.id)) lots.set(batch.id, batch);
  const made = new Set<string>();
  const ends = new Map<string, { readonly nbr: string; readonly material: string | null }>();
  const between: Edge[] = [];
  for (const edge of [...walked.edges, ...beside]) {
    const [begins, leads] = [shown.has(edge.from), shown.has(edge.to)];
    if (begins) ends.set(edge.from, { nbr: edge.fromNbr, material: edge.fromMaterial });
    if (leads) ends.set(edge.to, { nbr: edge.toNbr, material: edge.toMaterial });
    if (begins && leads) between.push(edge);
  }
  for (const { to, toType } of walked.edges) if (toType === LOT) made.add(to);
  const nodeOf = ({ id, type, level }: Met, aside: boolean): TraceNode => {
    const lot = lots.get(id);
    const order = orders.get(id);
    const end = ends.get(id);
    const material = materials.get(end?.material ?? '');
    return {
      id,
      type,
      level: direction === 'forward' ? level : 0 - level,
      nbr: lot?.nbr ?? order?.nbr ?? end?.nbr ?? NO_LOT,
      materialName: lot?.materialName ?? (order === undefined ? (material?.name ?? null) : order.materialName),
      unit: lot?.unit ?? (order === undefined ? (material?.unit ?? null) : null),
      made: made.has(id),
      held: lot?.holdFlag === true || (lot?.frozen ?? 0) > 0 || (lot?.bad ?? 0) > 0,
      weak: aside ? end?.nbr === NO_LOT : lot === undefined && order === undefined,
      root: rooted.has(id),
      aside,
    };
  };
  const all = [...first.map((met) => nodeOf(met, false)), ...[...others.values()].map((met) => nodeOf(met, true))];
  const edges = between.map(({ from, to, qty, weak }) => ({ from, to, qty, weak }));
  return { nodes: all, edges, truncated: walked.nodes.length > first.length };
};

/** Of a document the caller may not open only kind and day are told; customers need the right to see sales. */
export const scoped = async (ctx: Ctx, shipped: readonly Shipped[]): Promise<readonly TraceShipped[]> => {
  const seen = await seenDocs(
    ctx,
    shipped.map(({ docType, docId }) => ({ type: docType, id: docId })),
  );
  const { rights } = ctx.session;
  const knowsCustomers = rights.super || rights.has('salesOrder:view');
  return shipped.map(({ docId, ...each }) => ({
    ...each,
    docNbr: seen.has(docId) ? each.docNbr : null,
    ...(knowsCustomers ? {} : { customer: null, contact: null, phone: null }),
  }));
};

const freezesSeen = async (ctx: Ctx, lots: readonly string[]): Promise<readonly TraceFreeze[]> => {
  const found = await freezesOf(ctx, lots);
  const seen = await seenDocs(
    ctx,
    found.map(({ id }) => ({ type: 'freezeRecord', id })),
  );
  return found.flatMap(({ id, ...each }) => (seen.has(id) ? [each] : []));
};

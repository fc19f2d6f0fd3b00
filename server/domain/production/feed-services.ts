/** What the page of a feed asks while it is filled in: what lies free beside the line, what is needed, what a lot is. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { draftSent } from '../../rows';
import { boundOf, freeBeside } from './feed-record';

const text = (value: Value | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const feedFree: Service = {
  name: 'feed.free',
  right: null,
  run: ({ orderProcess, equipment, material, batchNbr }, ctx) =>
    freeBeside(ctx, {
      orderProcess: text(orderProcess),
      equipment: text(equipment),
      material: text(material),
      batchNbr: text(batchNbr),
    }),
};

interface Need {
  readonly material: string;
  readonly name: string;
  readonly need: number;
  readonly bound: number;
  readonly rest: number;
}
/** Materials of the operation with what is bound of them: 「电机」需100，在用60，缺40. */
export const feedNeeds: Service = {
  name: 'feed.needs',
  right: null,
  async run({ orderProcess }, ctx) {
    const op = text(orderProcess);
    if (op === null) return null;
    const needs = await needsOf(ctx, op);
    return needs
      .map(({ name, need, bound, rest }) => `「${name}」需${need}，在用${bound}${rest > 0 ? `，缺${rest}` : '，已足'}`)
      .join('；');
  },
};

/** A lot names its material (of the work order where several have the number) and how much is proposed. */
export const feedPropose: Service = {
  name: 'feed.propose',
  right: null,
  async run(args, ctx) {
    // the form that asks: a draft of the object that names this service
    const record = draftSent('feedRecord', args.record);
    const { orderProcess = null, batchNbr = null } = record;
    if (batchNbr === null) return null;
    const needs = orderProcess === null ? [] : await needsOf(ctx, orderProcess);
    const material = record.material ?? (await materialOf(ctx, batchNbr, needs));
    if (material === null) return null;
    const free = await freeBeside(ctx, { ...record, material });
    const rest = needs.find((need) => need.material === material)?.rest;
    const qty = rest === undefined ? free : Math.min(free ?? 0, rest);
    return {
      ...(record.material ? {} : await named(ctx, material)),
      ...(record.qty == null && qty !== null && qty > 0 ? { qty } : {}),
    };
  },
};

const materialOf = async (ctx: Ctx, batchNbr: string, needs: readonly Need[]): Promise<string | null> => {
  const lots = await ctx.asSystem().records.find('batch', 'batchNbr == param.batchNbr', { param: { batchNbr } });
  const wanted = lots.filter(({ material }) => needs.some((need) => need.material === material));
  const [found, second] = wanted.length > 0 ? wanted : lots;
  return found === undefined || second !== undefined ? null : found.material;
};
const named = async (ctx: Ctx, id: string) => {
  const [found] = await ctx.asSystem().records.many('material', [id], { stored: true });
  return { material: id, materialName: found?.name ?? null, spec: found?.spec ?? null, unit: found?.unit ?? null };
};

const needsOf = async (ctx: Ctx, orderProcess: string): Promise<readonly Need[]> => {
  const { records } = ctx.asSystem();
  const [op] = await records.many('orderProcess', [orderProcess], { stored: true });
  const order = op?.workOrderNbr == null ? null : await records.get('workOrder', op.workOrderNbr);
  if (!op || !order) return [];
  const bound = await boundOf(ctx, order.id);
  return order.materials
    .filter((row) => row.opNbr === null || row.opNbr === op.opNbr)
    .flatMap(({ material, materialName, needQty }) => {
      if (material === null) return [];
      const [need, has] = [needQty ?? 0, bound.get(material) ?? 0];
      return [{ material, name: materialName ?? '', need, bound: has, rest: Math.max(0, subDec(need, has)) }];
    });
};

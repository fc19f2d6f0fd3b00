/** A shop floor of the demo factory: orders released into work orders, what people do on them, what stands afterwards. */
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { demoFactory, type Factory } from '../factory';

export interface Operation {
  readonly opNbr: number;
  readonly process: string;
  readonly predecessors?: readonly string[];
  readonly ratio?: number;
  readonly mode?: '1' | '2' | '3';
  readonly inspect?: boolean;
  readonly out?: boolean;
  readonly start?: boolean;
  readonly dispatch?: boolean;
  readonly workGroup?: string;
  readonly minSkill?: string;
  /** minutes of a piece, else those of the process */
  readonly stdMin?: number;
}
export interface Floor {
  readonly factory: Factory;
  /** a released work order of LA-100 with operations of its own; its materials are not fed (不发料) unless `uses` */
  workOrder(planQty: number, operations: readonly Operation[], more?: Rec): Promise<Rec>;
  /** the same in lots of `lotQty` */
  workOrders(planQty: number, operations: readonly Operation[], more?: Rec): Promise<readonly Rec[]>;
  ops(workOrder: Rec): Promise<readonly Rec[]>;
  op(workOrder: Rec, opNbr: number): Promise<Rec>;
  save(object: string, rec: Rec, accept?: readonly string[]): Promise<Rec>;
  act(action: string, rec: Rec, ask?: Rec, accept?: readonly string[]): Promise<Rec>;
  read(object: string, id: string): Promise<Rec>;
  find(object: string, where: string, param?: Rec, sort?: string): Promise<readonly Rec[]>;
  idOf(object: string, code: string): Promise<string>;
  start(workOrder: Rec, opNbr: number, startQty: number, more?: Rec): Promise<Rec>;
  /** submitted; bad: reason code → quantity and disposal */
  report(
    start: Rec,
    qualifiedQty: number,
    bad?: readonly (readonly [disposal: string, qty: number])[],
    more?: Rec,
  ): Promise<Rec>;
  login: string;
}

export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

/** What is asked before it is done. */
export const asked = (work: Promise<unknown>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (error: { readonly data?: { readonly warnings?: readonly { readonly text: string }[] } }) =>
      (error.data?.warnings ?? []).map(({ text }) => text),
  );

/** `given`: a factory that is open already */
export const openFloor = async (given?: Factory): Promise<Floor> => {
  const factory = given ?? (await demoFactory());
  const as = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
    factory.as(floor.login, (ctx) => work(ctx as EngineCtx));
  const floor: Floor = {
    factory,
    login: 'admin',
    workOrder: async (planQty, operations, more) => (await floor.workOrders(planQty, operations, more))[0]!,
    async workOrders(planQty, operations, { uses = false, lotQty = 0, ...more } = {}) {
      const saved = await floor.save('prdOrder', {
        material: await floor.idOf('material', 'LA-100'),
        planQty,
        workshop: await floor.idOf('factoryUnit', 'ZP'),
        warehouse: await floor.idOf('warehouse', 'CK01'),
        dueDate: '2026-01-20',
        ...more,
      });
      // choosing the product empties the operations, so they come with a save of their own
      const ops = await Promise.all(operations.map(async (op) => operationRow(floor, op)));
      const rec = await floor.save('prdOrder', { id: saved.id, version: saved.version, ops });
      const audited = await floor.act('audit', rec);
      await floor.act('release', audited, { qty: planQty, lotQty });
      const lots: Rec[] = [];
      for (const { id } of await floor.find('workOrder', 'prdOrderNbr == param.id', { id: rec.id }, 'nbr')) {
        if (!uses) await feedNothing(floor, await floor.read('workOrder', id as string));
        lots.push(await floor.read('workOrder', id as string));
      }
      return lots;
    },
    ops: (workOrder) => floor.find('orderProcess', 'workOrderNbr == param.id', { id: workOrder.id }, 'opNbr'),
    async op(workOrder, opNbr) {
      const found = (await floor.ops(workOrder)).find((op) => op.opNbr === opNbr);
      return floor.read('orderProcess', found!.id as string);
    },
    save: async (object, rec, accept = []) => {
      const sent = Object.entries(rec).filter(([, value]) => isRows(value));
      const changes = Object.fromEntries(sent.map(([code, rows]) => [code, { set: rows as readonly Row[], del: [] }]));
      const head = Object.fromEntries(Object.entries(rec).filter(([, value]) => !isRows(value)));
      const saved = await as((ctx) => saveRecord(ctx, object, { rec: head, changes, accept: [...accept] }));
      return { ...saved, object };
    },
    act: async (action, rec, ask = {}, accept = []) => {
      await as((ctx) =>
        runAction(ctx, ctx.records.object(rec.object as string), action, {
          targets: [{ id: rec.id as string, version: rec.version as number }],
          ask,
          accept: [...accept],
        }),
      );
      return floor.read(rec.object as string, rec.id as string);
    },
    read: (object, id) => as(async (ctx) => ({ ...(await ctx.records.get(object, id)), object })),
    find: (object, where, param = {}, sort = 'id') =>
      as(async (ctx) => (await ctx.records.find(object, where, { param, sort })).map((rec) => ({ ...rec, object }))),
    idOf: (object, code) =>
      as(async (ctx) => {
        const [found] = await ctx.records.find(object, 'code == param.code', { param: { code } });
        if (!found) throw new Error(`no ${object} ${code}`);
        return found.id as string;
      }),
    async start(workOrder, opNbr, startQty, more = {}) {
      const operation = await floor.op(workOrder, opNbr);
      const saved = await floor.save('prdStart', {
        orderProcess: operation.id,
        startQty,
        shiftDate: '2026-01-15',
        startTime: '2026-01-15 08:00:00',
        ...more,
      });
      return floor.read('prdStart', saved.id as string);
    },
    async report(start, qualifiedQty, bad = [], more = {}) {
      const reason = await floor.idOf('badReason', 'BL001');
      const badRows = bad.map(([disposal, qty]): Row => ({ id: newId(), badReason: reason, disposal, qty }));
      const own = start.object === 'prdStart' ? { prdStart: start.id } : { orderProcess: start.id };
      const saved = await floor.save('prdReport', {
        ...own,
        orderProcess: start.object === 'prdStart' ? start.orderProcess : start.id,
        shiftDate: '2026-01-15',
        startTime: '2026-01-15 08:00:00',
        endTime: '2026-01-15 09:00:00',
        qualifiedQty,
        ...(badRows.length === 0 ? {} : { badRows }),
        ...more,
      });
      return floor.read('prdReport', saved.id as string);
    },
  };
  return floor;
};

/** What the pieces are made of does not stand in the way of where they go. */
const feedNothing = async (floor: Floor, workOrder: Rec): Promise<void> => {
  const materials = (workOrder.materials as readonly Row[]).map(({ id }) => ({ id, feedMode: '3' }));
  await floor.factory.as('admin', (ctx) =>
    ctx.records.patch('workOrder', workOrder.id as string, { rows: { materials: materials as never } }),
  );
};

const isRows = (value: unknown): boolean => Array.isArray(value) && typeof value[0] === 'object';

const operationRow = async (floor: Floor, op: Operation): Promise<Row> => ({
  id: newId(),
  opNbr: op.opNbr,
  process: await floor.idOf('process', op.process),
  predecessors: op.predecessors ?? [],
  ratio: op.ratio ?? 1,
  transferMode: op.mode ?? '2',
  inspectFlag: op.inspect ?? false,
  outFlag: op.out ?? false,
  firstGate: false,
  startRequired: op.start === undefined ? null : op.start ? '1' : '0',
  dispatchRequired: op.dispatch === undefined ? null : op.dispatch ? '1' : '0',
  workGroup: op.workGroup === undefined ? null : await floor.idOf('workGroup', op.workGroup),
  minSkill: op.minSkill ?? '0',
  ...(op.stdMin === undefined ? {} : { stdMin: op.stdMin }),
});

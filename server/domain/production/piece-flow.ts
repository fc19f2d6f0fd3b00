/** 件数去向 (30 P14) as a tab of a work order and of an order: where every piece is that was started, and the documents that say so. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { seenOf } from '../../datasets/seen';
import { forbidden } from '../../errors';
import type { Pieces, Place } from '../../production/pieces';
import type { HeadOf } from '../../rows';
import { oneOf } from '../document/sop-match';
import { type Floor, floorsOf, piecesOn } from './operations';

export const pieceFlow: Service = {
  name: 'workOrder.pieces',
  right: null,
  async run({ workOrder, prdOrder }, ctx): Promise<readonly Rec[]> {
    const [work, order] = [oneOf(workOrder), oneOf(prdOrder)];
    if (work === null && order === null) return [];
    if (!ctx.session.rights.has('workOrder:view')) throw forbidden();
    const ids = await asked(work, order, ctx);
    const floors = await floorsOf(ctx, ids);
    return [...floors]
      .sort((a, b) => ids.indexOf(a.workOrder.id) - ids.indexOf(b.workOrder.id))
      .flatMap(flowOf)
      .map((row, n) => ({ ...row, seq: n + 1 }));
  },
};

/** Work orders of the caller's rows, by number. */
const asked = async (workOrder: string | null, prdOrder: string | null, ctx: Ctx) => {
  const where = [
    ...(workOrder === null ? [] : ['id == param.workOrder']),
    ...(prdOrder === null ? [] : ['prdOrderNbr == param.prdOrder']),
    'docStatus != 90',
  ].join(' && ');
  const found = await ctx.asSystem().records.find('workOrder', where, {
    param: { workOrder, prdOrder },
    sort: 'nbr',
  });
  const ids = found.map(({ id }) => id);
  const seen = await seenOf(ctx, 'workOrder', ids);
  return ids.filter((id) => seen.has(id));
};

/** Codes of the dictionary piecePlace. */
const AT = {
  started: '10',
  wip: '20',
  toSend: '30',
  atSupplier: '35',
  rework: '40',
  pending: '50',
  scrap: '60',
  partner: '70',
  remainder: '75',
  toCheck: '80',
  toReceive: '82',
  received: '84',
  good: '86',
  difference: '90',
} as const;

type Operation = HeadOf<'orderProcess'>;

const flowOf = (floor: Floor): readonly Rec[] => {
  const ways = piecesOn(floor);
  const byNbr = new Map([...floor.records.values()].map((op) => [op.opNbr ?? 0, op]));
  return ways.flatMap((pieces) => {
    const head = {
      workOrder: floor.workOrder.id,
      prdOrder: floor.workOrder.prdOrderNbr,
      way: ways.length > 1 ? pieces.way.join('→') : null,
    };
    return wayRows(pieces, byNbr, floor).map((row) => ({ ...head, ...row }));
  });
};

const wayRows = (pieces: Pieces, byNbr: ReadonlyMap<number, Operation>, floor: Floor): readonly Rec[] => {
  const { way, started, places, lastGood, difference } = pieces;
  const [first, last] = [byNbr.get(way[0] ?? 0), byNbr.get(way[way.length - 1] ?? 0)];
  if (!first || !last) return [];
  return [
    { ...at(first, AT.started), startedQty: started, ...startsOf(first) },
    ...places.flatMap((place) => {
      const op = byNbr.get(place.opNbr);
      return op ? placeRows(place, op) : [];
    }),
    ...(last.isLast === true ? storeRows(last, lastGood, floor) : some(last, AT.good, lastGood, reportsOf(last))),
    { ...at(last, AT.difference), opNbr: null, process: null, qty: difference, ...tasksOf(floor.workOrder.id) },
  ];
};

const at = ({ opNbr, process }: Operation, place: string): Rec => ({ opNbr, process, place });
/** What is nowhere has no row. */
const some = (op: Operation, place: string, qty: number, documents: Rec): readonly Rec[] =>
  qty === 0 ? [] : [{ ...at(op, place), qty, ...documents }];

const placeRows = (place: Place, op: Operation): readonly Rec[] => {
  const here = subDec(place.wip, place.atSupplier);
  return [
    ...some(
      op,
      op.outFlag === true ? AT.toSend : AT.wip,
      here,
      op.outFlag === true ? rowsOf('outPlan', op) : startsOf(op),
    ),
    ...some(op, AT.atSupplier, place.atSupplier, rowsOf('outSend', op)),
    ...some(op, AT.rework, place.rework, { docType: 'reworkTask', ofProcess: op.id }),
    ...some(op, AT.pending, place.pending, reportsOf(op)),
    ...some(op, AT.scrap, place.scrap, reportsOf(op)),
    ...some(
      op,
      (op.predecessors ?? []).length > 1 ? AT.partner : AT.remainder,
      place.surplus,
      tasksOf(op.workOrderNbr),
    ),
  ];
};

/** The good of the last operation: in store, or on its way there. */
const storeRows = (op: Operation, good: number, { workOrder, order }: Floor): readonly Rec[] => {
  const received = workOrder.receivedQty ?? 0;
  const toCheck = order?.fqcFlag === true ? Math.max(0, subDec(good, workOrder.acceptedQty ?? 0)) : 0;
  return [
    ...some(op, AT.toCheck, toCheck, { docType: 'productionCheck', ofWorkOrder: workOrder.id }),
    ...some(op, AT.toReceive, subDec(good, addDec(toCheck, received)), reportsOf(op)),
    ...some(op, AT.received, received, { docType: 'enterWarehouse', ofRowWorkOrder: workOrder.id }),
  ];
};

const rowsOf = (docType: string, { id }: Operation): Rec => ({ docType, ofRowProcess: id });
const startsOf = (op: Operation): Rec =>
  op.outFlag === true ? rowsOf('outSend', op) : { docType: 'prdStart', ofProcess: op.id };
const reportsOf = (op: Operation): Rec =>
  op.outFlag === true ? rowsOf('outReceive', op) : { docType: 'prdReport', ofProcess: op.id };
const tasksOf = (workOrder: string | null): Rec => ({ docType: 'orderProcess', ofWorkOrder: workOrder });

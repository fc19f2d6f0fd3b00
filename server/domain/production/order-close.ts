/** 结案 of an order (30 §2): what is open of it holds it up by name, what is left of it beside the line is asked about. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { RowOf } from '../../rows';
import { plain } from '../../stock/legs';
import { waysOfNodes } from './ways';

type Order = RowOf<'prdOrder'>;

/** Refuses with the first open document, in the order the floor is done with them. */
export const guardClose = async (order: string, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const of = { param: { order }, sort: 'nbr', limit: 1 };
  const asked = [
    ['workOrder', 'prdOrderNbr == param.order && !(docStatus in [60, 80, 90])', '工单', '尚未完工'],
    ['productionCheck', 'prdOrderNbr == param.order && docStatus in [10, 30]', '完工检验', '尚未判定'],
    ['enterWarehouse', 'prdOrder == param.order && docStatus == 10', '完工入库', '尚未过账'],
    ['backWarehouse', 'prdOrder == param.order && docStatus == 10', '产品退库', '尚未出库'],
    ['productPicking', 'prdOrder == param.order && docStatus in [10, 20]', '领料', '尚未发完'],
    ['productReturn', 'prdOrder == param.order && docStatus == 10', '退料', '尚未入库'],
  ] as const;
  for (const [object, where, title, state] of asked) {
    const [open] = await records.find(object, where, of);
    if (open === undefined) continue;
    const { id, nbr } = open;
    throw refuse(`${title}${nbr}${state}，不能结案`, {
      rule: 'actions.close',
      ways: await waysOfNodes([{ object, id, nbr }], ctx),
    });
  }
};

/** Material that was issued, not used and not given back: 下推退料 brings it home before. */
export const restProblems = ({ materials }: Order): readonly Problem[] => {
  const rests = materials.flatMap(({ materialName, issuedQty, usedQty, returnedQty }) => {
    const rest = subDec(subDec(issuedQty ?? 0, usedQty ?? 0), returnedQty ?? 0);
    return rest > 0 ? [{ materialName, rest }] : [];
  });
  if (rests.length === 0) return [];
  const named = rests.slice(0, MOST).map(({ materialName, rest }) => `「${materialName ?? ''}」${plain(rest)}`);
  const more = rests.length > MOST ? `等${rests.length}种物料` : '';
  const text = `线边余料${named.join('、')}${more}尚未退料，请先下推退料`;
  return [{ code: 'prdOrder.rest', path: '', text, level: 'warn' }];
};
const MOST = 3;

/** What a walk found as a workbook: lots with their balance, work orders, where they lie, who got them. */
import type { TraceGraphBody } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import type { BookColumn, Cell } from '../../excel/book';
import { makeBook } from '../../excel/write';
import { graph } from './graph';

const head = (titles: readonly string[]): readonly Cell[] => titles.map((v) => ({ v, s: 'head' }));
const wide = (...widths: readonly number[]): readonly BookColumn[] => widths.map((width) => ({ width }));

export const exportTrace = async (
  ctx: Ctx,
  asked: TraceGraphBody,
): Promise<{ readonly name: string; readonly content: Buffer }> => {
  const { roots, batches, orders, stock, shipped } = await graph(ctx, asked);
  const content = await makeBook([
    {
      spec: { name: '批次', columns: wide(20, 14, 20, 8, 20, 16, ...Array(13).fill(10)), frozen: 1 },
      rows: [
        head([
          ...[
            '批次、序列号',
            '物料编码',
            '物料名称',
            '单位',
            '供应商',
            '供应商批号',
            '产出',
            '合格',
            '待检',
            '不合格',
            '冻结',
          ],
          ...['在途', '供应商处', '耗用', '已发', '退回', '报废', '其他', '差异'],
        ]),
        ...batches.map((lot): readonly Cell[] => [
          ...[lot.nbr, lot.materialCode ?? '', lot.materialName ?? '', lot.unit ?? '', lot.supplier ?? ''],
          ...[lot.supplierBatch ?? '', lot.made, lot.good, lot.pending, lot.bad, lot.frozen, lot.transit],
          ...[lot.supplierQty, lot.used, lot.shipped, lot.returned, lot.scrapped, lot.other, lot.difference],
        ]),
      ],
    },
    {
      spec: { name: '工单', columns: wide(20, 20, 14, 20, 10, 10, 10, 10, 10), frozen: 1 },
      rows: [
        head(['工单', '生产订单', '产品编码', '产品名称', '状态', '计划', '合格', '报废', '已入库']),
        ...orders.map((order): readonly Cell[] => [
          ...[order.nbr, order.prdOrder ?? '', order.materialCode ?? '', order.materialName ?? ''],
          ...[order.docStatus, order.planQty, order.qualifiedQty, order.scrapQty, order.receivedQty],
        ]),
      ],
    },
    {
      spec: { name: '在库', columns: wide(20, 12, 20, 20, 10, 10, 8), frozen: 1 },
      rows: [
        head(['仓库', '库位', '物料', '批次、序列号', '质量状态', '数量', '单位']),
        ...stock.map((key): readonly Cell[] => [
          ...[key.warehouse, key.position ?? '', key.materialName, key.batchNbr],
          ...[key.qualityStatus, key.qty, key.unit ?? ''],
        ]),
      ],
    },
    {
      spec: { name: '已发客户', columns: wide(20, 20, 12, 20, 40, 10, 10, 10), frozen: 1 },
      rows: [
        head(['客户', '单据', '日期', '物料', '批次、序列号', '已发', '退回', '净发']),
        ...shipped.map((each): readonly Cell[] => [
          ...[each.customer ?? '', each.docNbr ?? '', each.bizDate, each.materialName, each.batches.join('、')],
          ...[each.shipped, each.returned, each.net],
        ]),
      ],
    },
  ]);
  const name = roots.length === 1 ? (roots[0]?.nbr ?? '') : `${asked.roots.length}个对象`;
  return { name: `追溯清单_${name}.xlsx`, content };
};

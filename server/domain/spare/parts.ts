/** What the documents of spare parts share: the same ledger as all stock, in warehouses of kind 备件 only (40 §9). */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { checkPeriod } from '../stock-doc';

interface Row {
  readonly id: string;
  readonly lineNo: number;
  readonly material: string;
  readonly warehouse: string;
}
interface Doc {
  readonly bizDate: string;
  readonly items: readonly Row[];
}

const SPARE_STORE = '5';
const SPARE = '6';

export const checkSpares = async ({ bizDate, items }: Doc, ctx: Ctx): Promise<readonly Problem[]> => {
  const { records } = ctx.asSystem();
  const problems: Problem[] = [...(await checkPeriod({ bizDate }, ctx))];
  const materials = await records.many('material', [...new Set(items.map(({ material }) => material))], {
    stored: true,
  });
  const stores = await records.many('warehouse', [...new Set(items.map(({ warehouse }) => warehouse))], {
    stored: true,
  });
  for (const row of items) {
    const material = materials.find(({ id }) => id === row.material);
    const store = stores.find(({ id }) => id === row.warehouse);
    if (material && material.materialType !== SPARE)
      problems.push(problem(row, 'material', `第${row.lineNo}行「${material.name}」不是备件`));
    if (store && store.kind !== SPARE_STORE)
      problems.push(problem(row, 'warehouse', `第${row.lineNo}行「${store.name}」不是备件仓`));
  }
  return problems;
};
const problem = ({ id }: Row, field: string, text: string): Problem => ({
  code: `spare.${field}`,
  path: `items[${id}].${field}`,
  text,
});

/** 物料清单 (20 §3): no loop, not too deep; low-level codes follow every change of a structure; rolled cost; replacing a material. */
import { mulDec, roundHalfUp, toNumber } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import { rollCost } from '../../bom/cost';
import { depthBelow, type Edges, findCycle, isTooDeep } from '../../bom/cycle';
import { MAX_LEVELS } from '../../bom/types';
import type { Ctx, DomainModule } from '../../ctx';
import { bomBelow, operationCost } from '../../datasets/factory/bom-data';
import { edgesBelow, lockGraph, renewLowLevels, storedLevels } from '../../datasets/factory/bom-graph';
import { refuse } from '../../errors';
import type { JudgedOf } from '../../rows';

const RETIRED = '80';
const REWORK = '4';

export const bom: DomainModule<'bom'> = {
  async check(record, _old, ctx) {
    if (record.docStatus === RETIRED || record.bomKind === REWORK) return [];
    await lockGraph(ctx);
    const children = childrenOf(record);
    const edges = new Map(await edgesBelow(ctx, [...children], record.id));
    edges.set(record.material, new Set([...(edges.get(record.material) ?? []), ...children]));
    const cycle = findCycle(record.material, edges);
    if (cycle) return [problem(`物料清单存在循环引用：${(await codesOf(ctx, cycle)).join(' → ')}`)];
    return (await isDeep(ctx, record.material, edges)) ? [problem(`物料清单层级超过${MAX_LEVELS}，请检查`)] : [];
  },
  async after({ record, old, action }, ctx) {
    const [now, before] = [edgesIn(record), edgesIn(old)];
    const same = now.size === before.size && [...now].every((id) => before.has(id));
    if (same && old?.material === record.material && action !== 'del') return;
    const touched = [record.material, old?.material, ...now, ...before];
    await renewLowLevels(ctx, [...new Set(touched.filter((id): id is string => typeof id === 'string'))]);
  },
  actions: {
    async replace(record, ask, ctx) {
      const { records } = ctx.asSystem();
      const rows = record.items;
      const [old, fresh] = await records.many('material', [ask.from, ask.into], { stored: true });
      if (!rows.some((row) => row.material === ask.from))
        throw refuse(`「${record.code}」没有子件「${old?.code ?? ''}」`);
      await records.act('bom', 'newVersion', record.id, { changeNote: ask.changeNote ?? null });
      const [draft] = await records.find('bom', 'code == param.code && docStatus == 10', {
        param: { code: record.code },
        limit: 1,
      });
      const copy = draft && (await records.get('bom', draft.id));
      if (!copy) throw refuse('草稿版本没有生成，请重试');
      await records.save('bom', {
        id: copy.id,
        effectDate: ask.effectDate ?? null,
        items: copy.items.map((row) =>
          row.material === ask.from
            ? {
                ...row,
                material: ask.into,
                unit: fresh?.unit,
                perQty: times(row.perQty, ask.factor),
              }
            : row,
        ),
      });
      return undefined;
    },
    async costRoll(record, _ask, ctx) {
      const id = record.id;
      const data = await bomBelow(ctx, { versions: [id], date: ctx.today });
      const version = [...data.versions.values()].flat().find((version) => version.id === id);
      if (!version) throw refuse('物料清单没有子件');
      const unpaid = new Set<string>();
      const { cost, missing } = rollCost(data, version, await operationCost(ctx, data, unpaid));
      if (cost === null) {
        if (missing.size === 0)
          throw refuse(`「${record.code}」无法卷算，这些工作组没有工时成本：${[...unpaid].sort().join('、')}`);
        const codes = [...missing].map((text) => data.materials.get(text)?.code ?? '').sort();
        throw refuse(`「${record.code}」无法卷算，这些物料没有标准成本：${codes.join('、')}`);
      }
      return { cost: roundHalfUp(toNumber(cost), 4) };
    },
  },
};

const problem = (text: string): Problem => ({ code: 'bom.structure', path: 'items', text });
/** Materials of the rows and of their substitutes. */
const childrenOf = ({ items, subs }: Pick<JudgedOf<'bom'>, 'items' | 'subs'>): ReadonlySet<string> =>
  new Set([...items, ...subs].map(({ material }) => material));
/** What a document counts for in the graph: nothing once it is retired, deleted, or 返工改制. */
const edgesIn = (record: JudgedOf<'bom'> | null): ReadonlySet<string> =>
  record === null || record.docStatus === RETIRED || record.bomKind === REWORK || (record.isDeleted ?? 0) !== 0
    ? new Set()
    : childrenOf(record);

const isDeep = async (ctx: Ctx, product: string, edges: Edges): Promise<boolean> => {
  const above = (await storedLevels(ctx, [product])).get(product) ?? 0;
  return isTooDeep(above, depthBelow(product, edges));
};
const codesOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly string[]> => {
  const found = await ctx.asSystem().records.many('material', [...new Set(ids)], { stored: true });
  const codes = new Map(found.map((row) => [row.id, row.code]));
  return ids.map((id) => codes.get(id) ?? '');
};
const times = (a: number, b: number): number => roundHalfUp(mulDec(a, b), 8);

import type { Problem, Rec } from '../../schemas/language/value';
import type { Ctx, DomainModule } from '../ctx';
import { refuse } from '../errors';

/** Levels of a tree, the root counted (20 §0.4). */
export const MAX_LEVELS = 10;

export interface TreeTexts {
  /** or what names the way round: labels from the node to itself */
  readonly cycle: string | ((codes: readonly string[]) => string);
  readonly depth: string;
  /** refusal of a deletion */
  readonly children: (name: string, count: number) => string;
  /** question before a node is switched off with all that is below it; absent = the object decides itself */
  readonly below?: (count: number) => string;
}
export const TREE_TEXTS: TreeTexts = {
  cycle: '上级不能是本节点或其下级',
  depth: `层级不能超过${MAX_LEVELS}级`,
  children: (name, count) => `「${name}」下有${count}个下级，不能删除`,
  below: (count) => `将同时停用${count}个下级，是否继续？`,
};

/**
 * Rules of every object with `tree`: no loop, not too deep, nothing below what is deleted. The rows above the new place are locked, so
 * that two moves into each other cannot both pass: the second waits, or is run anew, and then sees the first.
 */
export const treeModule = (object: string, parent: string, texts: TreeTexts = TREE_TEXTS): DomainModule => ({
  async check(record, old, ctx) {
    const to = idOf(record[parent]);
    if (to === null || to === old?.[parent]) return [];
    const id = String(record.id);
    const problem = (text: string): readonly Problem[] => [{ code: `tree.${parent}`, path: parent, text }];
    const codes = [String(record.code ?? '')];
    let above = 0;
    for (let at: string | null = to; at !== null; above++) {
      if (at === id)
        return problem(
          typeof texts.cycle === 'string' ? texts.cycle : texts.cycle([...codes, String(record.code ?? '')]),
        );
      if (above >= MAX_LEVELS) return problem(texts.depth);
      const [node]: Rec[] = await ctx.asSystem().records.many(object, [at], { lock: true });
      codes.push(String(node?.code ?? ''));
      at = idOf(node?.[parent]);
    }
    return above + (await heightOf(ctx, object, parent, id)) > MAX_LEVELS ? problem(texts.depth) : [];
  },
  async asks(action, record, ctx) {
    if (action !== 'disable' || texts.below === undefined) return [];
    const { length } = await enabledBelow(ctx, object, parent, String(record.id));
    return length === 0 ? [] : [{ code: 'tree.below', path: '', text: texts.below(length), level: 'warn' }];
  },
  actions: {
    /** from the lowest level up, so that each is asked for nothing */
    async disable(record, _ask, ctx) {
      if (texts.below === undefined) return undefined;
      const { records } = ctx.asSystem();
      for (const id of (await enabledBelow(ctx, object, parent, String(record.id))).reverse())
        await records.act(object, 'disable', id);
      return undefined;
    },
    async del(record, _ask, ctx) {
      const below = await childrenOf(ctx, object, parent, String(record.id));
      if (below.length > 0) throw refuse(texts.children(String(record.name ?? ''), below.length));
      return undefined;
    },
  },
});

/** Ids of a node and of those above it, the nearest first. */
export const upwards = async (ctx: Ctx, object: string, from: string | null | undefined, parent = 'parent') => {
  const list: string[] = [];
  for (let at = from ?? null; at !== null && !list.includes(at); ) {
    list.push(at);
    const [node]: Rec[] = await ctx.asSystem().records.many(object, [at], { stored: true });
    at = idOf(node?.[parent]);
  }
  return list;
};

/** Levels of the subtree below and with a node. */
const heightOf = async (ctx: Ctx, object: string, parent: string, id: string): Promise<number> => {
  let level = [id];
  let height = 0;
  while (level.length > 0 && height <= MAX_LEVELS) {
    height++;
    const next: string[] = [];
    for (const node of level)
      next.push(...(await childrenOf(ctx, object, parent, node)).map((child) => String(child.id)));
    level = next;
  }
  return height;
};

/** Ids of what is enabled below a node, level by level, also below what is off. */
const enabledBelow = async (ctx: Ctx, object: string, parent: string, id: string): Promise<string[]> => {
  let level = [id];
  const found: string[] = [];
  for (let depth = 0; level.length > 0 && depth < MAX_LEVELS; depth++) {
    const next: Rec[] = [];
    for (const node of level) next.push(...(await childrenOf(ctx, object, parent, node)));
    found.push(...next.filter((child) => child.isDisabled !== '1').map((child) => String(child.id)));
    level = next.map((child) => String(child.id));
  }
  return found;
};

const childrenOf = (ctx: Ctx, object: string, parent: string, id: string): Promise<Rec[]> =>
  ctx.asSystem().records.find(object, `${parent} == param.id`, { param: { id } });
const idOf = (value: Rec[string]): string | null => (typeof value === 'string' ? value : null);

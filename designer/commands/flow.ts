/** Nodes and ways of a flow: put in, moved with all that stands in them, doubled, taken away. */
import {
  type FlowDoc,
  type FlowNodeDoc,
  type FlowWayDoc,
  isBlock,
  type NodeSort,
  nodesOf,
} from '../../schemas/language/flow/document';
import { wordTitle } from '../../schemas/language/sorts/texts/index';
import {
  entriesAt,
  isWithin,
  joinAddress,
  type StepDoc,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { type Command, NO_CHANGE } from '../document/state';
import { freeCode } from '../rules/codes';
import { Sketch, type Spot } from './sketch';

const json = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
const flowOf = (text: StepDoc): FlowDoc => text as unknown as FlowDoc;
/** codes of all nodes, those that are off too: nobody may have one of them again */
function codesIn(nodes: readonly FlowNodeDoc[] | undefined): readonly string[] {
  return (nodes ?? []).flatMap((node) => [node.node, ...(node.ways ?? []).flatMap((way) => codesIn(way.nodes))]);
}
const isWay = (address: string): boolean => splitAddress(address).parent.endsWith('.ways');
const titleAt = (text: StepDoc, address: string): string =>
  String((valueAt(text, address) as { readonly title?: unknown } | undefined)?.title ?? '');

/** What a new node of a sort says at first; people, conditions and what is to be done are its maker's. */
function newNode(sort: NodeSort, code: string): FlowNodeDoc {
  const title = wordTitle('flowNode', 'sort', sort);
  if (!isBlock(sort)) return { node: code, title, sort };
  const last = sort === 'parallel' ? '分支2' : '其他情况';
  return { node: code, title, sort, ways: [{ title: '分支1' }, { title: last }] };
}

/** Why a node may not stand in a list; undefined = it may. */
function placeRefusal(text: StepDoc, list: string, node: FlowNodeDoc, moved?: string): string | undefined {
  if (moved !== undefined && isWithin(list, moved)) return '不能移动到自己里面';
  const inSplit = (nodesAbove(text, list) as readonly FlowNodeDoc[]).some((node) => node.sort !== 'branch');
  const hasEnd = nodesOf({ nodes: [node] }).some(({ node }) => node.sort === 'end');
  return inSplit && hasEnd ? '并行分支内不能结束' : undefined;
}
/** Blocks around a list, outermost first. */
function nodesAbove(text: StepDoc, list: string): readonly FlowNodeDoc[] {
  const found: FlowNodeDoc[] = [];
  for (let at = splitAddress(list).parent; at !== ''; at = splitAddress(at).parent) {
    const node = valueAt(text, at) as FlowNodeDoc | undefined;
    if (node?.sort !== undefined) found.unshift(node);
  }
  return found;
}

/** A node of a sort at a place; a block comes with two ways. */
export const addFlowNode: Command<{ readonly sort: NodeSort; readonly spot: Spot }> = (state, { sort, spot }) => {
  const sketch = new Sketch(state);
  const code = freeCode(sort, codesIn(flowOf(sketch.text).nodes), sketch.isShipped);
  const node = newNode(sort, code);
  sketch.refuse(placeRefusal(sketch.text, spot.list, node));
  if (sort === 'end' && behind(sketch.text, spot) > 0) sketch.refuse('结束后面还有节点，请放到最后');
  sketch.insert(spot, code, json(node));
  return sketch.done(`新增「${node.title}」`, { selection: [sketch.selected(joinAddress(spot.list, code))] });
};
/** how many nodes stand behind a spot */
function behind(text: StepDoc, { list, after }: Spot): number {
  const all = ((valueAt(text, list) ?? []) as readonly FlowNodeDoc[]).filter((node) => node.off !== true);
  return after === undefined ? 0 : all.length - 1 - all.findIndex((node) => node.node === after);
}

/** A node or a whole block to another place. */
export const moveFlowNode: Command<{ readonly address: string; readonly spot: Spot }> = (state, { address, spot }) => {
  const sketch = new Sketch(state);
  const node = valueAt(sketch.text, address) as FlowNodeDoc | undefined;
  if (node?.sort === undefined) return { reason: '节点已不存在' };
  const { parent, key } = splitAddress(address);
  if (spot.list === parent && spot.after === key) return NO_CHANGE;
  sketch.refuse(placeRefusal(sketch.text, spot.list, node, address));
  sketch.move(address, spot);
  return sketch.done(`移动「${node.title}」`, { selection: [sketch.selected(joinAddress(spot.list, key))] });
};

/** A node one place up or down in its list, a way one to the side; the default way stays last. */
export const shiftFlow: Command<{ readonly address: string; readonly by: -1 | 1 }> = (state, { address, by }) => {
  const sketch = new Sketch(state);
  const { parent, key } = splitAddress(address);
  const keys = (entriesAt(sketch.text, parent) ?? []).filter(
    (entry) =>
      (valueAt(sketch.text, joinAddress(parent, entry)) as { readonly off?: boolean } | undefined)?.off !== true,
  );
  const to = keys.indexOf(key) + by;
  if (to < 0 || to >= keys.length) return { reason: by < 0 ? '已经是第一个' : '已经是最后一个' };
  if (isWay(address)) {
    const block = valueAt(sketch.text, splitAddress(parent).parent) as FlowNodeDoc | undefined;
    if (block?.sort !== 'parallel' && Math.max(to, keys.indexOf(key)) === keys.length - 1)
      return { reason: '默认分支总在最后' };
  }
  sketch.move(address, { list: parent, after: by > 0 ? (keys[to] ?? null) : (keys[to - 1] ?? null) });
  return sketch.done(`移动「${titleAt(sketch.text, address)}」`, { selection: [sketch.selected(address)] });
};

/** One more way of a block: before the default one, where there is one. */
export const addFlowWay: Command<{ readonly block: string }> = (state, { block }) => {
  const sketch = new Sketch(state);
  const node = valueAt(sketch.text, block) as FlowNodeDoc | undefined;
  if (node === undefined || !isBlock(node.sort)) return { reason: '这里不能加分支' };
  const list = `${block}.ways`;
  const titles = (node.ways ?? []).map((way) => way.title);
  const title = freeTitle('分支', titles);
  const last = node.sort === 'parallel' ? titles.at(-1) : titles.at(-2);
  sketch.insert({ list, after: last ?? null }, title, { title });
  return sketch.done(`新增「${title}」`, { selection: [sketch.selected(joinAddress(list, title))] });
};
function freeTitle(base: string, taken: readonly string[]): string {
  for (let n = taken.length; ; n += 1) if (!taken.includes(`${base}${n}`)) return `${base}${n}`;
}

/** Another title of a way, which is what it is addressed by. */
export const retitleFlowWay: Command<{ readonly address: string; readonly title: string }> = (state, given) => {
  const { address } = given;
  const title = given.title.trim();
  const sketch = new Sketch(state);
  const { parent, key } = splitAddress(address);
  const way = valueAt(sketch.text, address) as FlowWayDoc | undefined;
  if (way === undefined) return { reason: '分支已不存在' };
  if (title === key) return NO_CHANGE;
  if (title === '') sketch.refuse('请填写名称');
  if (/[[\]]/.test(title)) sketch.refuse('名称里不能有方括号');
  if (title.length > 20) sketch.refuse('名称最多20个字');
  const keys = entriesAt(sketch.text, parent) ?? [];
  if (keys.includes(title)) sketch.refuse(`编码重复：${title}`);
  if (sketch.isShipped && sketch.isBelow(address)) sketch.refuse('标准流程的分支不能改名，可以移除后新增');
  sketch.remove(address);
  sketch.insert({ list: parent, after: keys[keys.indexOf(key) - 1] ?? null }, title, json({ ...way, title }));
  return sketch.done(`改名为「${title}」`, { selection: [sketch.selected(joinAddress(parent, title))] });
};

/** The same node, or way, once more behind it, with codes of its own. */
export const duplicateFlow: Command<{ readonly address: string }> = (state, { address }) => {
  const sketch = new Sketch(state);
  const { parent, key } = splitAddress(address);
  const value = valueAt(sketch.text, address) as FlowNodeDoc | FlowWayDoc | undefined;
  if (value === undefined) return { reason: '节点已不存在' };
  const taken = [...codesIn(flowOf(sketch.text).nodes)];
  const fresh = (node: FlowNodeDoc): FlowNodeDoc => {
    const code = freeCode(node.node.replace(/\d+$/, ''), taken, sketch.isShipped);
    taken.push(code);
    return { ...node, node: code, ...(node.ways === undefined ? {} : { ways: node.ways.map(freshWay) }) };
  };
  const freshWay = (way: FlowWayDoc): FlowWayDoc =>
    way.nodes === undefined ? way : { ...way, nodes: way.nodes.map(fresh) };
  if (isWay(address)) {
    const titles = entriesAt(sketch.text, parent) ?? [];
    const way = value as FlowWayDoc;
    const block = valueAt(sketch.text, splitAddress(parent).parent) as FlowNodeDoc | undefined;
    if (block?.sort !== 'parallel' && way.when === undefined && titles.at(-1) === key)
      return { reason: '默认分支只能有一个' };
    const title = freeTitle(key.replace(/\d+$/, ''), titles);
    sketch.insert({ list: parent, after: key }, title, json({ ...freshWay(way), title }));
    return sketch.done(`复制「${key}」`, { selection: [sketch.selected(joinAddress(parent, title))] });
  }
  const node = fresh(value as FlowNodeDoc);
  if (node.sort === 'end') return { reason: '结束只能有一个' };
  sketch.insert({ list: parent, after: key }, node.node, json(node));
  return sketch.done(`复制「${node.title}」`, { selection: [sketch.selected(joinAddress(parent, node.node))] });
};

/** A node with all that stands in it, or a way; two ways stay, and the default one. */
export const removeFlow: Command<{ readonly address: string }> = (state, { address }) => {
  const sketch = new Sketch(state);
  const title = titleAt(sketch.text, address);
  if (isWay(address)) {
    const { parent } = splitAddress(address);
    const block = valueAt(sketch.text, splitAddress(parent).parent) as FlowNodeDoc | undefined;
    const ways = (block?.ways ?? []).filter((way) => way.off !== true);
    if (ways.length <= 2) return { reason: '分支至少保留两路，可以移除整个分支' };
    if (block?.sort !== 'parallel' && ways.at(-1)?.title === title) return { reason: '默认分支不能移除' };
  }
  sketch.remove(address);
  return sketch.done(`移除「${title}」`, { selection: [] });
};

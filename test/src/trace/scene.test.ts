/** The graph of 追溯: columns in the direction of material, many alike as one card, suppliers before and customers behind. */
import { describe, expect, it } from 'vitest';
import type { TraceBatch, TraceEdge, TraceGraph, TraceNode, TraceShipped } from '../../../schemas/language/wire-trace';
import { type Card, foundIn, LARGE, type Scene, SMALL, sceneOf } from '../../../src/screens/trace/scene';

const node = (id: string, level: number, more: Partial<TraceNode> = {}): TraceNode => ({
  id,
  type: '1',
  level,
  nbr: id,
  materialName: '密封圈',
  unit: '件',
  made: false,
  held: false,
  weak: false,
  root: level === 0,
  aside: false,
  ...more,
});
const lot = (id: string, more: Partial<TraceBatch> = {}): TraceBatch => ({
  type: '1',
  id,
  nbr: id,
  material: 'm',
  materialCode: 'SR-08',
  materialName: '密封圈',
  unit: '件',
  supplier: null,
  supplierBatch: null,
  srcNbr: null,
  produceDate: null,
  expireDate: null,
  holdFlag: false,
  freezeNbr: null,
  made: 1,
  good: 1,
  pending: 0,
  bad: 0,
  frozen: 0,
  transit: 0,
  supplierQty: 0,
  used: 0,
  shipped: 0,
  returned: 0,
  scrapped: 0,
  other: 0,
  difference: 0,
  ...more,
});
const edge = (from: string, to: string, qty = 1): TraceEdge => ({ from, to, qty, weak: false });
const graphOf = (given: Partial<TraceGraph>): TraceGraph => ({
  roots: [],
  nodes: [],
  edges: [],
  truncated: false,
  asOf: '2026-01-15 14:02:31',
  batches: [],
  orders: [],
  stock: [],
  shipped: [],
  freezes: [],
  ops: [],
  reports: [],
  events: [],
  ...given,
});
const serials = (n: number): readonly string[] => Array.from({ length: n }, (_, at) => `S${at + 1}`);
const story = (n: number, shipped: readonly TraceShipped[] = []): TraceGraph =>
  graphOf({
    nodes: [
      node('A', 0),
      node('GD', 1, { type: '2', materialName: '电动推杆' }),
      ...serials(n).map((id) => node(id, 2, { made: true, materialName: '电动推杆', unit: '套' })),
    ],
    edges: [edge('A', 'GD', 120), ...serials(n).map((id) => edge('GD', id))],
    batches: [
      lot('A', { made: 120, supplier: '华东密封件' }),
      ...serials(n).map((id) => lot(id, { unit: '套', materialName: '电动推杆' })),
    ],
    shipped,
  });
const shown = ({ cards }: Scene): readonly unknown[] => cards.map(({ kind, title, qty }) => [kind, title, qty]);
const at = (scene: Scene, id: string): Card => {
  const card = scene.cards.find((each) => each.id === id);
  if (!card) throw new Error(`no card ${id}`);
  return card;
};
const none: ReadonlySet<string> = new Set();

describe('a scene', () => {
  it('stands in columns: supplier, lot, work order, products', () => {
    const scene = sceneOf(story(2), none, SMALL);
    expect(shown(scene)).toEqual([
      ['supplier', '华东密封件', ''],
      ['batch', 'A', '120 件'],
      ['work', 'GD', ''],
      ['product', 'S1', '1 套'],
      ['product', 'S2', '1 套'],
    ]);
    const columns = ['s:华东密封件', 'A', 'GD', 'S1'].map((id) => at(scene, id).x);
    expect(columns).toEqual([0, 280, 560, 840]);
    expect(at(scene, 'S2').y - at(scene, 'S1').y).toBe(72);
    // one card stands in the middle of two
    expect(at(scene, 'GD').y).toBe(36);
    expect(scene.links.find(({ from }) => from === 'A')).toEqual({
      from: 'A',
      to: 'GD',
      weak: false,
      aside: false,
      label: '120 件',
      at: 0.5,
    });
  });
  it('behind the products stands where they lie, a card for a store and a quality', () => {
    const lying = (batchNbr: string, qualityStatus: string, qty = 1) => ({
      ...{ warehouse: '成品仓', position: null, materialName: '电动推杆', unit: '套' },
      ...{ batchNbr, qualityStatus, qty },
    });
    const stock = [lying('S1', '合格', 2), lying('S2', '合格', 3), lying('S2', '待检'), lying('ELSE', '合格', 9)];
    const scene = sceneOf({ ...story(2), stock }, none, SMALL);
    const stores = scene.cards.filter(({ kind }) => kind === 'stock');
    expect(stores.map(({ title, sub, qty, x }) => [title, sub, qty, x])).toEqual([
      ['成品仓', '合格', '5 套', 1120],
      ['成品仓', '待检', '1 套', 1120],
    ]);
    expect(scene.links.filter(({ to }) => to.startsWith('k:')).map(({ from, label }) => [from, label])).toEqual([
      ['S1', '2 套'],
      ['S2', '3 套'],
      ['S2', '1 套'],
    ]);
    const back = graphOf({
      nodes: [node('S1', 0), node('A', -1)],
      edges: [edge('A', 'S1')],
      batches: [lot('S1')],
      stock,
    });
    expect(sceneOf(back, none, SMALL).cards.filter(({ kind }) => kind === 'stock')).toEqual([]);
  });
  it('back, what went in stands left of what came of it', () => {
    const scene = sceneOf(
      graphOf({
        nodes: [node('S1', 0), node('GD', -1, { type: '2' }), node('A', -2)],
        edges: [edge('GD', 'S1'), edge('A', 'GD', 120)],
        batches: [lot('S1'), lot('A')],
      }),
      none,
      SMALL,
    );
    expect(shown(scene).map((card) => (card as readonly unknown[])[1])).toEqual(['A', 'GD', 'S1']);
  });
  it('draws more than 12 of one parent as one card, opened each for itself', () => {
    expect(sceneOf(story(12), none, SMALL).cards).toHaveLength(15);
    const scene = sceneOf(story(96), none, SMALL);
    expect(shown(scene).at(-1)).toEqual(['product', '同类96个', '96 套']);
    expect(scene.links.at(-2)).toMatchObject({ from: 'GD', label: '96 件' });
    const group = scene.cards.at(-1);
    expect(group?.members).toHaveLength(96);
    expect(sceneOf(story(96), new Set([group?.id ?? '']), SMALL).cards).toHaveLength(99);
  });
  it('ends at who got it: the sum of a delivery, from the one card its lots are', () => {
    const delivery = (docNbr: string, customer: string, batches: readonly string[]): TraceShipped => ({
      docType: 'delivery',
      docNbr,
      bizDate: '2026-01-14',
      customer,
      contact: null,
      phone: null,
      notice: null,
      materialName: '电动推杆',
      batches,
      shipped: batches.length,
      returned: 0,
      net: batches.length,
    });
    const scene = sceneOf(
      story(96, [delivery('FHD1', '北辰', serials(40)), delivery('FHD2', '海川', serials(15))]),
      none,
      SMALL,
    );
    expect(shown(scene).slice(-2)).toEqual([
      ['customer', '北辰', '40 套'],
      ['customer', '海川', '15 套'],
    ]);
    expect(scene.links.filter(({ to }) => to.startsWith('c:')).map(({ label }) => label)).toEqual(['40 套', '15 套']);
  });
  it('is larger under a thumb', () => {
    expect(sceneOf(story(1), none, LARGE).width).toBe(4 * 220 + 3 * 100);
  });
  it('finds cards one after the other, and a number inside its group', () => {
    const few = sceneOf(story(3), none, SMALL);
    const next = (chosen: string | null, text = '电动') => foundIn(few, text, chosen)?.title;
    expect([next(null), next('GD'), next('S1'), next('S3')]).toEqual(['GD', 'S1', 'S2', 'GD']);
    expect(next(null, 'nirgends')).toBeUndefined();
    expect(next(null, ' ')).toBeUndefined();
    expect(foundIn(sceneOf(story(96), none, SMALL), 's77', null)?.title).toBe('同类96个');
  });
  it('of very many cards stands in the columns of their levels', () => {
    const scene = sceneOf(story(500), new Set(['g:2:GD']), SMALL);
    expect(scene.cards).toHaveLength(503);
    expect(new Set(scene.cards.map(({ x }) => x))).toEqual(new Set([0, 280, 560, 840]));
    expect(new Set(scene.cards.map(({ x, y }) => `${x} ${y}`)).size).toBe(503);
  });
});

describe('what else went in', () => {
  const beside = (n: number): TraceGraph => {
    const base = story(2);
    const others = serials(n).map((id) =>
      node(`O${id}`, 0, { root: false, aside: true, materialName: `料${id}`, unit: id === 'S1' ? 'kg' : '件' }),
    );
    return {
      ...base,
      nodes: [...base.nodes, ...others],
      edges: [...base.edges, ...others.map(({ id }) => edge(id, 'GD', 3))],
    };
  };
  it('stands beside the walk, pale, and is one card when it is much', () => {
    const few = sceneOf(beside(3), new Set(), SMALL);
    expect(few.cards.filter(({ aside }) => aside)).toHaveLength(3);
    expect(few.links.filter(({ aside }) => aside).map(({ label }) => label)).toEqual(['3 kg', '3 件', '3 件']);
    const many = sceneOf(beside(6), new Set(), SMALL);
    expect(many.cards.filter(({ aside }) => aside).map(({ title, sub, qty }) => [title, sub, qty])).toEqual([
      ['同类6个', '其他投入', ''],
    ]);
    // kilograms and pieces have no sum
    expect(many.links.filter(({ aside }) => aside).map(({ label }) => label)).toEqual(['']);
    expect(many.cards.filter(({ aside }) => !aside)).toHaveLength(sceneOf(story(2), new Set(), SMALL).cards.length);
  });
});

it('a return of a customer is said as one, and is never summed up with what went to him', () => {
  const sent = { docType: 'delivery', docNbr: null, bizDate: '2026-01-14', customer: null, contact: null, phone: null };
  const row = { ...sent, notice: null, materialName: '电动推杆', batches: ['S1'], shipped: 0, returned: 0, net: 0 };
  const graph = story(2, [
    { ...row, shipped: 2, net: 2 },
    { ...row, docType: 'salesReturn', returned: 1, net: -1 },
  ]);
  const { cards, links } = sceneOf(graph, new Set(), SMALL);
  expect(
    cards
      .filter(({ kind }) => kind === 'customer')
      .map(({ qty }) => qty)
      .sort(),
  ).toEqual(['2 套', '退回 1 套']);
  expect(links.map(({ label }) => label)).toContain('退 1 套');
});

/** The BOM engine over structures written by hand: the worked numbers of 20 §10.4–10.6. */
import { describe, expect, it } from 'vitest';
import { mulNum, toNumber } from '../../../schemas/language/codec/decimal';
import { rollCost } from '../../../server/bom/cost';
import { depthBelow, type Edges, findCycle, isTooDeep, lowLevels } from '../../../server/bom/cycle';
import { explode, linesOf, needOf, totalsOf } from '../../../server/bom/explode';
import { childAttrKey, pickVersion } from '../../../server/bom/pick';
import { proposeSubstitutes } from '../../../server/bom/substitute';
import type { BomData, BomItem, BomMaterial, BomVersion } from '../../../server/bom/types';
import { whereUsed } from '../../../server/bom/where-used';

const item = (material: string, perQty: number, more: Partial<BomItem> = {}, lineNo = 10): BomItem => ({
  id: `${material}-${lineNo}`,
  lineNo,
  material,
  unit: 'PCS',
  factor: 1,
  perQty,
  lossRate: 0,
  fixedLoss: 0,
  attrKey: '',
  attrCond: '',
  noExplode: false,
  ...more,
});
const version = (material: string, items: readonly BomItem[], more: Partial<BomVersion> = {}): BomVersion => ({
  id: `BOM-${material}`,
  code: `BOM-${material}`,
  revision: 'V1.0',
  material,
  attrKey: '',
  factoryUnit: null,
  isDefault: true,
  effectDate: '2026-01-01',
  baseQty: 1,
  route: null,
  items: items.map((item, n) => ({ ...item, lineNo: (n + 1) * 10 })),
  outputs: [],
  ...more,
});
const material = (id: string, makeType: string, more: Partial<BomMaterial> = {}): BomMaterial => ({
  id,
  code: id,
  name: id,
  spec: null,
  makeType,
  unit: 'PCS',
  unitName: '件',
  decimals: 0,
  attrs: [],
  stdCost: null,
  ...more,
});
const dataOf = (materials: readonly BomMaterial[], versions: readonly BomVersion[]): BomData => ({
  materials: new Map(materials.map((material) => [material.id, material])),
  versions: new Map(versions.map((version) => [version.material, [version]])),
});
const edges = (pairs: Readonly<Record<string, string>>): Edges =>
  new Map(Object.entries(pairs).map(([parent, children]) => [parent, new Set(children.split(' ').filter(Boolean))]));

describe('loops and levels', () => {
  it('names the way round', () => {
    const graph = edges({ 'DG-100': 'LA-100', 'LA-100': 'MT GB-20', 'GB-20': 'HG DG-100' });
    expect(findCycle('DG-100', graph)).toEqual(['DG-100', 'LA-100', 'GB-20', 'DG-100']);
    expect(findCycle('A', edges({ A: 'A' }))).toEqual(['A', 'A']);
  });
  it('a material on two branches is none, and its low-level code is the longest way', () => {
    const graph = edges({ P0: 'P1 P2 P3', P1: 'P2 P3', P2: 'P3' });
    expect(findCycle('P0', graph)).toBeUndefined();
    expect(depthBelow('P0', graph)).toBe(3);
    const parents = edges({ P1: 'P0', P2: 'P0 P1', P3: 'P0 P1 P2' });
    expect(Object.fromEntries(lowLevels(new Set(['P1', 'P2', 'P3']), parents, () => 0))).toEqual({
      P1: 1,
      P2: 2,
      P3: 3,
    });
    // what stands outside of the changed part is taken as stored
    expect(lowLevels(new Set(['P3']), parents, (id) => (id === 'P2' ? 7 : 0)).get('P3')).toBe(8);
  });
  it('30 levels and no more', () => {
    const chain = edges(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`P${n}`, `P${n + 1}`])));
    expect(isTooDeep(0, depthBelow('P0', chain))).toBe(false);
    expect(isTooDeep(1, depthBelow('P0', chain))).toBe(true);
  });
});

describe('explosion', () => {
  const kit = version('KIT', [item('SC', 4, { lossRate: 1 }), item('NT', 2)]);
  const wg = version('WG', [item('TB', 0.12, { lossRate: 3 }), item('SR', 2, { lossRate: 2 }), item('GR', 0.05)]);
  const la = version('LA', [
    item('WG', 1),
    item('SR', 2, { lossRate: 2 }),
    item('KIT', 1),
    item('GR', 0.005),
    item('CTN', 0.05),
  ]);
  const data = dataOf(
    [
      ...['SC', 'NT', 'SR', 'CTN'].map((id) => material(id, '2')),
      material('TB', '2', { decimals: 4 }),
      material('GR', '2', { decimals: 4 }),
      material('KIT', '4'),
      material('WG', '1'),
      material('LA', '1'),
    ],
    [kit, wg, la],
  );
  const totals = (qty: number, multi: boolean) =>
    Object.fromEntries(
      totalsOf(data, explode(data, { version: la, qty, multi })).map((total) => [total.material, total.qty]),
    );
  it('of one level: 虚拟件 pass through and are rounded with what stands beside them', () => {
    expect(totals(100, false)).toEqual({ WG: 100, SR: 204, SC: 404, NT: 200, GR: 0.5, CTN: 5 });
    expect(totals(33, false)).toEqual({ WG: 33, SR: 68, SC: 134, NT: 66, GR: 0.165, CTN: 2 });
    const lines = linesOf(explode(data, { version: la, qty: 1, multi: false }));
    expect(lines.map(({ node, level }) => [node.material, level])).toEqual([
      ['WG', 1],
      ['SR', 1],
      ['SC', 1],
      ['NT', 1],
      ['GR', 1],
      ['CTN', 1],
    ]);
  });
  it('of all levels multiplies exact quantities', () => {
    expect(totals(100, true)).toMatchObject({ SR: 408, GR: 5.5, TB: 12.36 });
  });
  it('adds a fixed loss once an order, inside of 虚拟件 too', () => {
    const dg = version('DG', [item('PA', 28, { fixedLoss: 0.5 })], { baseQty: 1000 });
    expect(needOf(dg.items[0] as BomItem, 200, 1000)).toBe(6.1);
    const phantom = dataOf([material('DG', '4'), material('PA', '2', { decimals: 4 })], [dg]);
    const top = version('TOP', [item('DG', 2)]);
    expect(totalsOf(phantom, explode(phantom, { version: top, qty: 100, multi: false }))[0]?.qty).toBe(6.1);
  });
  it('loses no digit', () => {
    const chain = [version('A', [item('B', 0.311)]), version('B', [item('C', 0.0275)])];
    const long = dataOf([material('A', '1'), material('B', '1'), material('C', '2', { decimals: 4 })], chain);
    const nodes = explode(long, { version: chain[0] as BomVersion, qty: 1_000_000, multi: true });
    expect(totalsOf(long, nodes).find((total) => total.material === 'C')?.exact).toBe('8552.5');
    // thirds come back to a whole
    const third = [version('X', [item('Y', 1)], { baseQty: 3 }), version('Y', [item('Z', 3)])];
    const thirds = dataOf([material('X', '1'), material('Y', '1'), material('Z', '2')], third);
    const rows = explode(thirds, { version: third[0] as BomVersion, qty: 200, multi: true });
    expect(totalsOf(thirds, rows).find((total) => total.material === 'Z')?.qty).toBe(200);
  });
  it('a row with a condition counts only for those values; a child takes the values it is told apart by', () => {
    const box = version('BOX', [item('P', 1, { attrCond: 'COLOR:BK' }), item('AC', 1)]);
    const data2 = dataOf([material('P', '2'), material('AC', '2', { attrs: ['COLOR'] }), material('BOX', '1')], [box]);
    const of = (attrKey: string) => explode(data2, { version: box, qty: 1, attrKey, multi: false });
    expect(of('COLOR:BK|STROKE:100').map((node) => [node.material, node.attrKey])).toEqual([
      ['P', ''],
      ['AC', 'COLOR:BK'],
    ]);
    expect(of('').map((node) => node.material)).toEqual(['AC']);
    expect(childAttrKey('COLOR:WH', 'COLOR:BK|STROKE:100', data2.materials.get('AC'))).toBe('COLOR:WH');
  });
  it('不展开 stays a row', () => {
    const top = version('TOP', [item('WG', 1, { noExplode: true })]);
    expect(explode(data, { version: top, qty: 1, multi: true })).toHaveLength(1);
  });
});

describe('the version an order takes', () => {
  const one = (id: string, more: Partial<BomVersion>): BomVersion => version('P', [], { id, ...more });
  it('most specific attributes, nearest workshop, default, youngest', () => {
    const all = [
      one('plain', {}),
      one('side', { isDefault: false, effectDate: '2026-01-10' }),
      one('black', { attrKey: 'COLOR:BK' }),
      one('plant', { factoryUnit: 'plant' }),
      one('line', { factoryUnit: 'line' }),
    ];
    const pick = (attrKey: string, units: readonly string[]) => pickVersion(all, { attrKey, units })?.id;
    expect(pick('', [])).toBe('plain');
    expect(pick('COLOR:BK', ['line', 'plant'])).toBe('black');
    expect(pick('', ['line', 'plant'])).toBe('line');
    expect(pick('', ['plant'])).toBe('plant');
    expect(pickVersion([all[2] as BomVersion], { attrKey: '', units: [] })).toBeUndefined();
  });
});

describe('where used', () => {
  it('climbs to the top with the quantity per 1', () => {
    const b = version('B', [item('C', 10)]);
    const a = version('A', [item('B', 0.1, { lossRate: 2 })]);
    const rows = whereUsed(
      new Map([
        ['C', [b]],
        ['B', [a]],
      ]),
      'C',
    );
    expect(rows.map((row) => [row.version.material, row.level, toNumber(row.per)])).toEqual([
      ['B', 1, 10],
      ['A', 2, 1.02],
    ]);
  });
});

describe('rolled cost', () => {
  const dg = version('DG', [item('PA', 28, { fixedLoss: 0.5 }), item('SK', 2)], {
    baseQty: 1000,
    outputs: [
      { material: 'HG', costShare: 40 },
      { material: 'SK', costShare: 0 },
    ],
  });
  const data = dataOf(
    [material('PA', '2', { stdCost: 18 }), material('SK', '1', { stdCost: 6 }), material('DG', '1')],
    [dg],
  );
  it('leaves the fixed loss out, adds operations, gives outputs their share', () => {
    expect(toNumber(rollCost(data, dg).total ?? -1)).toBe(516);
    // 1000 pieces of 0.5 min at 45 an hour
    const rolled = rollCost(data, dg, () => 375);
    expect(toNumber(rolled.total ?? -1)).toBe(891);
    expect(toNumber(rolled.shares.get('HG') ?? -1)).toBe(356.4);
    expect(toNumber(rolled.shares.get('SK') ?? -1)).toBe(0);
    expect(toNumber(rolled.cost ?? -1)).toBe(0.5346);
  });
  it('rolls through the chain of base quantities', () => {
    const chain = [
      version('A', [item('B', 10)], { baseQty: 100 }),
      version('B', [item('C', 10)], { baseQty: 10 }),
      version('C', [item('R', 10)], { baseQty: 10 }),
    ];
    const all = dataOf([...'ABC'].map((id) => material(id, '1')).concat(material('R', '2', { stdCost: 5 })), chain);
    expect(toNumber(mulNum(rollCost(all, chain[0] as BomVersion).cost ?? 0, 100))).toBe(50);
  });
  it('a missing cost is named and never 0', () => {
    const open = version('T', [item('DG', 1), item('Q', 1)]);
    const all = dataOf([...data.materials.values(), material('Q', '2'), material('T', '1')], [dg, open]);
    const rolled = rollCost(all, open);
    expect(rolled.cost).toBeNull();
    expect([...rolled.missing]).toEqual(['Q']);
  });
});

describe('substitutes', () => {
  const candidate = (code: string, available: number, more = {}) => ({
    material: code,
    code,
    ratio: 1,
    priority: 1,
    mixMode: '2',
    isOfBom: true,
    available,
    ...more,
  });
  const motors = (mixMode: string) => [
    candidate('C', 50, { priority: 2, mixMode }),
    candidate('B', 30, { priority: 1, mixMode }),
  ];
  it('fill what is left in order, or stand for the whole row alone', () => {
    const row = { main: 'A', qty: 100, available: 60, decimals: 0 };
    expect(proposeSubstitutes(row, motors('2')).parts.map((part) => [part.material, part.qty])).toEqual([
      ['A', 60],
      ['B', 30],
      ['C', 10],
    ]);
    expect(proposeSubstitutes(row, motors('1'))).toEqual({
      parts: [{ material: 'A', qty: 100, covers: 100 }],
      shortage: 40,
    });
    expect(proposeSubstitutes(row, [candidate('W', 200, { mixMode: '1', ratio: 2 })]).parts).toEqual([
      { material: 'W', qty: 200, covers: 100 },
    ]);
  });
  it('by ratio, in whole units of the main material', () => {
    const seals = { main: 'SR', qty: 204, available: 150, decimals: 0 };
    expect(proposeSubstitutes(seals, [candidate('S2', 500, { ratio: 2 })]).parts).toEqual([
      { material: 'SR', qty: 150, covers: 150 },
      { material: 'S2', qty: 108, covers: 54 },
    ]);
    expect(proposeSubstitutes(seals, [candidate('S2', 107, { ratio: 2 })]).shortage).toBe(54);
  });
  it('rows of the BOM go before general rules', () => {
    const row = { main: 'A', qty: 10, available: 0, decimals: 0 };
    const general = candidate('G', 10, { isOfBom: false, priority: 0 });
    expect(proposeSubstitutes(row, [general, candidate('B', 10)]).parts[0]?.material).toBe('B');
    expect(proposeSubstitutes({ ...row, available: 10 }, [general]).parts[0]?.material).toBe('A');
  });
});

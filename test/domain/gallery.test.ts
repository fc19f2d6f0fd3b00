/** The gallery's documents say what the coverage table (domain 80 §6.2) expects of them: limits, checks, searches, values, actions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../schemas/language/value';
import { loadRows } from '../../server/auth/demo';
import { newId } from '../../server/ids';
import { printJob } from '../../server/print/job';
import type { EngineCtx } from '../../server/records/host';
import { getPageList } from '../../server/records/list/list';
import { countsOf } from '../../server/records/list/scheme-counts';
import { pageOf } from '../../server/records/page/page-item';
import { getOne } from '../../server/records/read/read';
import { actsOf, refusal, type Stored } from '../support/demo-acts';
import { DAY, demoFactory, type Factory } from './factory';

let factory: Factory;
const { save, act, id, byCode } = actsOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const listOf = (object: string, body: object) =>
  factory.as('admin', (ctx) => {
    const engine = ctx as EngineCtx;
    return getPageList(engine, engine.registry.page(object)!, { scheme: 'all', size: 100, ...body });
  });
const list = (body: object) => listOf('demoDoc', { sort: 'nbr', ...body });
/** the days of the documents that are found: seeded documents are one a day */
const found = async (body: object): Promise<readonly string[]> =>
  (await list(body)).records.map((record) => String(record.nbr).replace(/^SL202[56](\d{4})0001$/, '$1'));
const count = async (): Promise<number> => (await list({ size: 1 })).total;
const doc = (more: Rec = {}): Rec => ({ title: `样品 ${newId()}`, ...more });
const warnings = (work: Promise<unknown>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (error: { data?: { warnings?: readonly { text: string }[] } }) =>
      error.data?.warnings?.map(({ text }) => text) ?? [String(error)],
  );
const line = async (more: Rec = {}): Promise<Row> =>
  ({
    id: newId(),
    material: await id('material', 'MT-12'),
    unit: await id('unit', 'PCS'),
    qty: 1,
    price: 1,
    ...more,
  }) as unknown as Row;

describe('the demo factory brings', () => {
  const seeded = () => factory.as('admin', (ctx) => ctx.records.find('demoDoc', "day < '2026-01-13'", { sort: 'nbr' }));
  const one = async (nbr: string) =>
    (await list({ q: { f: 'nbr', op: 'eq', v: nbr } })).records[0] as Record<string, unknown>;
  const rowsOf = async (nbr: string): Promise<readonly Row[]> => {
    const { id: doc } = await one(nbr);
    const rec = await factory.as('admin', (ctx) => ctx.records.get('demoDoc', String(doc)));
    return rec?.rows as unknown as readonly Row[];
  };

  it('60 documents, one a day, in every state, with a value of every kind that is no file', async () => {
    const docs = await seeded();
    expect(docs).toHaveLength(60);
    expect(new Set(docs.map(({ day }) => day)).size).toBe(60);
    expect(new Set(docs.map(({ docStatus }) => docStatus))).toEqual(new Set(['10', '30', '60', '70', '90']));
    const isGiven = (value: unknown) => value !== null && value !== undefined && String(value) !== '';
    const given = new Set<string>();
    const blank = new Set<string>();
    for (const { code, kind, type, sub } of Object.values(
      factory.engine.registries.shipped.objects.get('demoDoc')!.fields,
    )) {
      const sort = kind === 'default' ? type : kind;
      if (sub !== undefined || docs.some((doc: Rec) => isGiven(doc[code]))) given.add(sort);
      else blank.add(sort);
    }
    expect([...blank].filter((sort) => !given.has(sort))).toEqual(['undata', 'file', 'signature']);
  });
  it('progress at 50, 51, 70 and 71, days past and near', async () => {
    const docs = await seeded();
    expect(docs.map(({ progress }) => progress)).toEqual(expect.arrayContaining([50, 51, 70, 71]));
    const due = docs.filter(({ docStatus }) => docStatus === '10').map(({ needBy }) => needBy);
    expect(due).toEqual(expect.arrayContaining(['2026-01-13', '2026-01-18', '2026-01-19']));
    expect(await one('SL202511210001')).toMatchObject({ docStatus: '60', needBy: '2025-12-01' });
  });
  it('what an older version left: a code nobody knows, a material that is switched off', async () => {
    const left = await one('SL202511150001');
    expect(left).toMatchObject({ state: '9', material: 'MT-10' });
    expect((await byCode('material', 'MT-10')).isDisabled).toBe('1');
  });
  it('many partners, days and tags, four decimals, a note of 60 characters', async () => {
    const many = await one('SL202511160001');
    expect([many.partners, many.days, many.tags].map((value) => (value as unknown[]).length)).toEqual([9, 10, 6]);
    expect(many.qty).toBe(1234.5678);
    expect(many.note).toHaveLength(60);
  });
  it('2,000 rows in one document, each on a day of its own', async () => {
    const rows = await rowsOf('SL202511140001');
    expect(rows).toHaveLength(2000);
    expect(new Set(rows.map(({ due }) => due)).size).toBe(2000);
  });
  it('a row that another document was made from', async () => {
    const [ordered, free] = await rowsOf('SL202511190001');
    expect([ordered?.sourceOrderNbr, free?.sourceOrderNbr]).toEqual(['SL202511200001', null]);
  });
  it('40 nodes on four levels', async () => {
    const tree = await factory.as('admin', (ctx) => ctx.records.find('demoTree', 'true', { sort: 'code' }));
    expect(tree).toHaveLength(40);
    const levels = tree.map((node) => {
      let level = 1;
      for (let up = node.parent; up; level++) up = tree.find(({ id: other }) => other === up)?.parent ?? null;
      return level;
    });
    expect(Math.max(...levels)).toBe(4);
  });
  it('a label of 60 × 40 for each chosen document', async () => {
    const ids = (await list({ size: 2 })).records.map((record) => String(record.id));
    const job = await factory.as('admin', (ctx) => {
      const engine = ctx as EngineCtx;
      const page = pageOf(engine, 'demoDoc');
      return printJob(engine, page, page.actions.label!, { ids });
    });
    expect([job.layout.print, job.width, job.height, job.pages.length]).toEqual(['demoLabel', 60, 40, 2]);
  });
  it('nothing again when it is loaded again', async () => {
    const { db } = factory.database;
    const { runAs, registries } = factory.engine;
    const documents = factory.engine.documents.filter(({ area }) => area === 'demo');
    const source = { db, runAs, documents, objects: [...registries.shipped.objects.values()] };
    expect(await loadRows(source, factory.org, `${DAY} 10:00:00`)).toBe(0);
  });
});

describe('a document of the gallery is refused, and nothing is written', () => {
  const refused: readonly (readonly [string, () => Rec | Promise<Rec>, string])[] = [
    ['a long note', () => ({ note: '长'.repeat(501) }), '备注最多500个字'],
    ['too many days', () => ({ days: Array.from({ length: 11 }, (_, n) => `2026-02-${String(n + 10)}`) }), '10'],
    ['a time past midnight', () => ({ at: '24:00' }), '时间'],
    ['more done than wanted', () => ({ qty: 8, done: 9 }), '完成数不能大于数量'],
    ['wanted before its day', () => ({ day: '2026-01-15', needBy: '2026-01-14' }), '要求日期不能早于日期'],
    ['urgent without a day', () => ({ flag: true }), '要求日期'],
    ['many pieces without a word', () => ({ qty: 1001 }), '备注'],
    ['a fifth decimal', () => ({ qty: 1.00005 }), '小数'],
    ['a title that is taken', () => ({ title: '检具校准' }), '标题「检具校准」已存在'],
    ['a span of more than 720 hours', () => ({ period: ['2026-01-01 00:00:00', '2026-03-01 00:00:00'] }), '期间'],
    ['a row without a quantity', async () => ({ rows: [await line({ qty: 0 })] as never }), '第10行数量必须大于0'],
  ];
  it.each(refused)('%s', async (_, more, sentence) => {
    const before = await count();
    expect(await refusal(save('demoDoc', doc(await more())))).toContain(sentence);
    expect(await count()).toBe(before);
  });
  it('twice the same material, or much money: only asked, and kept once that was answered', async () => {
    const before = await count();
    const twice = doc({ rows: [await line(), await line()] as never });
    expect(new Set(await warnings(save('demoDoc', twice)))).toEqual(new Set(['同一物料同一日期重复']));
    const dear = doc({ rows: [await line({ qty: 100_001 })] as never });
    expect(await warnings(save('demoDoc', dear))).toEqual(['金额合计100001.00超过100,000']);
    expect(await count()).toBe(before);
    await save('demoDoc', twice, 'admin', ['rows.checks.twice', 'checks.twice', 'fields.rows.checks.twice']);
    await save('demoDoc', dear, 'admin', ['checks.large']);
    expect(await count()).toBe(before + 2);
  });
});

describe('values', () => {
  it('two saves are two numbers', async () => {
    const [stored, other] = [await save('demoDoc', doc()), await save('demoDoc', doc())];
    expect(stored.nbr).toMatch(/^SL20260115\d{4}$/);
    expect(Number(String(other.nbr).slice(-4))).toBe(Number(String(stored.nbr).slice(-4)) + 1);
  });
  it('a part of nothing is blank, a formula is never taken from outside', async () => {
    const nothing = await save('demoDoc', doc({ qty: 0, done: 0 }));
    expect(nothing.progress).toBeNull();
    const third = await save('demoDoc', doc({ qty: 3, done: 1, progress: 99 }));
    expect(third.progress).toBe(33.33);
  });
  it('what was picked fills what nobody typed; a gift costs nothing', async () => {
    const made = await save(
      'demoDoc',
      doc({ rows: [await line({ kindRow: '2', price: undefined, qty: 3 })] as never }),
    );
    const [row] = made.rows as unknown as readonly Row[];
    expect(row).toMatchObject({ kindRow: '2', materialName: '电机', amount: 0 });
    expect(made.amountTotal).toBe(0);
  });
});

describe('the search row and conditions', () => {
  it('a span finds what it touches', async () => {
    const hit = await found({ search: { period: ['2026-01-05 00:00:00', '2026-01-06 00:00:00'] } });
    expect(hit).toEqual(['0104', '0105']);
  });
  it('a region finds what lies in it, a node what hangs below it', async () => {
    const inJiangsu = ['1122', '1126', '1130', '1204', '1208', '1212', '1216', '1220', '1224', '1228'];
    expect(await found({ search: { region: ['320000'] } })).toEqual([...inJiangsu, '0101', '0104', '0107', '0110']);
    const wormGear = await id('demoTree', '20');
    const below = await found({ search: { kindTree: [wormGear] } });
    const lastYear = ['1115', '1117', '1129', '1130', '1201', '1202', '1213', '1214', '1215', '1216'];
    const turned = ['1227', '1228', '1229', '1230', '0104', '0105', '0106', '0112'];
    expect(below).toEqual([...lastYear, ...turned]);
    const counts = await factory.as('admin', (ctx) => {
      const engine = ctx as EngineCtx;
      const page = engine.registry.page('demoDoc.byTree')!;
      return countsOf(engine, page, { nodes: { field: 'kindTree', ids: ['', wormGear, newId()] } });
    });
    const [all, at, nowhere] = Object.values(counts);
    expect([all?.total, at, nowhere]).toEqual([await count(), { total: 18 }, { total: 0 }]);
  });
  it('several choices find any of them, or all', async () => {
    const any = await found({ q: { f: 'tags', op: 'has', v: ['4', '5'] } });
    const all = await found({ q: { f: 'tags', op: 'hasAll', v: ['4', '5'] } });
    expect(any).toEqual(expect.arrayContaining([...all]));
    expect(any.length).toBeGreaterThan(all.length);
    expect(all.length).toBeGreaterThan(0);
  });
  it('a text finds what contains it, nothing and something', async () => {
    expect(await found({ search: { title: '推杆' } })).toEqual(['0101', '0110']);
    const empty = await found({ q: { f: 'note', op: 'empty' } });
    const rest = await found({ q: { f: 'note', op: 'notEmpty' } });
    expect(rest).toContain('0101');
    expect(empty.length + rest.length).toBe(await count());
  });
  it('relative days follow the clock', async () => {
    const today = { q: { f: 'day', op: 'rel', v: { rel: 'lastDays', n: 3 } } };
    factory.setNow('2026-01-10 10:00:00');
    expect((await found(today)).slice(0, 3)).toEqual(['0108', '0109', '0110']);
    factory.setNow('2026-01-15 10:00:00');
  });
  it('a row finds its document', async () => {
    const material = await id('material', 'SR-08');
    const hit = await found({ q: { f: 'rows.material', op: 'in', v: [material] } });
    expect(hit).toContain('0103');
    expect(hit).not.toContain('0101');
  });
});

describe('the tree', () => {
  const nodes = async (body: object): Promise<readonly { code: string; actions: readonly string[] }[]> =>
    (await listOf('demoTree', { scheme: 'all', size: 1000, ...body })).records.map((record) => ({
      code: String(record.code),
      actions: record._actions as readonly string[],
    }));
  it('goes no deeper than four levels; what has nodes or documents below it is not deleted', async () => {
    const can = async (code: string, action: string): Promise<boolean> =>
      (await nodes({ q: { f: 'code', op: 'eq', v: code } }))[0]?.actions.includes(action) === true;
    expect([await can('1011', 'addChild'), await can('10111', 'addChild')]).toEqual([true, false]);
    // with nodes below it, with a document, with neither
    expect([await can('301', 'del'), await can('1032', 'del'), await can('3011', 'del')]).toEqual([false, false, true]);
  });
  it('refuses a fifth level, of a new node and of what a moved one takes along, and writes nothing', async () => {
    const all = async () =>
      (await listOf('demoTree', { size: 1000 })).records.map((record) => [record.code, record.parent]);
    const before = await all();
    expect(await refusal(save('demoTree', { name: '第五级', parent: await id('demoTree', '10111') }))).toBe('最多四级');
    const moved = async (code: string, parent: string): Promise<string> =>
      refusal(act('demoTree', 'move', await byCode('demoTree', code), { parentId: await id('demoTree', parent) }));
    // alone, with a level below it, with two, with three
    expect(await moved('3011', '10111')).toBe('最多四级');
    expect(await moved('301', '1021')).toBe('最多四级');
    expect(await moved('101', '401')).toBe('最多四级');
    expect(await moved('10', '40')).toBe('最多四级');
    expect(await moved('101', '10111')).toBe('上级不能是本节点或其下级');
    expect(await all()).toEqual(before);
  });
  it('takes what ends at the fourth', async () => {
    const made = await save('demoTree', { name: '第四级', parent: await id('demoTree', '3012') });
    expect(made.parent).toBe(await id('demoTree', '3012'));
    const [there, back] = [await id('demoTree', '402'), await id('demoTree', '30')];
    const moved = await act('demoTree', 'move', await byCode('demoTree', '302'), { parentId: there });
    expect(moved.parent).toBe(there);
    expect((await act('demoTree', 'move', moved, { parentId: back })).parent).toBe(back);
  });
});

it('tells of a chosen record that it was switched off meanwhile, and of no other', async () => {
  const off = await factory.as('admin', async (ctx) => {
    const [doc] = await ctx.records.find('demoDoc', "title == '旧系统转入'");
    const wire = await getOne(ctx as EngineCtx, pageOf(ctx as EngineCtx, 'demoDoc'), { id: doc!.id as string });
    return Object.values(wire._hop as Record<string, Record<string, { isDisabled?: string; label: string }>>)
      .flatMap((byId) => Object.values(byId))
      .filter((item) => item.isDisabled === '1')
      .map(({ label }) => label);
  });
  expect(off).toEqual(['MT-10']);
});

describe('actions', () => {
  const started = async (): Promise<Stored> => act('demoDoc', 'start', await save('demoDoc', doc({ qty: 8 })));
  it('lead from state to state, with what they ask', async () => {
    const done = await act('demoDoc', 'finish', await started(), { done: 8 });
    expect(done).toMatchObject({ docStatus: '60', done: 8, progress: 100 });
    const failed = await act('demoDoc', 'fail', await started(), { reason: '毛刺' });
    expect(failed).toMatchObject({ docStatus: '70', note: '毛刺' });
  });
  it('need their answers and their state', async () => {
    const fresh = await save('demoDoc', doc({ qty: 8 }));
    expect(await refusal(act('demoDoc', 'finish', fresh, { done: 8 }))).not.toBe('done');
    expect(await refusal(act('demoDoc', 'fail', await started()))).toContain('原因');
  });
});

describe('days of shifts', () => {
  const found = async (body: object) =>
    (await listOf('demoGauge', { scheme: '', search: { seq: [900, 999] }, ...body })).records.map(({ seq }) => seq);
  it('begin with the shift: what is made after midnight counts for the evening before', async () => {
    factory.setNow('2026-01-16 02:30:00');
    const made = await save('demoGauge', { seq: 901, readings: [74, 74.01] as never });
    expect(made.shiftDate).toBe('2026-01-15');
    // a date of the calendar is that of the calendar
    expect((await save('demoDoc', doc())).day).toBe('2026-01-16');
    expect(await found({ scheme: 'shift' })).toEqual([901]);
    expect(await found({ q: { f: 'shiftDate', op: 'rel', v: { rel: 'today' } } })).toEqual([901]);
    expect(await found({ q: { expr: 'today() == shiftDate' } })).toEqual([901]);
    expect(await found({ q: { expr: 'dateAdd(today(), -1) == shiftDate' } })).toEqual([]);
  });
  it('go on with the next one', async () => {
    factory.setNow('2026-01-16 10:00:00');
    expect(await found({ scheme: 'shift' })).toEqual([]);
    expect(await found({ q: { f: 'shiftDate', op: 'rel', v: { rel: 'yesterday' } } })).toEqual([901]);
    expect(await found({ q: { f: 'shiftDate', op: 'rel', v: { rel: 'lastDays', n: 2 } } })).toEqual([901]);
    factory.setNow('2026-01-15 10:00:00');
  });
});

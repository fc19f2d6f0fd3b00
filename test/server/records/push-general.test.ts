/** The rules of every push, on two documents of our own: demand lines become supplies. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../../schemas/language/document';
import { newId } from '../../../server/ids';
import { openWorld, refusal, type Wire, type World } from '../../support/writes';

const line: ObjectDoc['fields'] = {
  name: { title: '品名', required: true },
  qty: { title: '数量', type: 'decimal', required: true },
};
const DEMAND: ObjectDoc = {
  $schema: 'object/2',
  object: 'demand',
  title: '需求',
  use: ['document'],
  fields: {
    nbr: { rule: 'XQ{yyyyMMdd}{seq:4}' },
    customer: { title: '客户', required: true },
    items: {
      title: '需求明细',
      kind: 'tabTable',
      required: true,
      use: ['linkRow'],
      fields: { ...line, pushedQty: { title: '已下推', type: 'decimal', readonly: true } },
    },
  },
  actions: {
    supply: {
      title: '下推供应',
      at: ['row', 'bulk'],
      when: 'auditStatus == 2',
      push: {
        to: 'supply',
        rows: 'items',
        used: 'pushedQty',
        by: ['doc.customer'],
        // biome-ignore lint/suspicious/noThenProperty: a key of the language
        then: 'save',
        head: { mark: '=doc.customer' },
      },
    },
    each: {
      title: '逐行供应',
      when: 'auditStatus == 2',
      // biome-ignore lint/suspicious/noThenProperty: a key of the language
      push: { to: 'supply', rows: 'items', by: 'row', then: 'audit' },
    },
  },
};
const SUPPLY: ObjectDoc = {
  $schema: 'object/2',
  object: 'supply',
  title: '供应',
  use: ['document'],
  fields: {
    nbr: { rule: 'GY{yyyyMMdd}{seq:4}' },
    customer: { title: '客户' },
    mark: { title: '标记' },
    items: {
      title: '供应明细',
      kind: 'tabTable',
      required: true,
      use: ['linkRow'],
      fields: { ...line, receivedQty: { title: '已执行', type: 'decimal', readonly: true } },
    },
  },
};

let world: World;
beforeAll(async () => {
  world = await openWorld({ documents: [DEMAND, SUPPLY] });
});
afterAll(() => world?.close());

const target = (saved: Wire): Wire => ({ id: saved.id, version: saved.version });
const stored = async (object: string, id: unknown): Promise<Wire> =>
  (await world.admin.records.get(object, id as string)) as Wire;
const linesOf = (rec: Wire): Wire[] => rec.items as Wire[];
const demand = async (rows: Wire[], customer = '甲'): Promise<Wire> => {
  const saved = await world.save('demand', {
    customer,
    items: rows.map((row) => ({ id: newId(), name: '件', ...row })),
  });
  await world.act('demand', 'audit', [target(saved)]);
  return stored('demand', saved.id);
};
const push = async (source: Wire, qty: number, at = 0): Promise<Wire> =>
  world.act('demand', 'supply', [
    { ...target(await stored('demand', source.id)), rows: [{ id: linesOf(source)[at]?.id, ask: { qty } }] },
  ]);
const created = (answer: Wire): Wire => (answer.created as Wire[])[0] as Wire;

describe('open quantities', () => {
  it('count drafts in full, closed children by what they executed, void and deleted ones not', async () => {
    const source = await demand([{ qty: 100 }]);
    const line = async (): Promise<Wire> => linesOf(await stored('demand', source.id))[0] as Wire;
    const child = created(await push(source, 60));
    expect(await line()).toMatchObject({ pushedQty: 60, sourceOrderNbr: child.nbr });
    const over = await refusal(push(source, 50));
    expect(over).toMatchObject({
      code: 203,
      text: `「${source.nbr}」第10行可下推数量40，本次50`,
      data: { terms: { limit: 100, used: 60, open: 40, asked: 50 } },
    });
    // 60 closed after 45 were done leaves 55
    const rec = await stored('supply', child.id);
    await world.admin.records.patch('supply', child.id as string, {
      rows: { items: [{ id: linesOf(rec)[0]?.id as string, receivedQty: 45 }] },
    });
    await world.admin.records.act('supply', 'audit', child.id as string);
    await world.admin.records.act('supply', 'close', child.id as string);
    expect(await line()).toMatchObject({ pushedQty: 45 });
    expect((await refusal(push(source, 56))).text).toBe(`「${source.nbr}」第10行可下推数量55，本次56`);
    const rest = created(await push(source, 55));
    await world.admin.records.act('supply', 'void', rest.id as string);
    expect(await line()).toMatchObject({ pushedQty: 45, sourceOrderNbr: child.nbr });
  });
  it('are not pushed whole when the quantity stands in the wrong place or under another name', async () => {
    const source = await demand([{ qty: 100 }]);
    const id = linesOf(source)[0]?.id;
    for (const row of [
      { id, qty: 5 },
      { id, ask: { quantity: 5 } },
      { id, ask: [5] },
      { id, ask: { qty: 5 }, qty: 5 },
    ])
      expect(
        await refusal(world.act('demand', 'supply', [{ ...target(await stored('demand', source.id)), rows: [row] }])),
      ).toMatchObject({ code: 400 });
    expect(linesOf(await stored('demand', source.id))[0]).toMatchObject({ pushedQty: 0, sourceOrderNbr: null });
  });
  it('equal limit − live children after random pushes, changes, voids and deletions', async () => {
    const source = await demand([{ qty: 1000 }]);
    const alive = new Map<string, number>();
    let seed = 7;
    const next = (): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let n = 0; n < 25; n++) {
      const ids = [...alive.keys()];
      const dice = next();
      if (dice < 0.5 || ids.length === 0) {
        const qty = 1 + Math.floor(next() * 20);
        alive.set(created(await push(source, qty)).id as string, qty);
      } else {
        const id = ids[Math.floor(next() * ids.length)] as string;
        const rec = await stored('supply', id);
        if (dice < 0.7) {
          const qty = 1 + Math.floor(next() * 30);
          await world.save('supply', { ...target(rec), items: { set: [{ id: linesOf(rec)[0]?.id, qty }], del: [] } });
          alive.set(id, qty);
        } else {
          await world.act('supply', dice < 0.85 ? 'void' : 'del', [target(rec)]);
          alive.delete(id);
        }
      }
      const sum = [...alive.values()].reduce((a, b) => a + b, 0);
      const [line] = linesOf(await stored('demand', source.id));
      expect(line?.pushedQty).toBe(sum);
      expect(line?.sourceOrderNbr === null).toBe(alive.size === 0);
    }
  });
});

describe('two at once', () => {
  it('push 60 and 60 of 100: the second gets the sentence and nothing of it is written', async () => {
    for (let n = 0; n < 5; n++) {
      const source = await demand([{ qty: 100 }, { qty: 10 }]);
      const before = await world.count('supply');
      const both = (): Promise<Wire> =>
        world.act('demand', 'supply', [
          {
            id: source.id,
            version: source.version,
            rows: [
              { id: linesOf(source)[0]?.id, ask: { qty: 60 } },
              { id: linesOf(source)[1]?.id, ask: { qty: 4 } },
            ],
          },
        ]);
      const all = await Promise.allSettled([both(), both()]);
      expect(all.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
      const [lost] = all.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
      // the stamp of the first is a change of the source: who came with the old version is told so
      expect(lost?.message).toBe('数据已被他人修改，请刷新后重试');
      expect((await refusal(push(source, 60))).text).toBe(`「${source.nbr}」第10行可下推数量40，本次60`);
      expect(await world.count('supply')).toBe(before + 1);
      expect(linesOf(await stored('demand', source.id)).map((line) => line.pushedQty)).toEqual([60, 4]);
    }
  });
  it('save 60 and 60 of 100 as drafts: the second waits, then gets the sentence', async () => {
    for (let n = 0; n < 5; n++) {
      const source = await demand([{ qty: 100 }]);
      const draft = (): Promise<Wire> =>
        world.save('supply', { items: [{ srcRowId: linesOf(source)[0]?.id, qty: 60 }] });
      const all = await Promise.allSettled([draft(), draft()]);
      const refused = all.flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as Error).message] : [],
      );
      expect(refused).toEqual([`「${source.nbr}」第10行可下推数量40，本次60`]);
    }
  });
});

describe('merging', () => {
  it('puts lines of equal key into one document, others apart', async () => {
    const [record, two, three] = [
      await demand([{ qty: 1 }]),
      await demand([{ qty: 2 }]),
      await demand([{ qty: 3 }], '乙'),
    ];
    const answer = await world.act('demand', 'supply', [record, two, three].map(target));
    const made = answer.created as Wire[];
    expect(made).toHaveLength(2);
    const recs = await Promise.all(made.map((each) => stored('supply', each.id)));
    expect(recs.map((rec) => [rec.mark, linesOf(rec).map((line) => line.qty)])).toEqual([
      ['甲', [1, 2]],
      ['乙', [3]],
    ]);
    expect(recs.map((rec) => linesOf(rec).map((line) => line.lineNo))).toEqual([[10, 20], [10]]);
  });
  it('row by row makes a document for each line, audited at once where the push says so', async () => {
    const source = await demand([{ qty: 1 }, { qty: 2 }]);
    const answer = await world.act('demand', 'each', [target(source)]);
    const recs = await Promise.all((answer.created as Wire[]).map((each) => stored('supply', each.id)));
    expect(recs.map((rec) => [rec.auditStatus, linesOf(rec).length])).toEqual([
      ['2', 1],
      ['2', 1],
    ]);
  });
});

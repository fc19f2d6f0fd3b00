/** 补报 (30 §4 afddDoc, acceptance 13): late declarations within their days, once, as normal reports, all of them or none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { afddOfCard } from '../../../server/domain/production/afdd-card';
import { reportLimit } from '../../../server/domain/production/report-limit';
import { insertFile } from '../../../server/files/table';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { type Floor, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow('2026-01-12 10:00:00');
});
afterAll(() => floor?.factory.database.drop());

const proof = async (): Promise<readonly Rec[]> => {
  const id = newId();
  await floor.factory.as('admin', (ctx) =>
    insertFile(ctx.trx, {
      id,
      name: '流转卡.jpg',
      ext: 'jpg',
      mime: 'image/jpeg',
      fileType: 'image',
      size: 1,
      sha256: 'a'.repeat(64),
      uploadedById: ctx.session.me.id,
      uploadedBy: ctx.session.me.name,
    } as never),
  );
  return [{ id, name: '流转卡.jpg', size: 1 }];
};
const line = async (work: Rec, from: string, to: string, qualifiedQty: number, more: Rec = {}): Promise<Row> =>
  ({
    id: newId(),
    orderProcess: (await floor.op(work, 10)).id,
    employee: await floor.idOf('employee', 'YG0007'),
    startTime: `2026-01-08 ${from}:00`,
    endTime: `2026-01-08 ${to}:00`,
    qualifiedQty,
    ...more,
  }) as Row;
const declare = async (rows: readonly Row[], more: Rec = {}): Promise<Rec> => {
  const rec = {
    shiftDate: '2026-01-08',
    shift: await floor.idOf('shift', 'BC01'),
    reason: '10',
    proof: await proof(),
    rows,
    ...more,
  };
  const saved = await floor.factory.as('admin', (ctx) => ctx.records.save('afddDoc', rec as never));
  return floor.read('afddDoc', saved.id as string);
};
const docs = async (): Promise<number> => (await floor.find('afddDoc', 'true')).length;
const work = (planQty: number, start?: boolean): Promise<Rec> =>
  floor.workOrder(planQty, [{ opNbr: 10, process: 'XL', ...(start === undefined ? {} : { start }) }]);

describe('acceptance 13', () => {
  it('is refused after its days, and written nowhere', async () => {
    const order = await work(100);
    const before = await docs();
    const rows = [await line(order, '08:00', '09:00', 10)];
    expect(await refusal(declare(rows, { shiftDate: '2026-01-02' }))).toContain(
      '补报日期2026-01-02超过补报期限7天，最早可补2026-01-05',
    );
    expect(await docs()).toBe(before);
  });
  it('makes a report of each row; taken back all of them are', async () => {
    const order = await work(100);
    const doc = await declare([
      await line(order, '08:00', '09:00', 20),
      await line(order, '09:00', '10:00', 10, { workScrapQty: 1, badReason: await floor.idOf('badReason', 'BL001') }),
      await line(order, '10:00', '11:00', 11),
    ]);
    expect(doc).toMatchObject({ docStatus: '10', reportQty: 42, qualifiedQty: 41 });
    const done = await floor.act('audit', doc);
    expect(done).toMatchObject({ docStatus: '60', auditStatus: '2' });
    const reports = await floor.find('prdReport', 'workOrderNbr == param.id', { id: order.id }, 'nbr');
    expect(
      reports.map(({ source, docStatus, reportQty, shiftDate }) => [source, docStatus, reportQty, shiftDate]),
    ).toEqual([
      ['20', '60', 20, '2026-01-08'],
      ['20', '60', 11, '2026-01-08'],
      ['20', '60', 11, '2026-01-08'],
    ]);
    expect((done.rows as readonly Row[]).map(({ sourceOrderNbr }) => sourceOrderNbr)).toEqual(
      reports.map(({ nbr }) => nbr),
    );
    expect(await floor.op(order, 10)).toMatchObject({ startQty: 42, reportQty: 42, qualifiedQty: 41, scrapQty: 1 });
    const gone = floor.factory.as('admin', (ctx) =>
      saveRecord(ctx as EngineCtx, 'afddDoc', {
        rec: { id: done.id as string, version: done.version as number },
        changes: { rows: { set: [], del: [(done.rows as readonly Row[])[0]!.id as string] } },
        accept: [],
      }),
    );
    expect(await refusal(gone)).toContain('已生成子订单，不可删除！');
    const back = await floor.act('unaudit', done);
    expect(back).toMatchObject({ docStatus: '10', auditStatus: '1' });
    expect((back.rows as readonly Row[]).map(({ sourceOrderNbr }) => sourceOrderNbr)).toEqual([null, null, null]);
    expect(await floor.op(order, 10)).toMatchObject({ startQty: 0, reportQty: 0, qualifiedQty: 0, scrapQty: 0 });
  });
  it('takes nothing of a work order that has ended', async () => {
    for (const start of [true, false]) {
      const [order, ended] = [await work(100, start), await work(100, start)];
      const doc = await declare([await line(order, '08:00', '09:00', 5), await line(ended, '08:00', '09:00', 5)]);
      const { nbr } = await floor.act('void', await floor.read('workOrder', ended.id as string), { reason: '取消' });
      expect(await refusal(floor.act('audit', doc))).toBe(`工单${nbr}已结束，不能报工`);
      const made = await Promise.all(
        [order, ended].flatMap(({ id }) =>
          ['prdStart', 'prdReport'].map((object) => floor.find(object, 'workOrderNbr == param.id', { id })),
        ),
      );
      expect(made.flat()).toEqual([]);
    }
  });
  it('stops whole when one row is refused', async () => {
    const order = await work(30);
    const rows = async () => [await line(order, '08:00', '09:00', 10), await line(order, '09:00', '10:00', 10)];
    const [doc, other] = [await declare(await rows()), await declare([await line(order, '10:00', '11:00', 20)])];
    await floor.act('audit', other);
    expect(await refusal(floor.act('audit', doc))).toBe('计划30，允许超报0%，已报30，最多可报0，本次10');
    expect(await floor.find('prdReport', 'workOrderNbr == param.id', { id: order.id })).toHaveLength(1);
    expect(await floor.read('afddDoc', doc.id as string)).toMatchObject({ docStatus: '10', auditStatus: '1' });
  });
});

/** Pieces of the first operation that were reported in time: the next is ready. */
const reported = async (order: Rec, qty: number): Promise<void> => {
  const start = await floor.start(order, 10, qty, DAY);
  await floor.act('audit', await floor.report(start, qty, [], { ...DAY, endTime: DAY_END }));
};
const DAY = { shiftDate: '2026-01-12', startTime: '2026-01-12 08:00:00' };
const DAY_END = '2026-01-12 09:00:00';

describe('what may be reported (P6) binds the document when it is saved', () => {
  it('over the running sum of its rows', async () => {
    const order = await work(30);
    const before = await docs();
    const rows = [await line(order, '08:00', '09:00', 20), await line(order, '09:00', '10:00', 20)];
    expect(await refusal(declare(rows))).toContain('计划30，允许超报0%，已报20，最多可报10，本次20');
    expect(await docs()).toBe(before);
    expect(await refusal(declare([rows[0]!, { ...rows[1]!, qualifiedQty: 10 }]))).toBe('done');
  });
  it('step by step: what a row above gave, the next operation may report', async () => {
    const order = await floor.workOrder(30, [
      { opNbr: 10, process: 'XL' },
      { opNbr: 20, process: 'XL' },
    ]);
    await reported(order, 5);
    const next = { orderProcess: (await floor.op(order, 20)).id };
    const rows = (second: number) =>
      Promise.all([
        line(order, '08:00', '09:00', 20, { workScrapQty: 5, badReason: null }),
        line(order, '09:00', '10:00', second, next),
      ]).then(async ([one, two]) => [{ ...one, badReason: await floor.idOf('badReason', 'BL001') }, two]);
    expect(await refusal(declare(await rows(26)))).toContain('前工序10合格25，本工序已报0，最多可报25，本次26');
    const [one, two] = await rows(25);
    expect(await refusal(declare([two!, one!]))).toContain('前工序10合格5，本工序已报0，最多可报5，本次25');
    const doc = await declare([one!, two!]);
    expect(await floor.act('audit', doc)).toMatchObject({ docStatus: '60' });
    expect(await floor.op(order, 20)).toMatchObject({ reportQty: 25 });
  });
  it('by the start of whoever did it, which is used up once', async () => {
    const order = await work(30);
    await floor.start(order, 10, 12, {
      shiftDate: '2026-01-08',
      startTime: '2026-01-08 08:00:00',
      workers: [{ id: newId(), employee: await floor.idOf('employee', 'YG0007'), ratio: 1 }],
    });
    const rows = [await line(order, '08:00', '09:00', 8), await line(order, '09:00', '10:00', 8)];
    expect(await refusal(declare(rows))).toContain('已开工12，已报8，最多可报4，本次8');
  });
  it('while an inspected one waits for its verdict', async () => {
    const order = await floor.workOrder(30, [
      { opNbr: 10, process: 'XL', inspect: true },
      { opNbr: 20, process: 'XL' },
    ]);
    const report = await floor.report(await floor.start(order, 10, 5, DAY), 5, [], { ...DAY, endTime: DAY_END });
    const [check] = await floor.find('qualityTesting', 'prdReport == param.id', { id: report.id });
    const verdict = { id: check!.id, version: check!.version, qualifiedQty: 5 };
    await floor.act('judge', await floor.save('qualityTesting', verdict));
    await floor.act('audit', await floor.read('prdReport', report.id as string));
    const rows = [
      await line(order, '08:00', '09:00', 20),
      await line(order, '09:00', '10:00', 20, { orderProcess: (await floor.op(order, 20)).id }),
    ];
    expect(await refusal(declare(rows))).toContain('前工序10合格5，本工序已报0，最多可报5，本次20');
  });
});

describe('扫流转卡', () => {
  it('is a row for each operation of the work order that may still be reported, none twice', async () => {
    const order = await floor.workOrder(30, [
      { opNbr: 10, process: 'XL' },
      { opNbr: 20, process: 'XL' },
      { opNbr: 30, process: 'XL' },
    ]);
    const day = { shiftDate: '2026-01-12', startTime: '2026-01-12 08:00:00' };
    const first = await floor.start(order, 10, 20, day);
    await floor.act('audit', await floor.report(first, 20, [], { ...day, endTime: '2026-01-12 09:00:00' }));
    const shift = await floor.idOf('shift', 'BC01');
    const scanned = async (record: Rec) =>
      floor.factory.as(
        'sunhao',
        async (ctx) => (await afddOfCard.run({ record: { card: order.id, ...record } as never }, ctx)) as Rec,
      );
    const { rows } = await scanned({ shift, shiftDate: '2026-01-08' });
    const [ten, twenty] = [(await floor.op(order, 10)).id, (await floor.op(order, 20)).id];
    const me = await floor.factory.as('sunhao', async (ctx) => ctx.session.me.employee);
    const span = { startTime: '2026-01-08 08:00:00', endTime: '2026-01-08 17:00:00', employee: me };
    // the third waits for the second
    expect(rows).toMatchObject([
      { orderProcess: ten, ...span },
      { orderProcess: twenty, ...span },
    ]);
    const again = await scanned({ rows: [{ id: newId(), orderProcess: twenty, qualifiedQty: 3 } as Row] });
    expect(again.rows).toMatchObject([
      { orderProcess: twenty, qualifiedQty: 3 },
      { orderProcess: ten, startTime: null },
    ]);
    const hint = (more: Rec) =>
      floor.factory.as('sunhao', (ctx) => reportLimit.run({ operation: ten as string, ...more } as never, ctx));
    expect(await hint({})).toBe('可报工0（计划30，已报20，待生效0）');
    expect(await hint({ late: true })).toBe('可报工10（计划30，已报20，待生效0）');
    await floor.act('finish', await floor.op(order, 10));
    expect((await scanned({})).rows).toMatchObject([{ orderProcess: twenty }]);
  });
});

describe('a row', () => {
  it('names the serial numbers of its pieces where they are scanned', async () => {
    const order = await work(10);
    await floor.factory.as('admin', async (ctx) =>
      ctx.records.patch('orderProcess', (await floor.op(order, 10)).id as string, { head: { reportMode: '3' } }),
    );
    const doc = await declare([await line(order, '08:00', '09:00', 3, { serials: 'S1、S2' })]);
    expect(await refusal(floor.act('audit', doc))).toBe('序列号2个与报工数量3不一致');
    const other = await declare([await line(order, '08:00', '09:00', 3, { serials: 'S1，S2 S3' })]);
    await floor.act('audit', other);
    const [report] = await floor.find('prdReport', 'workOrderNbr == param.id', { id: order.id });
    const { serials } = await floor.read('prdReport', report!.id as string);
    expect((serials as readonly Row[]).map(({ serial }) => serial)).toEqual(['S1', 'S2', 'S3']);
  });
  it('is not what was reported already', async () => {
    const order = await work(100);
    await floor.act('audit', await declare([await line(order, '08:00', '12:00', 20)]));
    const [report] = await floor.find('prdReport', 'workOrderNbr == param.id', { id: order.id });
    const before = await docs();
    const [name] = await floor.find('employee', 'code == param.code', { code: 'YG0007' });
    expect(await refusal(declare([await line(order, '11:00', '13:00', 1)]))).toContain(
      `员工「${name!.name}」在2026-01-08 11:00～13:00已有报工${report!.nbr}（工序10），不能重复补报`,
    );
    expect(await docs()).toBe(before);
  });
  it('lies in its shift, two hours more or less', async () => {
    const order = await work(100);
    expect(await refusal(declare([await line(order, '05:00', '06:00', 1)]))).toContain('时间不在所选班次内');
    expect(await refusal(declare([await line(order, '06:00', '07:00', 1)]))).toBe('done');
  });
});

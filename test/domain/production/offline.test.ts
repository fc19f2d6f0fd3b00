/** Reports made without network (30 §7, acceptance 15): limits of now, each once, and what comes too late is declared late. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { insertFile } from '../../../server/files/table';
import { newId } from '../../../server/ids';
import type { ReplayAnswer } from '../../../server/records/save/replay';
import { type Floor, openFloor, refusal } from './floor';
import { before, type ReportMore, type Terminal, terminalOf } from './terminal';

const NOW = '2026-01-15 22:00:00';
let floor: Floor;
let a: Terminal;
let b: Terminal;
beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow(NOW);
  const approved = async (name: string): Promise<string> =>
    (await floor.factory.as('admin', (ctx) => ctx.records.save('terminal', { name, status: '60' }))).id as string;
  a = terminalOf(floor, 'sunhao', () => NOW, await approved('终端甲'));
  b = terminalOf(floor, 'zhoufang', () => NOW, await approved('终端乙'));
});
afterAll(() => floor?.factory.database.drop());
/** a start of both operators: a report is for who is there */
const begun = async (work: Rec, opNbr: number, qty: number): Promise<Rec> => {
  const people = await Promise.all(
    ['sunhao', 'zhoufang'].map((login) => floor.factory.as(login, async (ctx) => ctx.session.me.employee)),
  );
  const workers = people.map((employee) => ({ id: newId(), employee, ratio: 1 }));
  return floor.start(work, opNbr, qty, { workers });
};

const LINE = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 20, process: 'XL' },
];
const count = async (object: string): Promise<number> => (await floor.find(object, 'true')).length;
const times = (from: string, to: string) => ({ startTime: `2026-01-15 ${from}:00`, endTime: `2026-01-15 ${to}:00` });
const worker = async (code: string) => [{ id: newId(), employeeId: await floor.idOf('employee', code), ratio: 1 }];
/** what was reported at an hour of the day, 13 h before now unless said */
const at = async (from: string, to: string, code = 'YG0007', more: ReportMore = {}): Promise<ReportMore> => ({
  occurAt: before(NOW, 13),
  ...more,
  record: { ...times(from, to), workers: await worker(code), ...more.record },
});
const drafts = async (): Promise<readonly Rec[]> => {
  const heads = await floor.find('afddDoc', 'isOffline', {}, 'nbr');
  return Promise.all(heads.map(({ id }) => floor.read('afddDoc', id as string)));
};
const idOf = (answer: ReplayAnswer | undefined): string => (answer!.data as { id: string }).id;
const rowsOf = (doc: Rec | undefined): readonly Row[] => (doc?.rows ?? []) as readonly Row[];

describe('two terminals at the limit of 40', () => {
  /** 40 good pieces of 100 wait at an operation that needs no start */
  const waiting = async (): Promise<Rec> => {
    const work = await floor.workOrder(100, [LINE[0]!, { ...LINE[1]!, start: false }]);
    await floor.act('audit', await floor.report(await floor.start(work, 10, 40), 40));
    return floor.op(work, 20);
  };
  const now = async () => ({ record: { ...times('20:00', '21:00'), workers: await worker('YG0007') } });
  it('what is too much when it arrives is refused and waits; put right it is sent, and a token answers as it did', async () => {
    const operation = await waiting();
    const late = a.report(operation, 30, await now());
    const [other] = await b.send([b.report(operation, 20, await now())]);
    await floor.act('audit', await floor.read('prdReport', idOf(other)));
    const reports = await count('prdReport');
    const [refused] = await a.send([late]);
    expect([refused?.code, refused?.msg]).toEqual([203, '前工序10合格40，本工序已报20，最多可报20，本次30']);
    expect(await count('prdReport')).toBe(reports);
    // the operator sends 20 and puts 10 aside
    const mended = a.report(operation, 20, await now());
    const [sent] = await a.send([mended]);
    const report = await floor.read('prdReport', idOf(sent));
    expect(report).toMatchObject({ source: '30', reportQty: 20, docStatus: '50' });
    expect(await count('prdReport')).toBe(reports + 1);
    const [again] = await a.send([mended]);
    expect(again).toEqual(sent);
    expect(again?.data).toMatchObject({ record: { nbr: report.nbr } });
    expect(await count('prdReport')).toBe(reports + 1);
  });
  it('what waits to be audited holds its pieces', async () => {
    const operation = await waiting();
    const late = a.report(operation, 30, await now());
    await b.send([b.report(operation, 20, await now())]);
    expect((await a.send([late]))[0]?.msg).toBe('前工序10合格40，本工序已报0（另有20待生效），最多可报20，本次30');
  });
  it('pieces by their serial numbers arrive with them, once; two of one number are refused and wait', async () => {
    const start = await begun(await floor.workOrder(10, LINE), 10, 10);
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('orderProcess', start.orderProcess as string, { head: { reportMode: '3' } }),
    );
    const scanned = async (...numbers: readonly string[]) => {
      const { record } = await now();
      const serials = numbers.map((serial) => ({ id: newId(), serial, result: '1' }));
      return a.report(start, numbers.length, { record: { ...record, serials } });
    };
    const twice = await scanned('S001', 'S001');
    expect((await a.send([twice])).map(({ code, msg }) => [code, msg])).toEqual([[203, '序列号S001重复']]);
    const given = await scanned('S001', 'S002', 'S003');
    const [sent] = await a.send([given]);
    expect(await a.send([given])).toEqual([sent]);
    const report = await floor.read('prdReport', idOf(sent));
    expect(report).toMatchObject({ source: '30', reportQty: 3 });
    expect((report.serials as readonly Row[]).map(({ serial }) => serial)).toEqual(['S001', 'S002', 'S003']);
    expect(await floor.find('prdReport', 'prdStart == param.id', { id: start.id })).toHaveLength(1);
  });
  it('a reason that wants a photo counts without one: a terminal that has no network sends no files', async () => {
    const start = await begun(await floor.workOrder(40, LINE), 10, 40);
    const badReasonId = await floor.idOf('badReason', 'BL005');
    expect(await floor.read('badReason', badReasonId)).toMatchObject({ needPhoto: true });
    const badRows = [{ id: newId(), badReasonId, disposal: '20', qty: 1 }];
    const { record } = await now();
    const [sent] = await a.send([a.report(start, 3, { record: { ...record, badRows } })]);
    expect(sent).toMatchObject({ code: 200, data: { record: { source: '30', workScrapQty: 1 } } });
  });
  it('a clock that runs ahead reports when it is received; more than five minutes off is marked', async () => {
    const start = await begun(await floor.workOrder(40, LINE), 10, 40);
    const minute = 60_000;
    const ahead = { ...(await at('20:00', '21:00')), occurAt: '2026-01-16 09:00:00', clockOffset: -7 * minute };
    const [sent] = await a.send([a.report(start, 5, ahead)]);
    expect(sent?.data).toMatchObject({ record: { source: '30', clockDrift: 7 } });
  });
});

it('is begun, paused and reported without network; what is taken back, adjusted or ended waits for it', async () => {
  const start = await begun(await floor.workOrder(40, LINE), 10, 40);
  const act = async (page: string, action: string, rec: Rec, ask: Rec = {}) => {
    const body = {
      targets: [{ id: rec.id, version: (await floor.read(rec.object as string, rec.id as string)).version }],
      ask,
    };
    const own = { token: newId(), seq: 900_000, chain: String(start.id), page, call: `act/${action}`, body };
    return (await a.send([{ ...own, occurAt: NOW, clockOffset: 0 }]))[0];
  };
  for (const action of ['cancel', 'end', 'crew', 'batchStart'])
    expect((await act('prdStart', action, start, { reason: '10' }))?.msg).toContain('不能离线提交，请联网后操作');
  expect((await act('prdStart', 'pause', start, { reason: '10' }))?.code).toBe(200);
  expect((await act('prdStart', 'resume', start))?.code).toBe(200);
  // behind the first nobody knows which version it leaves
  const behind = (action: string, seq: number, ask: Rec) => ({
    token: newId(),
    seq,
    chain: String(start.id),
    page: 'prdStart',
    call: `act/${action}`,
    body: { targets: [{ id: start.id }], ask },
    occurAt: NOW,
    clockOffset: 0,
  });
  const both = await a.send([behind('pause', 910_000, { reason: '10' }), behind('resume', 910_001, {})]);
  expect(both.map(({ code }) => code)).toEqual([200, 200]);
  expect(await floor.read('prdStart', start.id as string)).toMatchObject({ docStatus: '30' });
  const [sent] = await a.send([a.report(start, 1, { record: times('20:00', '21:00') })]);
  const report = await floor.read('prdReport', idOf(sent));
  for (const [page, action] of [
    ['prdReport', 'reverse'],
    ['prdReport', 'reverseChain'],
    ['prdReport', 'batch'],
    ['prdReport.adjust', 'adjust'],
    ['prdReport.adjust', 'delReport'],
  ] as const)
    expect((await act(page, action, report))?.msg).toContain('不能离线提交，请联网后操作');
});

describe('a report that comes 13 hours late', () => {
  let start: Rec;
  beforeAll(async () => {
    start = await begun(await floor.workOrder(100, LINE), 10, 100);
  });
  it('becomes a row of a draft of its terminal and shift, once, and is no report', async () => {
    const reports = await count('prdReport');
    const reason = await floor.idOf('badReason', 'BL001');
    const badRows = [
      { id: newId(), badReasonId: reason, disposal: '20', qty: 2 },
      { id: newId(), badReasonId: reason, disposal: '40', qty: 1 },
    ];
    const given = a.report(start, 30, await at('08:00', '08:40', 'YG0007', { record: { badRows, remark: '停电' } }));
    const [answer] = await a.send([given]);
    const [doc] = await drafts();
    const text = `已转补报单${doc?.nbr}`;
    expect(answer).toMatchObject({ code: 200, data: { converted: 'afdd', text, nbr: doc?.nbr, id: doc?.id } });
    expect(doc?.nbr).toMatch(/^BBD20260115\d{4}$/);
    expect(doc).toMatchObject({
      docStatus: '10',
      auditStatus: '1',
      reason: '10',
      shiftDate: '2026-01-15',
      reportQty: 33,
    });
    expect(rowsOf(doc)).toMatchObject([
      {
        orderProcess: start.orderProcess,
        ...times('08:00', '08:40'),
        qualifiedQty: 30,
        workScrapQty: 2,
        pendingQty: 1,
        badReason: reason,
      },
    ]);
    expect(await count('prdReport')).toBe(reports);
    // the answer was lost: the same again, and nothing is written
    expect(await a.send([given])).toEqual([answer]);
    expect(rowsOf((await drafts())[0])).toHaveLength(1);
  });
  it('joins the draft; the time of what is in it does not count twice, other terminals have their own', async () => {
    const items = [
      a.report(start, 10, await at('08:00', '09:00')),
      a.report(start, 12, await at('08:00', '09:00', 'YG0008')),
    ];
    const answers = await a.send(items);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const [doc, ...others] = await drafts();
    expect(others).toEqual([]);
    expect(rowsOf(doc).map(({ startTime, endTime, qualifiedQty }) => [startTime, endTime, qualifiedQty])).toEqual([
      ['2026-01-15 08:00:00', '2026-01-15 08:40:00', 30],
      ['2026-01-15 08:40:00', '2026-01-15 09:00:00', 10],
      ['2026-01-15 08:00:00', '2026-01-15 09:00:00', 12],
    ]);
    const [other] = await b.send([b.report(start, 7, await at('09:00', '09:30', 'YG0009'))]);
    expect(other?.code).toBe(200);
    expect((await drafts()).map((draft) => rowsOf(draft).length)).toEqual([3, 1]);
  });
  it('two at once make one draft', async () => {
    const one = terminalOf(floor, 'sunhao', () => NOW);
    const other = await begun(await floor.workOrder(40, LINE), 10, 40);
    const known = (await drafts()).length;
    const both = await Promise.all([
      one.send([one.report(start, 3, await at('08:00', '08:30', 'YG0010'))]),
      one.send([one.report(other, 4, await at('08:00', '08:30', 'YG0011'))]),
    ]);
    expect(both.flat().map(({ code }) => code)).toEqual([200, 200]);
    expect((await drafts()).slice(known).map((draft) => rowsOf(draft).length)).toEqual([2]);
  });
  it('is completed with its proof and makes normal reports', async () => {
    const [doc] = await drafts();
    const reports = await count('prdReport');
    expect(await refusal(floor.act('audit', doc!))).toBe('请填写凭证');
    expect(await count('prdReport')).toBe(reports);
    const file = { id: newId(), name: '停电记录.jpg', size: 1 };
    await floor.factory.as('admin', (ctx) =>
      insertFile(ctx.trx, {
        ...file,
        ext: 'jpg',
        mime: 'image/jpeg',
        fileType: 'image',
        sha256: 'b'.repeat(64),
        uploadedById: ctx.session.me.id,
        uploadedBy: ctx.session.me.name,
      } as never),
    );
    await floor.factory.as('admin', (ctx) =>
      ctx.records.save('afddDoc', { id: doc!.id as string, version: doc!.version as number, proof: [file] } as never),
    );
    await floor.act('audit', await floor.read('afddDoc', doc!.id as string));
    const made = await floor.find('prdReport', 'source == 20', {}, 'nbr');
    expect(made.map(({ reportQty, pendingQty, docStatus }) => [reportQty, pendingQty, docStatus])).toEqual([
      [33, 1, '60'],
      [10, 0, '60'],
      [12, 0, '60'],
    ]);
    // what comes now finds no draft any more
    await a.send([a.report(start, 5, await at('09:00', '09:30'))]);
    expect((await drafts()).map((draft) => [draft.docStatus, rowsOf(draft).length])).toEqual([
      ['60', 3],
      ['10', 1],
      ['10', 2],
      ['10', 1],
    ]);
  });
  it('is refused in the words of a declaration where it is none', async () => {
    const known = (await drafts()).flatMap(rowsOf).length;
    const twice = a.report(start, 5, await at('08:30', '08:35'));
    const [answer] = await a.send([twice]);
    expect(answer?.code).toBe(203);
    expect(answer?.msg).toContain('不能重复补报');
    const old = { ...times('08:00', '08:30'), startTime: '2026-01-05 08:00:00', endTime: '2026-01-05 08:30:00' };
    const record = { ...old, workers: await worker('YG0007') };
    const [gone] = await a.send([a.report(start, 5, { occurAt: '2026-01-05 08:30:00', record })]);
    expect([gone?.code, gone?.msg]).toEqual([203, '补报日期2026-01-05超过补报期限7天，最早可补2026-01-08']);
    const nothing = a.report(start, 0, await at('09:00', '09:10'));
    expect((await a.send([nothing]))[0]).toMatchObject({ code: 203, msg: '报工数量必须大于0' });
    expect((await drafts()).flatMap(rowsOf)).toHaveLength(known);
  });
  it('is a report as long as the setting says', async () => {
    const reports = await count('prdReport');
    const [within] = await a.send([
      a.report(start, 1, await at('09:40', '09:50', 'YG0007', { occurAt: before(NOW, 12) })),
    ]);
    expect(within?.data).toMatchObject({ record: { source: '30' } });
    expect(await count('prdReport')).toBe(reports + 1);
  });
  it('of a start that names nobody is declared for who reports it', async () => {
    const work = await floor.workOrder(40, LINE);
    floor.login = 'sunhao';
    const own = await floor.start(work, 10, 40);
    floor.login = 'admin';
    expect(own.workers).toEqual([]);
    const reports = await count('prdReport');
    const { occurAt } = await at('08:40', '09:00');
    const late = a.report(own, 4, { ...(occurAt ? { occurAt } : {}), record: times('08:40', '09:00') });
    expect((await a.send([late]))[0]).toMatchObject({ code: 200, data: { converted: 'afdd' } });
    expect(await count('prdReport')).toBe(reports);
    const rows = (await drafts()).flatMap(rowsOf).filter(({ orderProcess }) => orderProcess === own.orderProcess);
    expect(rows).toMatchObject([{ employee: await floor.idOf('employee', 'YG0007'), qualifiedQty: 4 }]);
  });
  it('keeps the serial numbers of its pieces, each person those of his', async () => {
    const work = await floor.workOrder(10, LINE);
    const own = await begun(work, 10, 10);
    const workers = [...(await worker('YG0007')), ...(await worker('YG0008'))];
    const serials = ['S1', 'S2', 'S3'].map((serial) => ({ id: newId(), serial, result: '1' }));
    const late = await at('06:00', '06:30', 'YG0007', { record: { workers, serials } });
    await b.send([b.report(own, 3, { ...late, record: { ...late.record, workers, serials } })]);
    const rows = (await drafts()).flatMap(rowsOf).filter(({ orderProcess }) => orderProcess === own.orderProcess);
    expect(rows.map(({ qualifiedQty, serials: told }) => [qualifiedQty, told])).toEqual([
      [1, 'S1'],
      [2, 'S2、S3'],
    ]);
  });
});

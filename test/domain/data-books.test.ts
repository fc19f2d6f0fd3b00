/** 期初数据 and 批量修正 (domain 10 §6.9): tried, confirmed with the password, carried out whole, taken back. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileValue, Rec, Row } from '../../schemas/language/value';
import { makeBook } from '../../server/excel/write';
import { bytesOf, keepMade } from '../../server/files/made';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { DEMO_PASSWORD } from '../support/server';
import { sheetRows } from '../support/sheets';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
  const [row] =
    await run(`SELECT m.code, u.code AS unit FROM org_demo.material m JOIN org_demo.unit u ON u.id = m.unit_id
    WHERE m.trace_mode = '0' AND m.is_disabled = '0' AND NOT EXISTS (SELECT FROM org_demo.stock_ledger l WHERE l.material_id = m.id)
    ORDER BY m.code = 'SC-M4' DESC, m.code LIMIT 1`);
  fresh = row as typeof fresh;
});
/** a material nothing has moved yet */
let fresh: { readonly code: string; readonly unit: string };
afterAll(() => factory?.database.drop());

type Cells = readonly (readonly (string | number | null)[])[];
const asAdmin = <T>(work: (ctx: EngineCtx) => Promise<T>, who = 'admin'): Promise<T> =>
  factory.as(who, (ctx) => work(ctx as EngineCtx));
const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(factory.database.db)).rows;
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const bookOf = (rows: Cells): Promise<Buffer> =>
  makeBook([{ spec: { name: '数据', columns: rows[0]!.map(() => ({ width: 10 })) }, rows }]);
const save = (object: string, rec: object, rows?: Cells): Promise<Rec> =>
  asAdmin(async (ctx) => {
    const file = rows ? { file: [await keepMade(ctx, '数据.xlsx', await bookOf(rows))] } : {};
    return ctx.records.save(object, { ...rec, ...file } as unknown as Rec);
  });
const act = (object: string, action: string, rec: Rec | undefined, ask: Rec, who = 'admin') =>
  asAdmin(async (ctx) => {
    const now = rec && (await ctx.asSystem().records.get(object, rec.id as string));
    const targets = now ? [{ id: now.id as string, version: now.version as number }] : [];
    const done = await runAction(ctx, ctx.records.object(object), action, { targets, ask });
    return done.records[0] ?? ((done.answer ?? {}) as Rec);
  }, who);
const confirm = (object: string, rec: Rec, password = DEMO_PASSWORD): Promise<Rec> =>
  act(object, 'run', rec, { password });
const textsIn = async (file: unknown): Promise<readonly (readonly unknown[])[]> =>
  sheetRows(await asAdmin((ctx) => bytesOf(ctx.asSystem() as EngineCtx, (file as FileValue[])[0]!.id)));

describe('期初数据', () => {
  const HEAD = ['收货仓库', '物料', '数量', '单位', '单价'];
  const stock = (rows: Cells, control: number) =>
    save('dataOpening', { kind: '10', bizDate: '2026-01-15', control }, [HEAD, ...rows]);
  const facts = async () =>
    (
      await run(`SELECT (SELECT count(*)::int FROM org_demo.other_receipt) AS documents,
        (SELECT count(*)::int FROM org_demo.stock_ledger) AS ledger, (SELECT count(*)::int FROM org_demo.data_opening) AS runs,
        (SELECT sum(qty)::float8 FROM org_demo.stock_balance) AS qty, (SELECT count(*)::int FROM org_demo.purchase_order) AS orders`)
    )[0];

  test('what was counted is posted as audited receipts, and nothing before it is confirmed', async () => {
    const before = await facts();
    const made = await stock(
      [
        ['CK01', fresh.code, 120, fresh.unit, 6.5],
        ['CK01', fresh.code, 80, fresh.unit, 6.6],
      ],
      200,
    );
    expect(made.faults).toEqual([]);
    expect(made).toMatchObject({ docStatus: '10', lineCount: 2, docCount: 1, total: 200, errorCount: 0, made: [] });
    expect(await facts()).toEqual({ ...before, runs: Number(before?.runs) + 1 });
    expect(await refusal(confirm('dataOpening', made, 'x'))).toBe('密码错误，没有执行');
    expect(await facts()).toEqual({ ...before, runs: Number(before?.runs) + 1 });
    const done = await confirm('dataOpening', made);
    expect(done).toMatchObject({ docStatus: '60', docCount: 1, finishedAt: '2026-01-15 10:00:00' });
    const [row] = done.made as Row[];
    expect(row).toMatchObject({ docType: 'otherReceipt', rowCount: 2, qty: 200 });
    const [document] = await run(
      `SELECT kind, audit_status, (SELECT count(*)::int FROM org_demo.stock_ledger l WHERE l.doc_id = d.id) AS ledger
       FROM org_demo.other_receipt d WHERE nbr = '${String(row?.docNbr)}'`,
    );
    expect(document).toEqual({ kind: '2', audit_status: '2', ledger: 2 });
    expect((await facts())?.qty).toBe(Number(before?.qty) + 200);
    expect(await refusal(confirm('dataOpening', done))).toBe('当前状态不能执行');
  });

  test('refused with nothing written: the control total, a moved material, a closed period, whoever has no right', async () => {
    const before = await facts();
    expect(await refusal(stock([['CK01', fresh.code, 120, fresh.unit, 6.5]], 100))).toBe(
      '期初数量合计120与控制数100不一致',
    );
    expect(await refusal(save('dataOpening', { kind: '10', bizDate: '2026-01-15', control: 1 }))).toMatch(/数据文件/);
    expect(await refusal(stock([], 0))).toBe('文件中没有数据，请从第2行开始填写');
    expect(await facts()).toEqual(before);

    const wrong = await stock(
      [
        ['CK01', 'MT-12', 5, 'PCS', 38],
        ['CK01', 'NO-1', 5, 'PCS', 1],
      ],
      5,
    );
    // a document with a line that cannot be read is not tried
    expect(wrong).toMatchObject({ errorCount: 1, docStatus: '10' });
    const faults = (wrong.faults as Row[]).map(({ rowNo, column, text }) => `${rowNo} ${column} ${text}`);
    expect(faults).toContain('3 物料 「NO-1」不存在');
    expect((await textsIn(wrong.errorFile))[2]).toContain('物料：「NO-1」不存在');
    const moved = await stock([['CK01', 'RB-12', 5, 'KG', 6.5]], 5);
    expect((moved.faults as Row[])[0]?.text).toMatch(/^「.+」已有出入库记录，不能再录入期初$/);
    expect(await refusal(confirm('dataOpening', moved))).toBe('当前状态不能执行');

    await run(`INSERT INTO org_demo.stock_period (id, ym, month, status, version, is_deleted)
      VALUES (gen_random_uuid(), '2025-12', '2025-12-01', '60', 1, 0)`);
    expect(await refusal(stock([['CK01', fresh.code, 1, fresh.unit, 6.5]], 1))).toBe(
      '2025-12期间已关闭，不能再录入期初库存',
    );
    await run(`DELETE FROM org_demo.stock_period WHERE ym = '2025-12'`);
    expect(await facts()).toEqual({ ...before, runs: Number(before?.runs) + 2 });
    expect(await refusal(act('dataOpening', 'run', moved, { password: DEMO_PASSWORD }, 'xumin'))).toBe(
      '没有权限，请联系管理员',
    );
  });

  test('open orders come as documents to be approved; the template is the one of the import', async () => {
    const made = await save('dataOpening', { kind: '20', bizDate: '2026-01-15', control: 30 }, [
      ['单据组号', '供应商', '最迟到货', '物料', '数量', '单位', '含税单价', '要求到货'],
      ['1', '恒力电机', '2026-02-10', 'MT-12', 10, 'PCS', 38.5, '2026-02-01'],
      ['1', '恒力电机', '2026-02-10', 'MT-12', 20, 'PCS', 38.5, '2026-02-10'],
    ]);
    expect(made.faults).toEqual([]);
    expect(made).toMatchObject({ errorCount: 0, docCount: 1, total: 30 });
    const done = await confirm('dataOpening', made);
    const [row] = done.made as Row[];
    expect(await run(`SELECT audit_status FROM org_demo.purchase_order WHERE nbr = '${String(row?.docNbr)}'`)).toEqual([
      { audit_status: '1' },
    ]);
    const answer = (await act('dataOpening', 'template', undefined, { kind: '10' })) as unknown as {
      file: { name: string; content: string };
    };
    expect(answer.file.name).toBe('期初库存导入模板.xlsx');
    const [head] = await sheetRows(Buffer.from(answer.file.content, 'base64'));
    expect(head).toEqual(expect.arrayContaining(['收货仓库*', '物料*', '数量*', '单价']));
  });
});

describe('批量修正', () => {
  const materials = () => run(`SELECT code, name, spec, version FROM org_demo.material ORDER BY code`);
  const fix = (more: object, rows?: Cells) =>
    save('dataFix', { object: 'material', way: '10', reason: '整理', ...more }, rows);

  test('one field by a filter: shown, done, kept in a workbook, taken back', async () => {
    const before = await materials();
    const made = await fix({ where: "code in ['MT-12', 'RB-12']", field: 'spec', value: '统一规格' });
    expect(made).toMatchObject({ total: 2, changeCount: 2, errorCount: 0, docStatus: '10' });
    expect(await materials()).toEqual(before);
    const rows = (made.changes as Row[]).map(({ label, fieldTitle, after }) => [label, fieldTitle, after]);
    expect(rows).toEqual(
      expect.arrayContaining([
        ['MT-12', '规格型号', '统一规格'],
        ['RB-12', '规格型号', '统一规格'],
      ]),
    );
    expect(await refusal(confirm('dataFix', made, 'x'))).toBe('密码错误，没有执行');
    expect(await materials()).toEqual(before);
    const done = await confirm('dataFix', made);
    expect(done.docStatus).toBe('60');
    const specOf = async (code: string) => (await materials()).find((row) => row.code === code)?.spec;
    expect([await specOf('MT-12'), await specOf('RB-12')]).toEqual(['统一规格', '统一规格']);
    const book = await textsIn(done.resultFile);
    expect(book[0]).toEqual(['物料', '字段', '修正前', '修正后']);
    expect(book).toHaveLength(3);
    const undone = await act('dataFix', 'undo', done, {});
    expect(undone.docStatus).toBe('90');
    expect((await materials()).map(({ code, name, spec }) => [code, name, spec])).toEqual(
      before.map(({ code, name, spec }) => [code, name, spec]),
    );
  });

  test('by a workbook, from what is there; what somebody changed since is never overwritten', async () => {
    const answer = (await act('dataFix', 'template', undefined, {
      object: 'material',
      where: "code == 'MT-12'",
    })) as unknown as { file: { content: string } };
    const [head, first] = (await sheetRows(Buffer.from(answer.file.content, 'base64'))) as Cells;
    const at = head!.indexOf('名称');
    expect(first?.[head!.indexOf('编码')]).toBe('MT-12');
    const rows = [head!, first!.map((cell, n) => (n === at ? '电机（改）' : cell))];
    const made = await fix({ way: '20' }, rows);
    // the workbook as it came out changes nothing but what was typed
    expect((made.changes as Row[]).map(({ fieldTitle, after }) => [fieldTitle, after])).toEqual([
      ['名称', '电机（改）'],
    ]);
    const stale = await fix({ way: '20' }, rows);
    const done = await confirm('dataFix', made);
    expect(await refusal(confirm('dataFix', stale))).toBe('预览之后资料已有变化，请重新保存预览后再执行');
    await run(`UPDATE org_demo.material SET name = '别人改的' WHERE code = 'MT-12'`);
    const kept = await materials();
    expect(await refusal(act('dataFix', 'undo', done, {}))).toMatch(/^物料「.*MT-12.*」修正后已修改，不能撤销$/);
    expect(await materials()).toEqual(kept);
  });

  test('refused with nothing written', async () => {
    const before = await materials();
    expect(await refusal(fix({ object: 'purchaseOrder', field: 'qty', value: '1' }))).toBe(
      '单据数量请通过数量调整修改',
    );
    expect(await refusal(fix({ object: 'user', field: 'name', value: '甲' }))).toBe('「用户」不能批量修正');
    expect(await refusal(fix({ field: 'code', value: 'X' }))).toMatch(/^「code」不能批量修正，可以修正：.*规格型号/);
    expect(await refusal(fix({ where: "code == 'NONE'", field: 'spec', value: 'x' }))).toBe('没有符合条件的资料');
    const wrong = await fix({ where: "code == 'MT-12'", field: 'defWarehouse', value: 'NO-STORE' });
    expect((wrong.faults as Row[]).map(({ column, text }) => [column, text])).toEqual([
      ['默认仓库', '「NO-STORE」不存在'],
    ]);
    expect(await refusal(confirm('dataFix', wrong))).toBe('当前状态不能执行');
    expect(await materials()).toEqual(before);
    const asBuyer = asAdmin((ctx) => ctx.records.save('dataFix', { object: 'material' } as unknown as Rec), 'xumin');
    expect(await refusal(asBuyer)).not.toBe('done');
  });
});

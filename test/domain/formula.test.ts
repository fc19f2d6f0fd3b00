/** 计算公式 (domain 10 §5.12): cases, errors with their place, references and cycles, versions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObjectDoc } from '../../schemas/language/document';
import type { Rec } from '../../schemas/language/value';
import { functions } from '../../server/domain';
import { formula } from '../../server/domain/system/formula';
import { runAction } from '../../server/records/act/actions';
import { saveRecord } from '../../server/records/save/save';
import { type Factory, openFactory } from '../support/records';

const piece: ObjectDoc = {
  $schema: 'object/2',
  object: 'pieceTest',
  title: '计件测试',
  use: ['record'],
  label: 'name',
  fields: {
    name: { title: '名称', kind: 'input' },
    qualifiedQty: { title: '合格数', type: 'decimal' },
    price: { title: '单价', type: 'decimal' },
    done: { title: '完成', type: 'bool' },
    pay: { title: '计件金额', type: 'decimal', formula: "calculate('GS100', id)", scale: 4 },
  },
};
const ME = '0199b000-0000-7000-8000-0000000000aa';
const root = () => factory.as([{ isSuper: true }], { id: ME });
let factory: Factory;
beforeAll(async () => {
  factory = await openFactory({
    documents: [piece],
    modules: new Map([['formula', formula]]),
    functions,
  });
  // who publishes is somebody
  await factory.insert('user', [{ id: ME, login_name: 'root', name: '管理员', is_disabled: '0' }]);
});
afterAll(() => factory?.close());

const BASE = { useFor: '20', object: 'pieceTest', resultType: 'dec', scale: 4 };
const save = async (more: Rec): Promise<Rec> => {
  return saveRecord(await root(), 'formula', { rec: { ...BASE, ...more } as Rec, accept: [] });
};
const act = async (action: string, rec: Rec, ask: Rec = {}) =>
  runAction(await root(), factory.registry.find('formula')!, action, {
    targets: [{ id: rec.id as string, version: rec.version as number }],
    ask,
  });
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: Error & { data?: unknown }) => `${error.message} ${JSON.stringify(error.data ?? '')}`,
  );
const stored = async (rec: Rec) => (await (await root()).records.get('formula', rec.id as string)) as Rec;
const given = JSON.stringify({ qualifiedQty: 97, price: 0.35 });

test('97 pieces at 0.35 are 33.95; a wrong name is told with its place', async () => {
  expect(await refusal(save({ code: 'E1', name: '错', expr: 'round(qualifiedQty * prise, 2)' }))).toMatch(
    /^表达式错误：字段不存在 prise（第22个字符） /,
  );
  expect(await refusal(save({ code: 'E1', name: '错', expr: 'round(qualifiedQty *, 2)' }))).toMatch(
    /表达式错误：.+（第\d+个字符）/,
  );
  expect(await refusal(save({ code: 'E1', name: '错', expr: 'createdBy.name', resultType: 'text' }))).toContain(
    '公式只能使用本对象的字段',
  );
  const made = await save({
    code: 'GS001',
    name: '计件金额',
    expr: 'round(qualifiedQty * price, 2)',
    cases: [{ id: '0199b000-0000-7000-8000-000000000001', given, expect: '33.95' }] as never,
  });
  const { cases } = await stored(made);
  expect((cases as unknown as Rec[])[0]).toMatchObject({ result: '33.95', pass: true });
  const { answer } = await act('test', made, { given: '{"qualifiedQty": 3, "price": 1.005}' });
  const rows = (answer as unknown as { rows: Rec[] }).rows;
  expect(rows.map((row) => [row.result, row.pass])).toEqual([
    ['33.95', true],
    ['3.02', true],
  ]);
  expect(rows[0]?.steps).toBe(
    'qualifiedQty * price = 33.95（qualifiedQty=97，price=0.35）；round(qualifiedQty * price, 2) = 33.95',
  );
  await act('publish', made);
  expect((await stored(made)).docStatus).toBe('60');
});

test('a field that names a formula follows the version in force', async () => {
  const id = '0199b000-0000-7000-8000-0000000000bb';
  await factory.insert('piece_test', [{ id, name: '工序一', qualified_qty: 97, price: 0.35 }]);
  const payOf = async () => (await (await root()).records.get('pieceTest', id))?.pay;
  const one = async (where: string) => (await (await root()).records.find('formula', where))[0] as Rec;
  // nobody published it yet
  expect(await payOf()).toBeNull();
  await act('publish', await save({ code: 'GS100', name: '计件金额', expr: 'round(qualifiedQty * price, 2)' }));
  expect(await payOf()).toBe(33.95);
  // the version in force began some days ago
  const own = factory.db.withSchema(factory.org.schema);
  await own.updateTable('formula').set({ effect_date: '2026-01-10' }).where('code', '=', 'GS100').execute();
  await act('newVersion', await one("code == 'GS100'"), { changeNote: '加价' });
  const draft = await one("code == 'GS100' && docStatus == 10");
  await save({ ...draft, changeNote: '加价', expr: 'round(qualifiedQty * price * 2, 2)' });
  // a draft changes nothing
  expect(await payOf()).toBe(33.95);
  await act('publish', await one("code == 'GS100' && docStatus == 10"));
  expect(await payOf()).toBe(67.9);
});

test('a case that fails keeps it a draft; a published version is never edited', async () => {
  const made = await save({
    code: 'GS002',
    name: '错的用例',
    expr: 'qualifiedQty * price',
    cases: [
      { id: '0199b000-0000-7000-8000-000000000002', given, expect: '33.95' },
      { id: '0199b000-0000-7000-8000-000000000003', given, expect: '34' },
    ] as never,
  });
  expect(await refusal(act('publish', made))).toContain('第2个用例不通过：期望34，实际33.95');
  expect(
    await refusal(
      save({
        ...made,
        cases: [{ id: '0199b000-0000-7000-8000-000000000004', given: '{"a": 1}', expect: '1' }] as never,
      }),
    ),
  ).toContain('给定值的字段不存在 a');
  const [first] = await (await root()).records.find('formula', "code == 'GS001'");
  expect(await refusal(save({ ...first, expr: 'qualifiedQty' }))).toContain('已发布，不能修改');
});

test('formulas name each other by code; a circle is told whole', async () => {
  const bonus = await save({ code: 'GS003', name: '奖金', expr: 'param.GS001 * 2', scale: 1 });
  const { answer } = await act('test', bonus, { given });
  expect((answer as unknown as { rows: Rec[] }).rows[0]).toMatchObject({ result: '67.9' });
  expect(await refusal(save({ code: 'GS004', name: '无', expr: 'param.GS999' }))).toContain(
    '公式「GS999」不存在或未生效',
  );
  await act('publish', bonus);
  const next = await act('newVersion', (await (await root()).records.find('formula', "code == 'GS001'"))[0] as Rec, {
    changeNote: '环',
  });
  const draft = (await (await root()).records.find('formula', "code == 'GS001' && docStatus == 10"))[0] as Rec;
  expect(next.failed).toEqual([]);
  expect(await refusal(save({ ...draft, changeNote: '环', expr: 'param.GS003' }))).toContain(
    '公式循环引用：GS001 → GS003 → GS001',
  );
});

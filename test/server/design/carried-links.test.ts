/** A link between documents that names fields with another code: the publish passes, the link goes on under it, a rollback takes it back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc, ObjectDoc } from '../../../schemas/language/document';
import { publish } from '../../../server/design/publish';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import { inWrite } from '../../../server/records/context';
import { saveRecord } from '../../../server/records/save/save';
import { type Designing, openDesign, wish } from '../../support/design';

const APP = 'xYard';
const CODES = {
  reason: 'why',
  parts: 'goods',
  taken: 'used',
  subject: 'about',
  cards: 'slips',
  spot: 'place',
} as const;
type Name = keyof typeof CODES;
interface Codes {
  of(name: Name): string;
  was(name: Name): object;
}
const OLD: Codes = { of: (name) => name, was: () => ({}) };
const NEW: Codes = { of: (name) => CODES[name], was: (name) => ({ was: name }) };
const BACK: Codes = { of: (name) => name, was: (name) => ({ was: CODES[name] }) };

const ask = ({ of, was }: Codes): ObjectDoc => ({
  $schema: 'object/2',
  object: 'xAsk',
  title: '领用申请',
  use: ['document'],
  route: '/app/xAsk/list',
  fields: {
    nbr: { rule: 'LY{yyyyMMdd}{seq:4}' },
    [of('reason')]: { title: '原因', kind: 'input', ...was('reason') },
    [of('parts')]: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        qty: { title: '数量', type: 'decimal' },
        [of('taken')]: { title: '已领', type: 'decimal', ...was('taken') },
      },
      ...was('parts'),
    },
  },
  list: { columns: ['nbr', of('reason')] },
  edit: { groups: { base: { title: '基本', fields: [of('reason'), of('parts')] } } },
});
const card = ({ of, was }: Codes): ObjectDoc => ({
  $schema: 'object/2',
  object: 'xCard',
  title: '领用卡',
  use: ['document'],
  route: '/app/xCard/list',
  fields: {
    nbr: { rule: 'LK{yyyyMMdd}{seq:4}' },
    [of('subject')]: { title: '事由', kind: 'input', ...was('subject') },
    [of('cards')]: {
      title: '明细',
      kind: 'tabTable',
      use: ['linkRow'],
      fields: {
        material: { title: '物料', kind: 'dialogSelect', ref: 'material' },
        attrKey: { title: '属性', kind: 'input' },
        unit: { title: '单位', ref: 'unit' },
        qty: { title: '数量', type: 'decimal' },
        [of('spot')]: { title: '已领过', type: 'decimal', ...was('spot') },
      },
      ...was('cards'),
    },
  },
  list: { columns: ['nbr', of('subject')] },
  edit: { groups: { base: { title: '基本', fields: [of('subject'), of('cards')] } } },
});
const menu: AnyDoc = {
  $schema: 'menus/1',
  area: APP,
  title: '料场',
  items: { xAsk: { title: '领用申请', page: 'xAsk' }, xCard: { title: '领用卡', page: 'xCard' } },
};

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design?.factory.database.drop());

const put = async (...docs: readonly AnyDoc[]) =>
  publish(await design.as(), () => docs.map((doc) => wish(doc, APP)), { note: '编码' });
const both = (codes: Codes) => put(ask(codes), card(codes));
const save = async (object: string, rec: object) => {
  const ctx = await design.as();
  return saveRecord(ctx, object, { rec: rec as never, page: ctx.registry.page(object)! });
};
const link = async () =>
  (
    await design.rows(`select condition, src_qty as qty, src_rows as rows,
    (select jsonb_object_agg(dst, expr) from $.doc_link_heads m where m.head_id = l.id) as heads,
    (select jsonb_object_agg(dst, expr) from $.doc_link_lines m where m.head_id = l.id) as lines
    from $.doc_link l where src_doc = 'xAsk'`)
  )[0];
/** the card that is made of the request */
const pushed = async () => {
  const ctx = await design.as();
  const [row] = await design.rows<{ id: string; version: number }>('select id, version from $.x_ask');
  const page = ctx.registry.page('xAsk')!;
  const targets = [{ id: row!.id, version: Number(row!.version) }];
  const done = await inWrite(ctx, (inner) =>
    runAction(inner, page.object, 'xToXCard', { targets, page, engine: true }),
  );
  return done.pushed!.drafts[0];
};

const SAID = {
  condition: "reason != '' && sum(parts, qty) > 0",
  qty: 'qty - taken',
  rows: 'parts',
  heads: { subject: 'doc.reason' },
  lines: { qty: 'qty - taken', spot: 'taken' },
};
it('follows another code of the source, of the target, and of their tables', async () => {
  await put(ask(OLD), card(OLD), menu);
  const mappings = (said: object) =>
    Object.entries(said).map(([dst, expr], n) => ({ id: newId(), lineNo: (n + 1) * 10, dst, expr }));
  await save('docLink', {
    ...{ id: newId(), name: '转领用卡', srcDoc: 'xAsk', dstDoc: 'xCard', mode: '1', qtyControl: '1', saveMode: '1' },
    ...{ condition: SAID.condition, srcQty: SAID.qty, heads: mappings(SAID.heads), lines: mappings(SAID.lines) },
  });
  expect(await link()).toEqual(SAID);
  await save('xAsk', { reason: '试模', parts: [{ id: newId(), qty: 10, taken: 4 }] });
  expect(await pushed()).toMatchObject({ subject: '试模', cards: [{ qty: 6, spot: 4 }] });

  await both(NEW);
  expect(await link()).toEqual({
    condition: "why != '' && sum(goods, qty) > 0",
    qty: 'qty - used',
    rows: 'goods',
    heads: { about: 'doc.why' },
    lines: { qty: 'qty - used', place: 'used' },
  });
  expect(await pushed()).toMatchObject({ about: '试模', slips: [{ qty: 6, place: 4 }] });

  await both(BACK);
  expect(await link()).toEqual(SAID);
  expect(await pushed()).toMatchObject({ subject: '试模', cards: [{ qty: 6, spot: 4 }] });
});

/** An organisation whose documents, overlay and draft are of object/1: it opens, rebases, publishes, rolls back, exports and imports. */
import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc, ObjectDoc } from '../../../schemas/language/document';
import type { Step } from '../../../schemas/language/steps';
import { draftCalls } from '../../../server/design/calls';
import { versionsOf, writeVersions } from '../../../server/design/documents';
import { makeDraft } from '../../../server/design/drafts';
import { exportApp, importApp } from '../../../server/design/package';
import { openPackage } from '../../../server/design/package-file';
import { publish } from '../../../server/design/publish';
import { inWrite } from '../../../server/records/context';
import type { EngineCtx } from '../../../server/records/host';
import { type Designing, openDesign } from '../../support/design';

const OWN = 'object:xTool';
const SHIPPED = 'object:supplier';
const text = {
  $schema: 'object/1',
  object: 'xTool',
  title: '工装',
  route: '/app/xTool/list',
  label: 'code',
  fields: {
    code: { title: '编码' },
    keeper: { title: '保管人', ref: 'employee' },
    buyer: { title: '采购员', ref: 'employee', pick: { where: 'empStatus != 3 && isDisabled == 0' } },
    loans: { title: '借用', kind: 'tabTable', fields: { to: { title: '借给' } } },
    checks: { title: '点检', kind: 'tabTable', rows: { min: 0 }, fields: { day: { title: '日期', kind: 'date' } } },
  },
  list: { columns: ['code', 'keeper'] },
  edit: { groups: { base: { title: '基本', fields: ['code', 'keeper', 'buyer', 'loans', 'checks'] } } },
  actions: { add: {}, edit: {} },
};
const overlay = {
  $schema: 'overlay/1',
  overlay: 'supplier',
  of: SHIPPED,
  base: 'of-before',
  steps: [
    { set: 'fields.buyer.pick.columns', to: ['code', 'name'] },
    { set: 'fields.certs.rows.min', was: 0 },
    { insert: 'fields.xOwner', value: { title: '对接人', ref: 'employee' }, after: 'buyer' },
    { insert: 'edit.groups.base.fields.xOwner', value: 'xOwner', after: 'buyer' },
  ],
};
/** made over both before the language changed */
const drafted: readonly { readonly document: string; readonly step: Step }[] = [
  { document: OWN, step: { set: 'fields.keeper.pick', to: { where: 'isDisabled == 0' } } },
  { document: OWN, step: { set: 'fields.checks.rows', to: { min: 0, import: true }, was: { min: 0 } } },
  { document: OWN, step: { set: 'fields.loans.rows.min', to: 0 } },
  { document: SHIPPED, step: { set: 'fields.contacts.rows.min', was: 0 } },
  { document: SHIPPED, step: { set: 'fields.xOwner.pick', to: { where: 'empStatus != 3 && isDisabled == 0' } } },
];

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
  const ctx = await design.as();
  // the tables of what is published stand
  const { $schema: _old, ...rest } = text;
  await publish(ctx, () => [{ id: OWN, doc: { ...rest, $schema: 'object/2' } as unknown as AnyDoc, area: 'xTools' }], {
    note: '',
  });
  await inWrite(await design.as(), async (inner) => {
    const by = { id: inner.session.me.id, name: inner.session.me.name };
    const common = { base: null, isGone: false, note: '升级之前', words: [], plan: [], changeset: null };
    const old = (sort: 'object', code: string, doc: unknown, isOverlay: boolean, area: string) => ({
      ...common,
      sort,
      code,
      area,
      isOverlay,
      text: `${JSON.stringify(doc, null, 2)}\n`,
    });
    await writeVersions(
      inner.trx,
      [old('object', 'xTool', text, false, 'xTools'), old('object', 'supplier', overlay, true, 'factory')],
      by,
    );
  });
});
afterAll(() => design.factory.database.drop());

const picks = async (object: string) => {
  const { fields } = (await design.as()).registry.find(object)!;
  return Object.fromEntries(Object.entries(fields).flatMap(([code, { pick }]) => (pick ? [[code, pick]] : [])));
};
const mins = async (object: string) => {
  const { fields } = (await design.as()).registry.find(object)!;
  return Object.fromEntries(Object.entries(fields).flatMap(([code, { sub }]) => (sub ? [[code, sub.rows.min]] : [])));
};
const opened = async (document: string) => {
  const { documents } = await draftCalls.read(await design.as(), { app: 'factory', documents: [document] });
  return documents[0]!;
};

it('means what it meant', async () => {
  expect(await picks('xTool')).toEqual({ keeper: { disabled: true }, buyer: { where: 'empStatus != 3' } });
  expect(await mins('xTool')).toEqual({ loans: 1, checks: 0 });
  expect(await picks('supplier')).toMatchObject({
    buyer: { columns: ['code', 'name'], where: 'empStatus != 3' },
    xOwner: { disabled: true },
  });
  expect(await mins('supplier')).toMatchObject({ certs: 1, contacts: 0 });
  expect((await opened(SHIPPED)).overlay?.conflicts).toEqual([]);
});

it('opens a draft of before, publishes it, and rolls back to a version of before', async () => {
  const draft = await inWrite(await design.as(), async (ctx: EngineCtx) => {
    const made = await makeDraft(ctx, 'xTools', '草稿');
    for (const [n, { document, step }] of drafted.entries())
      await ctx.trx
        .insertInto('mw_draft_step')
        .values({ draft_id: made.id, seq: n + 1, user_id: ctx.session.me.id, document, step: JSON.stringify(step) })
        .execute();
    await ctx.trx.updateTable('mw_draft').set({ seq: drafted.length }).where('id', '=', made.id).execute();
    return made;
  });
  const { documents, conflicts } = await draftCalls.open(await design.as(), { draft: draft.id });
  expect(conflicts).toEqual([]);
  const own = documents.find(({ id }) => id === OWN)!.doc as ObjectDoc;
  expect(own.fields?.keeper?.pick).toBeUndefined();
  expect([own.fields?.loans?.rows, own.fields?.checks?.rows]).toEqual([undefined, { import: true }]);
  await draftCalls.publish(await design.as(), { draft: draft.id }, {});
  expect(await picks('xTool')).toEqual({ buyer: { where: 'empStatus != 3' } });
  expect(await mins('xTool')).toEqual({ loans: 0, checks: 0 });
  expect((await picks('supplier')).xOwner).toEqual({ where: 'empStatus != 3' });
  expect(await mins('supplier')).toMatchObject({ certs: 1, contacts: 1 });
  // what was written by a publish is written in the language of today
  const stored = await design.rows<{ code: string; text: string }>(
    "select code, text from $.mw_document where (code, version) in (('xTool', 3), ('supplier', 2)) order by code",
  );
  expect(stored.map((row) => (JSON.parse(row.text) as { $schema: string }).$schema)).toEqual(['overlay/2', 'object/2']);

  const { words } = await draftCalls.compare(await design.as(), { document: OWN, from: 2 });
  expect(words.length).toBeGreaterThan(0);
  await draftCalls.rollback(await design.as(), { document: OWN, version: 2 }, {});
  expect(await picks('xTool')).toEqual({ keeper: { disabled: true }, buyer: { where: 'empStatus != 3' } });
  expect(await mins('xTool')).toEqual({ loans: 1, checks: 0 });
  await draftCalls.rollback(await design.as(), { document: SHIPPED, version: 1 }, {});
  expect((await picks('supplier')).xOwner).toEqual({ disabled: true });
  expect(await mins('supplier')).toMatchObject({ certs: 1, contacts: 0 });
});

it('takes a package of before, and gives one of today', async () => {
  const sha = (said: string): string => createHash('sha256').update(said).digest('hex');
  const own = `${JSON.stringify({ ...text, title: '工装（旧包）' })}\n`;
  const file = 'objects/xTool.json';
  const head = {
    format: 'millwright-app/1',
    language: 1,
    app: { code: 'xTools', title: '工装管理', icon: null, colour: null },
    files: [{ id: OWN, file, hash: sha(own) }],
  };
  const manifest = JSON.stringify({ ...head, hash: sha(JSON.stringify(head)) });
  const content = Buffer.from(zipSync({ 'manifest.json': strToU8(manifest), [file]: strToU8(own) }));
  const options = { policy: { [OWN]: 'replace' }, answers: {}, dryRun: false } as const;
  await importApp(await design.as(), content, options);
  const ctx = await design.as();
  expect(ctx.registry.find('xTool')?.title).toBe('工装（旧包）');
  expect(await mins('xTool')).toEqual({ loans: 1, checks: 0 });
  const { texts, manifest: today } = openPackage((await exportApp(ctx, 'xTools')).content);
  expect(today.language).toBe(2);
  expect(texts.get(OWN)).toMatchObject({ $schema: 'object/2', fields: { keeper: { pick: { disabled: true } } } });
  expect((await versionsOf(ctx.trx, OWN)).every((row) => row.text.includes('"object/2"'))).toBe(true);
});

/** Documents of an organisation harm nobody: what would break the pages of others is refused before it is published. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc, ObjectDoc } from '../../../schemas/language/document';
import type { Rec } from '../../../schemas/language/value';
import { planPublish, publish } from '../../../server/design/publish';
import type { EngineCtx } from '../../../server/records/host';
import { childrenOf } from '../../../server/records/push/links';
import { saveRecord } from '../../../server/records/save/save';
import { type Designing, note, openDesign, wish } from '../../support/design';

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());

const problemsOf = async (...docs: readonly AnyDoc[]) =>
  (
    await planPublish(
      await design.as(),
      docs.map((doc) => wish(doc)),
    )
  ).problems
    .filter(({ level }) => level !== 'warn')
    .map(({ document, path, code, text }) => [document, path, code, text]);
const attempt = async (...docs: readonly AnyDoc[]) =>
  publish(await design.as(), () => docs.map((doc) => wish(doc)), { note: '' });
const versions = () => design.rows('select sort, code from $.mw_document');
const schemas = () =>
  design.rows("select nspname from pg_namespace where nspname like 'plan\\_%' or nspname like 'org\\_%' order by 1");

/** rows with the three texts that stand for links elsewhere */
const linked: ObjectDoc = note({
  items: {
    title: '明细',
    kind: 'tabTable',
    fields: { srcType: { title: '来源类型' }, srcId: { title: '来源' }, srcRowId: { title: '来源行' } },
  },
});
const spanned = (more: Partial<ObjectDoc> = {}): ObjectDoc =>
  note({ span: { title: '时段', kind: 'datetimeRange' } }, { label: ['code', 'span'], ...more });

describe('a document that would break statements of others', () => {
  it('is refused with its address when fields that the program uses are of another type', async () => {
    expect(await problemsOf(linked)).toEqual([
      ['object:xNote', 'fields.items.fields.srcId', 'kept.type', '「来源」由程序或区块使用，只能存为id'],
      ['object:xNote', 'fields.items.fields.srcRowId', 'kept.type', '「来源行」由程序或区块使用，只能存为id'],
    ]);
    await expect(attempt(linked)).rejects.toThrow('存在2个错误，不能发布');
    expect(await versions()).toEqual([]);
  });

  it('is refused when a statement does not run over its tables, and nothing is left of the trial', async () => {
    const before = await schemas();
    const found = await problemsOf(spanned());
    expect(found.map(([document, address, code]) => [document, address, code])).toContainEqual([
      'object:xNote',
      'label',
      'document.run',
    ]);
    for (const [, , , text] of found) expect(text).toMatch(/^「便签」的.*不能执行：/);
    await expect(attempt(spanned())).rejects.toThrow(/^存在\d+个错误，不能发布$/);
    expect(await versions()).toEqual([]);
    expect(await schemas()).toEqual(before);
  });

  it('is refused in words when its state is named like what every object has', async () => {
    const found = await problemsOf(note({}, { state: 'constructor' }));
    expect(found.map(([document, , code]) => [document, code])).toContainEqual(['object:xNote', 'ref.field']);
    await expect(attempt(note({}, { state: 'constructor' }))).rejects.toThrow(/^存在\d+个错误，不能发布$/);
  });

  it('leaves sound documents alone, and links of every object answer', async () => {
    const sound = note({ supplier: { title: '供应商', ref: 'supplier', kind: 'dialogSelect' } });
    expect(await problemsOf(sound)).toEqual([]);
    await attempt(sound);
    const ctx = await design.as();
    for (const object of ctx.registry.objects.values())
      if (object.storage === 'table' && object.settings === undefined)
        expect(await childrenOf(ctx, object, ctx.newId()), object.object).toEqual([]);
  });

  it('leaves objects alone that have extension fields of the organisation', async () => {
    const { factory } = design;
    await factory.asOwner('admin', async (given) => {
      const ctx = given as EngineCtx;
      const [head] = await ctx.records.find('extendHead', "code == 'material'");
      const { id, version } = head ?? {};
      const details = [{ id: ctx.newId(), label: '单重', prop: 'weight', type: 'DECIMAL', scale: 2 }];
      await saveRecord(ctx, 'extendHead', { rec: { id, version, details } as Rec });
    });
    const { problems, steps } = await planPublish(await design.as(), [wish(note({ more: { title: '更多' } }))]);
    expect(problems.filter(({ level }) => level !== 'warn')).toEqual([]);
    expect(steps.every(({ text }) => text.includes('便签'))).toBe(true);
  });
});

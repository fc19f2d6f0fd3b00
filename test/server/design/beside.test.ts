/** What is published at the same time, or by the codes of others: nothing is overwritten, and no value changes its field. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyDoc, FieldDoc } from '../../../schemas/language/document';
import type { ReportDoc } from '../../../schemas/language/document-report';
import { draftCalls } from '../../../server/design/calls';
import { planPublish, publish } from '../../../server/design/publish';
import type { EngineCtx } from '../../../server/records/host';
import { type Designing, note, openDesign, wish } from '../../support/design';

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());

const put = async (...docs: readonly AnyDoc[]) =>
  publish(await design.as(), () => docs.map((doc) => wish(doc)), { note: '试', unchanged: true });
const back = (ctx: EngineCtx, version: number) =>
  draftCalls.rollback(ctx, { document: 'object:xNote', version, accept: true }, {});
const textOf = async (code: string) =>
  (
    await design.rows<{ text: string }>(
      `select text from $.mw_document where code = '${code}' order by version desc limit 1`,
    )
  )[0]?.text;
const newest = async () =>
  (await design.rows<{ n: number }>("select max(version) as n from $.mw_document where code = 'xNote'"))[0]?.n ?? 0;

describe('a code that is another field’s in the same publish', () => {
  const start = { a: { title: '甲' }, b: { title: '乙' } };
  beforeEach(async () => {
    await design.rows('delete from $.x_note').catch(() => undefined);
    await put(note(start));
    await design.rows("insert into $.x_note (id, code, a, b) values (gen_random_uuid(), '1', 'AAA', 'BBB')");
  });
  const refused = async (fields: Readonly<Record<string, FieldDoc>>, text: string): Promise<void> => {
    const doc = note(fields);
    const { problems, refusal } = await planPublish(await design.as(), [wish(doc)]);
    expect(problems.filter(({ level }) => level !== 'warn').map((said) => said.text)).toContain(text);
    expect(refusal).toMatch(/^存在\d个错误，不能发布$/);
    const versions = await newest();
    await expect(put(doc)).rejects.toThrow(/^存在\d个错误，不能发布$/);
    expect(await newest()).toBe(versions);
    expect(await design.rows('select a, b from $.x_note')).toEqual([{ a: 'AAA', b: 'BBB' }]);
  };

  it('is refused when two exchange theirs, when one follows another, when a new one takes what is left', async () => {
    const of = (code: string, title: string): string =>
      `编码「${code}」现在还是字段「${title}」的，请先给它换一个编码并发布，再用这个编码`;
    await refused({ a: { title: '乙', was: 'b' }, b: { title: '甲', was: 'a' } }, of('a', '甲'));
    await refused({ c: { title: '甲', was: 'a' }, a: { title: '乙', was: 'b' } }, of('a', '甲'));
    await refused({ c: { title: '甲', was: 'a' }, a: { title: '新' }, b: { title: '乙' } }, of('a', '甲'));
  });

  it('holds by one publish after the other, and no rollback over both mixes them up', async () => {
    const first = await newest();
    await put(note({ c: { title: '甲', was: 'a' }, b: { title: '乙' } }));
    await put(note({ c: { title: '甲', was: 'a' }, a: { title: '乙', was: 'b' } }));
    expect(await design.rows('select c, a from $.x_note')).toEqual([{ c: 'AAA', a: 'BBB' }]);
    await expect(back(await design.as(), first)).rejects.toThrow('存在1个错误，不能发布');
    expect(await design.rows('select c, a from $.x_note')).toEqual([{ c: 'AAA', a: 'BBB' }]);
  });
});

describe('a rollback beside a publish', () => {
  it('names the field anew in the text that was published meanwhile', async () => {
    const report = (dim: string, title: string): ReportDoc => ({
      $schema: 'report/1',
      report: 'xNotes',
      title,
      route: '/app/xNotes/list',
      from: 'xNote',
      dims: { size: { of: dim } },
      by: ['size'],
      measures: { n: { title: '数', of: 'count()' } },
      list: { columns: ['$group', 'n'] },
    });
    await put(note({ a: { title: '甲' } }), report('a', '便签统计'));
    const first = await newest();
    await put(note({ c: { title: '甲', was: 'a' } }), report('c', '便签统计'));
    const read = await design.as();
    await put(report('c', '便签汇总'));
    await back(read, first);
    const text = await textOf('xNotes');
    expect(text).toContain('便签汇总');
    expect(text).toContain('"a"');
  });
});

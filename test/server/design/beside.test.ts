/** What is published at the same time: nothing of it is overwritten. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc } from '../../../schemas/language/document';
import type { ReportDoc } from '../../../schemas/language/document-report';
import { draftCalls } from '../../../server/design/calls';
import { publish } from '../../../server/design/publish';
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

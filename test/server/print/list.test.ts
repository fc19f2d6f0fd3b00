/** Prints of whole lists and reports: what the filter finds, in the columns of the page, under the right to print. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { PrintJob } from '../../../server/print/job';
import { listPrintJob, readListPrint } from '../../../server/print/list';
import { pdfOf } from '../../../server/print/pdf';
import type { EngineCtx } from '../../../server/records/host';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const job = (page: string, list: object, more: object = {}, login = 'admin'): Promise<PrintJob> =>
  factory.as(login, async (ctx) => {
    const engine = ctx as EngineCtx;
    const found = engine.registry.page(page)!;
    return listPrintJob(engine, found, found.actions.print!, readListPrint({ list, ...more })!);
  });
const textsOf = ({ pages }: PrintJob): string[] =>
  pages.flatMap(({ items }) => items.flatMap((item) => (item.k === 'text' ? [(item as { text: string }).text] : [])));

describe('a list', () => {
  it('prints the rows its filter finds, with their numbers, in the columns asked for', async () => {
    const made = await job('demoDoc', { columns: ['nbr', 'title', 'state', 'qty', 'amountTotal'], sort: 'nbr' });
    const texts = textsOf(made);
    expect(texts).toContain('示例单据');
    expect(texts.filter((text) => text.startsWith('SL202'))).toHaveLength(60);
    expect(texts).toContain('普通');
    const few = textsOf(await job('demoDoc', { columns: ['nbr'], search: { state: ['2'] } }));
    expect(few.filter((text) => text.startsWith('SL202'))).toHaveLength(18);
    // totals of the list over its whole filter, under the columns that are printed; quantities are of several units
    expect(texts.slice(texts.indexOf('合计'))).toEqual(expect.arrayContaining(['合计', '96,076.95']));
    expect(few).not.toContain('合计');
    expect(made.choices.map(({ code }) => code)).toEqual(['demoDoc']);
  });
  it('says of a value what the list says: spans of time in words, shares with their mark, thousands', async () => {
    const columns = ['nbr', 'wait', 'spent', 'progress', 'amountTotal'];
    const texts = textsOf(await job('demoDoc', { columns, sort: 'nbr' }));
    // 已等待 counts from the moment, 时长 are seconds
    expect(texts.filter((text) => /^\d{2,}:\d{2}:\d{2}$/.test(text))).toHaveLength(60);
    expect(texts.filter((text) => /^\d+小时\d+分$|^\d+分\d+秒$/.test(text)).length).toBeGreaterThan(0);
    expect(texts.some((text) => /^[\d.]+%$/.test(text))).toBe(true);
    expect(texts.some((text) => /^\d{1,3},\d{3}\.\d{2}$/.test(text))).toBe(true);
  });
  it('nothing found is refused, so is another layout and a user without the right', async () => {
    await expect(job('demoDoc', { search: { title: '没有这个' } })).rejects.toThrow('没有可打印的数据');
    await expect(job('demoDoc', {}, { print: 'other' })).rejects.toMatchObject({ code: 404 });
    await expect(job('demoDoc', {}, {}, 'zhoutao')).rejects.toMatchObject({ code: 403 });
  });
  it('is the same as PDF', async () => {
    const made = await job('demoDoc', { columns: ['nbr'] });
    const pdf = await pdfOf(made, '示例', async () => undefined as never);
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('a report', () => {
  it('prints its groups, numbers, total', async () => {
    const texts = textsOf(await job('demoStat', { groupBy: ['state'], columns: ['qty', 'number'] }));
    expect(texts).toEqual(expect.arrayContaining(['示例统计', '普通', '重点', '试制', '--', '合计', '6,564.5678']));
    // a code nobody knows is not told as it is stored
    expect(texts).not.toContain('9');
  });
  it('a layout of its own spreads the slots of the service over the room it gives them', async () => {
    const made = await job('demoWeeks', {}, { print: 'demoWeeks' });
    const derived = textsOf(made);
    expect(derived.some((text) => /^\d\d-\d\d周$/.test(text))).toBe(true);
    const own = await job('demoWeeks', {});
    expect(own.layout.print).toBe('demoWeekSheet');
    const titles = textsOf(own).filter((text) => /^\d\d-\d\d周$/.test(text));
    expect(titles.length).toBeGreaterThan(2);
    expect(new Set(titles).size).toBe(titles.length);
    expect(own.choices.map(({ code }) => code)).toEqual(['demoWeekSheet', 'demoWeeks']);
  });
});

/** A layout of a draft over a real document: what it prints, and that it is no way around the rights of its reader. */
import { beforeAll, describe, expect, it } from 'vitest';
import { draftCalls } from '../../../server/design/calls';
import { printDraft } from '../../../server/design/print';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { type Designing, openDesign } from '../../support/design';

const layout = {
  $schema: 'print/1',
  print: 'xContract',
  title: '合同',
  page: 'purchaseOrder',
  bands: {
    docHeader: {
      height: 40,
      items: {
        nbr: { field: 'nbr', x: 0, y: 0, w: 60, h: 6 },
        qr: { code: { type: 'qr', text: '{nbr}' }, x: 150, y: 0, w: 20, h: 20 },
        phone: { text: '供应商 {supplier.name}', x: 0, y: 10, w: 90, h: 6 },
        wrong: { text: '{nowhere}', x: 0, y: 20, w: 90, h: 6 },
      },
    },
  },
} as const;
let design: Designing;
let draft = '';
let id = '';
const as = async <T>(login: string, work: (ctx: EngineCtx) => Promise<T>): Promise<T> => work(await design.as(login));

beforeAll(async () => {
  design = await openDesign();
  [{ id }] = (await design.rows<{ id: string }>('select id from $.purchase_order limit 1')) as [{ id: string }];
  const made = await as('admin', (ctx) => draftCalls.open(ctx, { app: 'purchase', title: '打印' }));
  draft = made.draft.id;
  await as('admin', (ctx) =>
    draftCalls.steps(ctx, {
      draft,
      seq: 0,
      steps: [{ document: 'print:xContract', step: { set: '', to: layout }, gesture: '新建' }],
    }),
  );
});

describe('a layout of a draft', () => {
  const body = { draft: '', document: 'print:xContract' };
  it('is laid out over the document, what is wrong in it stays empty', async () => {
    const { pages, width } = await as('admin', (ctx) => printDraft(ctx, { ...body, draft, id }));
    expect(width).toBe(210);
    const texts = pages[0]?.items.flatMap((item) => (item.k === 'text' ? [item.text] : [])) ?? [];
    expect(texts[0]).toMatch(/^CGDD/);
    expect(texts[1]).toMatch(/^供应商 ./);
    expect(texts).toHaveLength(2);
    expect(pages[0]?.items.some((item) => item.k === 'fill')).toBe(true);
  });
  it('prints nothing for who may not print the document', async () => {
    const ctx = await design.as('zhoutao');
    expect(ctx.session.rights.has('purchaseOrder:print')).toBe(false);
    await expect(as('zhoutao', (inner) => printDraft(inner, { ...body, draft, id }))).rejects.toMatchObject({
      code: 403,
    });
  });
  it('answers what is not there and what is no layout', async () => {
    await expect(as('admin', (ctx) => printDraft(ctx, { draft, document: 'print:xNone', id }))).rejects.toThrow(
      '打印模板已不存在',
    );
    await expect(as('admin', (ctx) => printDraft(ctx, { draft, document: 'object:unit', id }))).rejects.toMatchObject({
      code: 400,
    });
    await expect(as('admin', (ctx) => printDraft(ctx, { ...body, draft, id: newId() }))).rejects.toBeDefined();
  });
});

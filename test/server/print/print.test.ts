/** Printing over HTTP: pages, PDF, counts, who may, and what a reader without the price group gets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { jobOf } from '../../../server/print/job';
import { onPaper, readPaper } from '../../../server/print/paper';
import { openRecord } from '../../../server/print/printable';
import { lcdpPrintRoutes } from '../../../server/routes/lcdp-print';
import { openSignedApp, type SignedApp } from '../../support/sessions';
import { openWorld, order, row, type Wire, type World } from '../../support/writes';

let world: World;
type Who = 'admin' | 'keeper' | 'stranger';
let app: SignedApp<Who>;
let id = '';

beforeAll(async () => {
  world = await openWorld({
    documents: [
      {
        $schema: 'print/1',
        print: 'xOrderOnce',
        title: '合同',
        page: 'purchaseOrder',
        default: true,
        once: true,
        bands: {
          docHeader: {
            height: 40,
            items: {
              nbr: { field: 'nbr', x: 0, y: 0, w: 60, h: 6 },
              qr: { code: { type: 'qr', text: '{nbr}' }, x: 150, y: 0, w: 20, h: 20 },
              bar: { code: { type: 'code128', text: '{nbr}' }, x: 60, y: 0, w: 60, h: 14 },
              money: { text: '金额{totalAmount}', x: 0, y: 10, w: 60, h: 6 },
              supplier: { field: 'supplier', x: 0, y: 20, w: 60, h: 6 },
              all: { text: '历来{sum(purchaseOrder.totalAmount, supplier == doc.supplier)}', x: 0, y: 26, w: 60, h: 6 },
              of: {
                text: '有含税订单',
                when: 'exists(purchaseOrder, supplier == doc.supplier && taxAmount > 0)',
                x: 0,
                y: 32,
                w: 60,
                h: 6,
              },
            },
          },
          details: {
            items: {
              rows: 'items',
              row: {
                height: 8,
                items: {
                  rate: { text: '{material}税率{material.taxRate}', x: 0, y: 0, w: 60, h: 6 },
                  taxed: { text: '应税', when: 'material.taxRate > 0', x: 60, y: 0, w: 60, h: 6 },
                },
              },
            },
          },
        },
      },
      {
        $schema: 'print/1',
        print: 'xForm',
        title: '送货单',
        page: 'purchaseOrder',
        sort: 'preprinted',
        paper: '241x140',
        bands: {
          docHeader: { height: 20, items: { nbr: { field: 'nbr', x: 20, y: 0, w: 60, h: 6 } } },
          background: {
            height: 140,
            items: {
              title: { text: '送货单', x: 90, y: 5, w: 60, h: 8 },
              frame: { box: true, x: 10, y: 20, w: 220, h: 100 },
            },
          },
        },
      },
      {
        $schema: 'print/1',
        print: 'xPieces',
        title: '件标签',
        page: 'purchaseOrder',
        sort: 'label',
        width: 60,
        height: 35,
        grid: { rows: 7, columns: 3 },
        per: 'qty',
        bands: {
          details: {
            items: {
              rows: 'items',
              row: { height: 35, items: { no: { text: 'No{lineNo}', x: 0, y: 0, w: 20, h: 5 } } },
            },
          },
        },
      },
    ],
  });
  const saved = await world.save(
    'purchaseOrder',
    order(world, {}, [row({ materialId: world.ids.seal, qty: 10, price: 3 })]),
  );
  id = saved.id as string;
  const keeper = await world.as([{ functions: ['purchaseOrder:view', 'purchaseOrder:print'] }]);
  const stranger = await world.as([{ functions: ['purchaseOrder:view'] }]);
  const people = { admin: world.admin.session, keeper: keeper.session, stranger: stranger.session };
  app = await openSignedApp(people, { db: world.db, mount: [lcdpPrintRoutes(world.host)] });
});
afterAll(async () => {
  await app?.close();
  await world?.close();
});

const PATH = '/lcdp/data/purchaseOrder/print';
const call = (path: string, who: Who, body: Wire) => app.post(who, `${PATH}/${path}`, body);
const post = (path: string, who: Who, payload: Wire) =>
  app.app.inject({ method: 'POST', url: `/v2/api/mes${PATH}/${path}`, payload, headers: app.headers(who) });
const textsOf = (data: Wire): string[] =>
  (data.pages as { items: { k: string; text?: string }[] }[]).flatMap((page) =>
    page.items.flatMap((item) => (item.k === 'text' && item.text !== undefined ? [item.text] : [])),
  );

describe('the preview', () => {
  it('lays out the order with labels, codes as rectangles, and names the layouts', async () => {
    const { code, data } = await call('print', 'admin', { ids: [id] });
    expect(code).toBe(200);
    expect(data.layout).toMatchObject({ code: 'xOrderOnce', title: '合同', once: true });
    expect(textsOf(data)).toEqual(expect.arrayContaining(['金额33.9', '历来33.9', '有含税订单', '应税']));
    expect(textsOf(data).some((text) => text.endsWith('税率13'))).toBe(true);
    const fills = (data.pages as { items: { k: string; rects?: number[] }[] }[]).flatMap((page) =>
      page.items.filter((item) => item.k === 'fill'),
    );
    expect(fills).toHaveLength(2);
    expect(fills.every((fill) => (fill.rects?.length ?? 0) > 100)).toBe(true);
  });
  it('leaves out what is not the readers: no price group, no amount', async () => {
    const { code, data } = await call('print', 'keeper', { ids: [id] });
    expect(code).toBe(200);
    expect(textsOf(data)).toContain('金额');
    // nor what is computed from it in this and other records, nor what stands there because of it
    const printed = textsOf(data).join();
    for (const told of ['33.9', '税率', '有含税订单', '应税']) expect(printed).not.toContain(told);
  });
  it('leaves out a whole sub-table that is not the readers', async () => {
    const customer = world.registry.find('customer')!;
    const rec: Rec = { id: 'c', name: '华东', prices: [{ id: 'p', minQty: 5, price: 7 }] };
    const keeper = await world.as([{ functions: ['customer:view', 'customer:print'] }]);
    expect(openRecord(keeper, customer, rec)).toEqual({ id: 'c', name: '华东' });
    expect(openRecord(world.admin, customer, rec)).toEqual(rec);
  });
  it('is refused without the right, for unknown layouts, strange bodies and foreign records', async () => {
    expect((await call('print', 'stranger', { ids: [id] })).code).toBe(403);
    expect((await call('print', 'admin', { ids: [id], print: 'other' })).code).toBe(404);
    expect((await call('audit', 'admin', { ids: [id] })).code).toBe(404);
    expect((await call('print', 'admin', { ids: [] })).code).toBe(400);
    expect((await call('print', 'admin', { ids: ['x'] })).code).toBe(400);
    const gone = await call('print', 'admin', { ids: ['00000000-0000-7000-8000-000000000009'] });
    expect([gone.code, gone.msg]).toEqual([203, '数据不存在或无权查看']);
  });
  it('refuses more labels than a job takes instead of leaving some out', async () => {
    const many = await world.save(
      'purchaseOrder',
      order(world, {}, [row({ materialId: world.ids.seal, qty: 2350, price: 3 })]),
    );
    const page = world.registry.page('purchaseOrder')!;
    const labels = world.registry.files.prints.filter(({ doc }) => doc.print === 'xPieces').map(({ doc }) => doc);
    const job = (value: unknown) => jobOf(world.admin, page, labels, { ids: [String(value)] });
    await expect(job(many.id)).rejects.toMatchObject({
      code: 203,
      message: '共2350张标签，一次最多打印2000张，请减少选择或数量',
    });
    // 7 × 3 on a sheet
    expect((await job(id)).pages).toHaveLength(1);
  });
  it('of a preprinted form prints the data alone, moved by what the printer is off; the ground when asked', async () => {
    const page = world.registry.page('purchaseOrder')!;
    const layouts = world.registry.files.prints.filter(({ doc }) => doc.print === 'xForm').map(({ doc }) => doc);
    const job = await jobOf(world.admin, page, layouts, { ids: [id] });
    const texts = (paper: Pick<typeof job, 'pages'>) =>
      paper.pages.map(({ items }) => items.map((item) => (item.k === 'text' ? [item.text, item.x] : item.k)));
    expect(job.pages.map(({ ground }) => ground?.map((item) => item.k))).toEqual([['text', 'box']]);
    const paper = (body: object) => onPaper(job, readPaper(body as never));
    const [[[nbr, x] = []] = []] = texts(job) as [string, number][][];
    expect(texts(paper({ shift: [2, -1], copies: 2 }))).toEqual([[[nbr, (x ?? 0) + 2]], [[nbr, (x ?? 0) + 2]]]);
    expect(texts(paper({ ground: true }))).toEqual([[['送货单', expect.any(Number)], 'box', [nbr, x]]]);
  });
  it('takes pages and copies onto paper, and no more than a job holds', () => {
    const pages = ['a', 'b', 'c'].map((text) => ({ items: [{ k: 'text' as const, x: 0, y: 0, w: 1, size: 9, text }] }));
    const read = (body: object) => onPaper({ pages }, readPaper(body as never)).pages.map(({ items: [item] }) => item);
    expect(read({ pages: [1, 3], copies: 2 })).toMatchObject(['a', 'c', 'a', 'c'].map((text) => ({ text })));
    expect(read({})).toHaveLength(3);
    const many = { pages: Array.from({ length: 20 }, () => pages[0]!) };
    expect(() => onPaper(many, readPaper({ copies: 99 }))).toThrow('打印内容超过1000页，请减少份数');
    for (const body of [
      { pages: [] },
      { pages: [0] },
      { pages: [9] },
      { copies: 0 },
      { copies: 100 },
      { shift: [60, 0] },
      { ground: 1 },
    ])
      expect(() => read(body)).toThrow();
  });
  it('leaves out what nobody wants on this paper, as if it were not the readers', async () => {
    const { code, data } = await call('print', 'admin', { ids: [id], without: ['price'] });
    expect(code).toBe(200);
    const printed = textsOf(data).join();
    for (const told of ['33.9', '税率', '有含税订单', '应税']) expect(printed).not.toContain(told);
    for (const without of ['price', [1], Array.from({ length: 51 }, () => 'x')])
      expect((await call('print', 'admin', { ids: [id], without })).code).toBe(400);
  });
  it('gives the room of closed columns to the others, with their headings and sums', async () => {
    const page = world.registry.page('purchaseOrder')!;
    const cell = (field: string, x: number, w: number) => ({
      [field]: { field, x, y: 0, w, h: 8, border: 'all' as const },
    });
    const heading = (text: string, x: number, w: number) => ({ [text]: { text, x, y: 0, w, h: 8 } });
    const sheet = {
      $schema: 'print/1' as const,
      print: 'xTable',
      title: '表',
      page: 'purchaseOrder',
      margins: [0, 0, 0, 0],
      bands: {
        details: {
          items: {
            rows: 'items',
            header: {
              height: 8,
              items: { ...heading('数量', 0, 40), ...heading('单价', 40, 20), ...heading('备注', 60, 40) },
            },
            row: {
              height: 8,
              items: { ...cell('qty', 0, 40), ...cell('price', 40, 20), ...cell('rowRemark', 60, 40) },
            },
            footer: {
              height: 8,
              items: {
                sum: { text: '{pageSum(qty)}', x: 0, y: 0, w: 40, h: 8 },
                of: { text: '小计{pageSum(price)}', x: 40, y: 0, w: 20, h: 8 },
              },
            },
          },
        },
      },
    };
    const keeper = await world.as([{ functions: ['purchaseOrder:view', 'purchaseOrder:print'] }]);
    const boxes = async (ctx: typeof world.admin, without: readonly string[] = []) => {
      const job = await jobOf(ctx, page, [sheet], { ids: [id], without });
      const items = job.pages.flatMap((one) => one.items);
      return [
        items.flatMap((item) => (item.k === 'box' ? [[item.x, item.w]] : [])),
        items.flatMap((item) => (item.k === 'text' ? [item.text] : [])).join(),
      ];
    };
    const all = [
      [
        [0, 40],
        [40, 20],
        [60, 40],
      ],
      '数量,单价,备注,10,3,10,小计3',
    ];
    const open = [
      [
        [0, 50],
        [50, 50],
      ],
      '数量,备注,10,10',
    ];
    expect(await boxes(world.admin)).toEqual(all);
    expect(await boxes(world.admin, ['price'])).toEqual(open);
    expect(await boxes(world.admin, ['remark'])).toEqual(all);
    expect(await boxes(keeper)).toEqual(open);
  });
  it('is a PDF of the same pages', async () => {
    const answer = await post('print/pdf', 'admin', { ids: [id] });
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.length).toBeGreaterThan(5000);
  });
});

describe('what was printed', () => {
  it('counts once per token, is logged, and a reprint asks why', async () => {
    const before = await world.count('print_log');
    const body = { ids: [id], print: 'xOrderOnce', copies: 2, token: 'p1' };
    const first = await call('print/done', 'admin', body);

    expect(first.data).toEqual({ counts: { [id]: 1 } });
    expect((await call('print/done', 'admin', body)).data).toEqual({ counts: { [id]: 1 } });
    expect(await world.count('print_log')).toBe(before + 1);
    const again = await call('print/done', 'admin', { ...body, token: 'p2' });
    expect([again.code, again.msg]).toEqual([203, '请填写补打原因']);
    expect(again.data).toMatchObject({ rule: 'print.once' });
    expect(await world.count('print_log')).toBe(before + 1);
    const why = await call('print/done', 'admin', { ...body, token: 'p3', reason: '卡纸' });
    expect(why.data).toEqual({ counts: { [id]: 2 } });
  });
});

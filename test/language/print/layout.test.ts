import { describe, expect, test } from 'vitest';
import { toObjectType } from '../../../schemas/language/object-type';
import {
  bindPrint,
  cellOf,
  derivePrint,
  labelCount,
  layoutLabels,
  layoutPrint,
  type PrintDoc,
} from '../../../schemas/language/print';
import type { PrintInput } from '../../../schemas/language/print/layout';
import type { PrintPage } from '../../../schemas/language/print/page';
import type { Rec, Row } from '../../../schemas/language/value';
import { id, MATERIAL, makeEnv, SUPPLIER, shipped } from '../record-fixture';

const object = shipped().find('purchaseOrder');
if (!object) throw new Error('no purchaseOrder');
const bind = (doc: PrintDoc) => bindPrint(doc, toObjectType(object), shipped().lib);
const order = (rows: number, more: Rec = {}): Rec => ({
  id: id(900),
  nbr: 'CGDD202601080001',
  bizDate: '2026-01-08',
  supplier: SUPPLIER.one,
  totalAmount: 16409.02,
  items: Array.from({ length: rows }, (_, i) => ({
    id: id(1000 + i),
    lineNo: (i + 1) * 10,
    material: MATERIAL.seal,
    qty: 10,
  })),
  ...more,
});
const input = (rec: Rec): PrintInput => ({ rec, env: makeEnv(), trail: ['审核 周敏 2026-01-08 10:22:00'] });
const texts = (page: PrintPage | undefined): string[] =>
  (page?.items ?? []).flatMap((item) => (item.k === 'text' ? [item.text] : []));

/** The worked example of the flow: pieces of 10 a row. */
const EXAMPLE: PrintDoc = {
  $schema: 'print/1',
  print: 'example',
  title: '例',
  page: 'purchaseOrder',
  bands: {
    pageHeader: { height: 12, items: { nbr: { text: '{nbr}', x: 0, y: 0, w: 60, h: 6 } } },
    docHeader: { height: 40 },
    details: {
      items: {
        rows: 'items',
        header: { height: 8 },
        row: { height: 8, items: { qty: { field: 'qty', x: 0, y: 0, w: 20, h: 8, border: 'all', align: 'right' } } },
        footer: {
          height: 8,
          items: {
            page: { text: '本页{pageSum(qty)}', x: 0, y: 0, w: 40, h: 8 },
            run: { text: '累计{runSum(qty)}', x: 40, y: 0, w: 40, h: 8 },
            doc: { text: '总计{docSum(qty)}', x: 80, y: 0, w: 40, h: 8 },
          },
        },
        fill: 'last',
      },
    },
    summary: { height: 30, items: { money: { text: '{cnMoney(totalAmount)}', x: 0, y: 0, w: 90, h: 6 } } },
    pageFooter: { height: 10, items: { page: { text: '{page}/{pages}', x: 0, y: 0, w: 20, h: 6 } } },
  },
};

describe('signatures', () => {
  const signed: PrintDoc = {
    ...EXAMPLE,
    bands: { summary: { height: 10, items: { sign: { field: '$sign', x: 0, y: 0, w: 90, h: 6 } } } },
  };
  test('are the approvals that hold; nobody yet leaves room to sign by hand', () => {
    const { print, problems } = bind(signed);
    expect(problems).toEqual([]);
    const sheets = layoutPrint(print, { ...input(order(1)), signs: ['周敏 2026-01-08', '徐敏 2026-01-09'] });
    expect(texts(sheets.pages[0])).toContain('周敏 2026-01-08　徐敏 2026-01-09');
    expect(texts(layoutPrint(print, input(order(1))).pages[0]).join('')).toBe('');
  });
});

describe('a document over pages', () => {
  test('53 rows: page sums 240, 270, 20 after breaking, the whole 530, the summary once', () => {
    const { print, problems } = bind(EXAMPLE);
    expect(problems).toEqual([]);
    const { pages, width, height } = layoutPrint(print, input(order(53)));
    expect([width, height]).toEqual([210, 297]);
    expect(pages.map((page) => texts(page).filter((text) => /本页|累计|总计/.test(text)))).toEqual([
      ['本页240', '累计240', '总计530'],
      ['本页270', '累计510', '总计530'],
      ['本页20', '累计530', '总计530'],
    ]);
    expect(pages.map((page) => texts(page).includes('壹万陆仟肆佰零玖元零贰分'))).toEqual([false, false, true]);
    expect(pages.map((page) => texts(page).at(-1))).toEqual(['1/3', '2/3', '3/3']);
    expect(pages.every((page) => texts(page).includes('CGDD202601080001'))).toBe(true);
  });
  test('40 rows: 10 empty rows are drawn before the summary', () => {
    const { pages } = layoutPrint(bind(EXAMPLE).print, input(order(40)));
    expect(pages).toHaveLength(2);
    const boxes = (pages[1]?.items ?? []).filter((item) => item.k === 'box');
    expect(boxes).toHaveLength(16 + 10);
    const bottom = Math.max(...boxes.map((box) => (box.k === 'box' ? box.y + box.h : 0)));
    const money = pages[1]?.items.find((item) => item.k === 'text' && item.text.startsWith('壹万'));
    expect(money?.k === 'text' && money.y).toBeGreaterThan(bottom);
  });
  test('a cell grows with its text and takes the row with it; one higher than a page is split, nothing lost', () => {
    const doc: PrintDoc = {
      ...EXAMPLE,
      bands: {
        details: {
          items: {
            rows: 'items',
            row: {
              height: 8,
              items: {
                remark: { field: 'rowRemark', x: 0, y: 0, w: 40, h: 8, border: 'all' },
                qty: { field: 'qty', x: 40, y: 0, w: 20, h: 8, border: 'all' },
              },
            },
          },
        },
      },
    };
    const rec = order(2);
    const long = '需附出厂检验报告并按批次装箱'.repeat(60);
    (rec.items as { rowRemark?: string }[])[0]!.rowRemark = long;
    const { pages } = layoutPrint(bind(doc).print, input(rec));
    expect(pages.length).toBeGreaterThan(1);
    const printed = pages.flatMap(texts).filter((text) => text !== '10');
    expect(printed.join('')).toBe(long);
    for (const page of pages)
      for (const item of page.items) if (item.k === 'text') expect(item.y).toBeLessThanOrEqual(287.01);
  });
  test('every object prints without a layout of its own, everything on the paper, with 0, 1 and 200 rows', () => {
    for (const object of shipped().objects.values()) {
      const doc = derivePrint(object);
      const { print, problems } = bindPrint(doc, toObjectType(object), shipped().lib);
      expect(problems, object.object).toEqual([]);
      const subs = Object.values(object.fields).filter((field) => field.sub !== undefined);
      for (const count of [0, 1, 200]) {
        const rows = Array.from({ length: count }, (_, i) => ({ id: id(2000 + i), lineNo: (i + 1) * 10 }));
        const rec: Rec = { id: id(1), ...Object.fromEntries(subs.map((sub) => [sub.code, rows])) };
        const { pages, width, height } = layoutPrint(print, input(rec));
        expect(pages.length, object.object).toBeGreaterThan(0);
        for (const item of pages.flatMap((page) => page.items)) {
          if (item.k !== 'text') continue;
          expect(item.x + item.w, `${object.object} ${item.text}`).toBeLessThanOrEqual(width - 9);
          expect(item.y).toBeLessThanOrEqual(height);
        }
      }
    }
  });
  test('marked-up texts are their words, months are months', () => {
    const demo = shipped().find('demoDoc');
    if (!demo) throw new Error('no demoDoc');
    const { print } = bindPrint(derivePrint(demo), toObjectType(demo), shipped().lib);
    const rec = { id: id(1), html: '<p>按<strong>图纸</strong>加工</p>', month: '2026-11-08', rows: [] };
    const printed = layoutPrint(print, input(rec)).pages.flatMap(texts);
    expect(printed).toEqual(expect.arrayContaining(['按图纸加工', '2026-11']));
    expect(printed.join()).not.toContain('<p>');
  });
  test('names that do not exist are told with the address of their item', () => {
    const { problems } = bind({
      ...EXAMPLE,
      bands: { docHeader: { height: 10, items: { x: { field: 'prise', x: 0, y: 0, w: 10, h: 5 } } } },
    });
    expect(problems).toEqual([
      { address: 'bands.docHeader.items.x', text: expect.stringContaining('prise'), source: '{prise}' },
    ]);
  });
});

describe('labels', () => {
  const label: PrintDoc = {
    $schema: 'print/1',
    print: 'label',
    title: '标签',
    page: 'purchaseOrder',
    sort: 'label',
    width: 60,
    height: 35,
    grid: { rows: 7, columns: 3, gapX: 2, gapY: 2 },
    per: 'row',
    bands: {
      details: {
        items: { rows: 'items', row: { height: 35, items: { no: { text: 'No{lineNo}', x: 0, y: 0, w: 20, h: 5 } } } },
      },
    },
  };
  test('3 × 7 from cell 5: 20 labels are 17 and 3', () => {
    const { pages } = layoutLabels(bind(label).print, [input(order(20))], 5);
    expect(pages.map((page) => page.items.length)).toEqual([17, 3]);
    const first = pages[0]?.items[0];
    // cell 5 is the second of the second line
    expect(first?.k === 'text' && [first.x, first.y > 10 + 37 && first.y < 10 + 37 + 6]).toEqual([10 + 62, true]);
  });
  test('a letter for every row stands within the margins it names; without any a label has its paper whole', () => {
    const { grid: _, ...letter } = label;
    const first = (more: Partial<PrintDoc>) =>
      layoutLabels(bind({ ...letter, ...more }).print, [input(order(1))]).pages[0]?.items[0];
    expect(first({})).toMatchObject({ x: 0 });
    expect(first({ margins: [20, 20, 20, 25] })).toMatchObject({ x: 25 });
    expect(cellOf({ ...letter, margins: [5, 10, 5, 10] })).toEqual([190, 287]);
  });
  test('one for every piece', () => {
    const { pages } = layoutLabels(bind({ ...label, per: 'qty' }).print, [input(order(3))]);
    expect(pages.flatMap((page) => page.items)).toHaveLength(30);
  });
  test('says how many there would be, however many are drawn', () => {
    const pieces = bind({ ...label, per: 'qty' }).print;
    const many = order(3);
    const items = (many.items as readonly Row[]).map((row) => ({ ...row, qty: 1500.5 }));
    expect(labelCount(pieces, [input({ ...many, items })])).toBe(4503);
    expect(layoutLabels(pieces, [input({ ...many, items })]).pages.flatMap((page) => page.items)).toHaveLength(2000);
    expect(labelCount(bind(label).print, [input(order(3)), input(order(2))])).toBe(5);
  });
});

describe('text across the pages', () => {
  test('stands there as long as it says something, beside the mark of the organisation', () => {
    const { print, problems } = bind({ ...EXAMPLE, across: "{(auditStatus == 2 ? '' : '未审核')}" });
    expect(problems).toEqual([]);
    const marks = (auditStatus: string, more: Partial<PrintInput> = {}) =>
      layoutPrint(print, { ...input(order(3, { auditStatus })), ...more }).pages.map(({ items }) =>
        items.flatMap((item) => (item.k === 'watermark' ? [item.text] : [])),
      );
    expect(marks('1')).toEqual(marks('1').map(() => ['未审核']));
    expect(marks('2').flat()).toEqual([]);
    expect(marks('1', { mark: '工坊' })[0]).toEqual(['未审核　工坊']);
    expect(bind({ ...EXAMPLE, across: '{nothing}' }).problems).toMatchObject([{ address: 'across' }]);
  });
});

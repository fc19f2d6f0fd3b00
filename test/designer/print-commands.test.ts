/** Commands of the print designer over the layout of every shipped object: the laws, and what each does to the paper. */
import { describe, expect, it } from 'vitest';
import * as commands from '../../designer/commands/index';
import type { Command, DesignDocument } from '../../designer/document/state';
import type { DesignStore } from '../../designer/document/store';
import { printDoc } from '../../schemas/language/canon';
import { canonLib } from '../../schemas/language/check/documents';
import { libraryOf } from '../../schemas/language/check/index';
import { checkPrint } from '../../schemas/language/check/print';
import { printPlacesOf } from '../../schemas/language/check/print-places';
import type { AnyDoc } from '../../schemas/language/document';
import type { DetailsDoc, PrintItemDoc } from '../../schemas/language/print/document';
import { bindPrint, derivePrint, type PrintDoc, stripOf } from '../../schemas/language/print/index';
import { valueAt } from '../../schemas/language/steps/index';
import { pick, type Random, seeded } from '../language/random-steps';
import { checkCommand, openStore, shippedDocuments } from '../support/check-command';

const shipped = shippedDocuments();
const library = libraryOf(shipped.map(({ path, text }) => ({ path, doc: text as unknown as AnyDoc })));
const own = (code: string): string => `x${code.charAt(0).toUpperCase()}${code.slice(1)}Print`;
const layouts = [...library.objects.values()].map(({ object }): PrintDoc => {
  const print = own(object.object);
  return { ...derivePrint(object), print };
});
const shippedPrints = shipped
  .filter((doc) => doc.id.startsWith('print:'))
  .map((doc) => doc.text as unknown as PrintDoc);
const all = [...layouts, ...shippedPrints];
const documentOf = (doc: PrintDoc): DesignDocument => {
  const text = JSON.parse(JSON.stringify(doc)) as DesignDocument['text'];
  return { id: `print:${doc.print}`, path: `prints/${doc.print}.json`, text, base: text };
};
const open = (doc: PrintDoc): DesignStore => openStore(`print:${doc.print}`, [documentOf(doc)]);
const docOf = (store: DesignStore): PrintDoc => store.openDocument?.text as unknown as PrintDoc;
const bandsOf = (doc: PrintDoc): readonly string[] => [
  ...(['pageHeader', 'docHeader', 'summary', 'pageFooter'] as const)
    .filter((band) => doc.bands[band] !== undefined)
    .map((band) => `bands.${band}`),
  ...Object.entries(doc.bands.details ?? {}).flatMap(([code, detail]) =>
    (['header', 'row', 'footer'] as const)
      .filter((part) => detail[part] !== undefined)
      .map((part) => `bands.details.${code}.${part}`),
  ),
];
const itemsIn = (doc: PrintDoc, band: string): readonly string[] =>
  Object.keys((valueAt(doc as never, `${band}.items`) ?? {}) as object).map((code) => `${band}.items.${code}`);
const at = (store: DesignStore, address: string): PrintItemDoc =>
  valueAt(docOf(store) as never, address) as PrintItemDoc;
const purchase = (): PrintDoc => layouts.find((layout) => layout.page === 'purchaseOrder') as PrintDoc;

describe('a layout', () => {
  it.each(all.map((doc) => [doc.print, doc] as const))(
    '%s opens, prints as it is written and can be drawn',
    (_, doc) => {
      const once = printDoc(docOf(open(doc)) as unknown as AnyDoc, canonLib(library));
      expect(printDoc(JSON.parse(once) as AnyDoc, canonLib(library))).toBe(once);
      expect(checkPrint(doc, library).filter((problem) => problem.level !== 'warn')).toEqual([]);
      const type = library.objects.get(doc.page.split(/[.#]/)[0] ?? '')?.type;
      if (type === undefined) return;
      const { print } = bindPrint(doc, type, library.types);
      const strip = stripOf(
        print,
        () => ({ env: {} as never, self: null }),
        () => '{名称}',
      );
      expect(strip.bands.map((band) => band.address)).toEqual(
        doc.sort === 'label' ? expect.any(Array) : bandsOf(doc).toSorted((a, b) => order(doc, a) - order(doc, b)),
      );
      expect(
        printPlacesOf(doc, type, library.types).every((place) => valueAt(doc as never, place.address) !== undefined),
      ).toBe(true);
    },
  );
});
const order = (doc: PrintDoc, band: string): number => {
  const all = [
    'bands.pageHeader',
    'bands.docHeader',
    ...bandsOf(doc).filter((band) => band.includes('.details.')),
    'bands.summary',
    'bands.pageFooter',
  ];
  return all.indexOf(band);
};

/** A command with arguments that somebody could have meant. */
function randomCommand(store: DesignStore, random: Random): readonly [Command<never>, unknown] | undefined {
  const doc = docOf(store);
  const as = <A>(command: Command<A>, args: A): readonly [Command<never>, unknown] => [command as Command<never>, args];
  const bands = bandsOf(doc);
  const band = pick(random, bands) ?? 'bands.summary';
  const items = bands.flatMap((band) => itemsIn(doc, band));
  const address = pick(random, items);
  const n = (most: number): number => Math.floor(random() * most * 10) / 10;
  const code = Object.keys(doc.bands.details ?? {})[0];
  const details = `bands.details.${code}`;
  const columns = code === undefined ? 0 : commands.printColumns(doc.bands.details?.[code] as DetailsDoc).length;
  switch (Math.floor(random() * 12)) {
    case 0:
      return as(commands.addPrintItems, {
        band,
        items: [{ code: 'text', item: { text: '说明', x: n(100), y: n(5), w: 20, h: 6 } }],
      });
    case 1:
      return as(commands.addPrintItems, {
        band,
        items: [{ code: 'code', item: { code: { type: 'qr', text: '{id}' }, x: n(100), y: 0, w: 12, h: 12 } }],
      });
    case 2:
      return as(commands.setPrintBand, { band, height: 3 + n(30) });
    case 3:
      return band.endsWith('.row') ? undefined : as(commands.removePrintBand, { band });
    case 4:
      return code === undefined
        ? undefined
        : as(commands.setColumnEdge, {
            details,
            column: Math.floor(random() * columns),
            edge: n(180),
            push: random() < 0.5,
          });
    case 5:
      return code === undefined
        ? undefined
        : as(commands.movePrintColumn, {
            details,
            column: Math.floor(random() * columns),
            to: Math.floor(random() * columns),
          });
    case 6:
      return code === undefined
        ? undefined
        : as(commands.removePrintColumn, { details, column: Math.floor(random() * columns) });
    case 7:
      return code === undefined
        ? undefined
        : as(commands.addPrintColumn, {
            details,
            after: Math.floor(random() * (columns + 1)) - 1,
            code: 'remark',
            width: 20,
            room: 190,
            cells: {
              header: { text: '备注', x: 0, y: 0, w: 20, h: 8, border: 'all' },
              row: { text: '', x: 0, y: 0, w: 20, h: 8, border: 'all' },
            },
          });
    default:
  }
  if (address === undefined) return undefined;
  switch (Math.floor(random() * 5)) {
    case 0:
      return as(commands.placePrintItems, {
        places: [{ address, box: { x: n(100), y: n(8), w: 5 + n(60), h: 4 + n(6) } }],
      });
    case 1:
      return as(commands.placePrintItems, {
        places: [{ address, band, box: { x: n(100), y: n(8), w: 5 + n(60), h: 4 + n(6) } }],
      });
    case 2:
      return as(commands.duplicatePrintItems, { addresses: [address], by: 3 });
    case 3:
      return as(commands.pastePrintItems, { text: commands.copyText(store.state, [address]), band });
    default:
      return as(commands.removeEntries, { addresses: [address] });
  }
}

describe('random commands', () => {
  it('keep the laws over every layout', () => {
    const random = seeded(11);
    let done = 0;
    for (const doc of all) {
      const store = open(doc);
      for (let i = 0; i < 12; i++) {
        const next = randomCommand(store, random);
        if (next === undefined) continue;
        if (checkCommand(store, next[0], next[1] as never, false) === undefined) done++;
        const once = printDoc(docOf(store) as unknown as AnyDoc, canonLib(library));
        expect(printDoc(JSON.parse(once) as AnyDoc, canonLib(library))).toBe(once);
      }
    }
    expect(done).toBeGreaterThan(all.length * 5);
  });
});

describe('placing', () => {
  it('grows the band, moves to another one under a free code, keeps tenths', () => {
    const store = open(purchase());
    expect(
      checkCommand(
        store,
        commands.addPrintItems,
        { band: 'bands.summary', items: [{ code: 'a', item: { text: '甲', x: 1.04, y: 40, w: 20, h: 6 } }] },
        false,
      ),
    ).toBeUndefined();
    expect(at(store, 'bands.summary.items.a').x).toBe(1);
    expect(docOf(store).bands.summary?.height).toBe(46);
    const moved = { address: 'bands.summary.items.a', band: 'bands.pageFooter', box: { x: 5, y: 1, w: 20, h: 6 } };
    checkCommand(
      store,
      commands.addPrintItems,
      { band: 'bands.pageFooter', items: [{ code: 'a', item: { text: '乙', x: 1, y: 1, w: 2, h: 2 } }] },
      false,
    );
    expect(store.run(commands.placePrintItems, { places: [moved] })).toBeUndefined();
    const { selection } = store.state;
    store.undo();
    store.redo();
    expect(at(store, 'bands.summary.items.a')).toBeUndefined();
    expect(at(store, 'bands.pageFooter.items.a2')).toEqual({ text: '甲', x: 5, y: 1, w: 20, h: 6 });
    expect(selection).toEqual([{ document: store.state.open, address: 'bands.pageFooter.items.a2' }]);
  });
  it('never cuts what stands in a band', () => {
    const store = open(purchase());
    checkCommand(store, commands.setPrintBand, { band: 'bands.pageHeader', height: 1 }, false);
    expect(docOf(store).bands.pageHeader?.height).toBe(15);
  });
});

describe('columns', () => {
  const details = 'bands.details.items';
  const columns = (store: DesignStore) => commands.printColumns(docOf(store).bands.details?.items as DetailsDoc);
  it('share an edge with the next one, or push it', () => {
    const store = open(purchase());
    const [a, b, c] = columns(store);
    if (a === undefined || b === undefined || c === undefined) throw new Error('too few columns');
    checkCommand(store, commands.setColumnEdge, { details, column: 1, edge: b.x + b.w + 4 }, false);
    const after = columns(store);
    expect(after[1]?.w).toBeCloseTo(b.w + 4);
    expect(after[2]?.w).toBeCloseTo(c.w - 4);
    expect(at(store, `${details}.header.items.${b.code}`).w).toBeCloseTo(b.w + 4);
    checkCommand(store, commands.setColumnEdge, { details, column: 0, edge: a.w + 5, push: true }, false);
    expect(columns(store)[1]?.x).toBeCloseTo(b.x + 5);
  });
  it('change places with their heads and sums', () => {
    const store = open(purchase());
    const before = columns(store);
    const codes = before.map((column) => column.code);
    checkCommand(store, commands.movePrintColumn, { details, column: 1, to: 3 }, false);
    const after = columns(store);
    expect(after.map((column) => column.code)).toEqual([codes[0], codes[2], codes[3], codes[1], ...codes.slice(4)]);
    expect(after.map((column) => column.title)).toEqual(
      after.map(({ code }) => before.find((column) => column.code === code)?.title),
    );
  });
  it('come and go within the width of the page', () => {
    const store = open(purchase());
    const count = columns(store).length;
    const cell = { x: 0, y: 0, w: 20, h: 8, border: 'all' } as const;
    const cells = { header: { ...cell, text: '备注' }, row: { ...cell, field: 'remark' } };
    checkCommand(
      store,
      commands.addPrintColumn,
      { details, after: 1, code: 'xRemark', width: 25, room: 190, cells },
      false,
    );
    const after = columns(store);
    expect(after).toHaveLength(count + 1);
    expect(after[2]?.title).toBe('备注');
    const last = after.at(-1);
    expect((last?.x ?? 0) + (last?.w ?? 0)).toBeLessThanOrEqual(docOf(store).landscape === true ? 277 : 190.05);
    checkCommand(store, commands.removePrintColumn, { details, column: 2 }, false);
    expect(columns(store)).toHaveLength(count);
    checkCommand(store, commands.evenPrintColumns, { details }, false);
    const widths = columns(store).map((column) => column.w);
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(0.3);
  });
});

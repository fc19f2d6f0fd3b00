/** The paper without a browser: where things come to rest, what a drop becomes, what is wrong at its place, what new layouts begin with. */
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../designer/document/state';
import { DesignStore } from '../../designer/document/store';
import { arranged } from '../../designer/print/arrange';
import { addTo, dropAt } from '../../designer/print/drop';
import { faultsOf, problemsOf } from '../../designer/print/faults';
import { placings } from '../../designer/print/gestures';
import { type Layout, layoutOf } from '../../designer/print/model';
import { elementOffers, fieldOffers, type Offer, type OfferGroup } from '../../designer/print/offers';
import { NO_SCOPE, sheetsOf, stripFor, withRows } from '../../designer/print/sample';
import { snapMove, snapSize } from '../../designer/print/snap';
import { BEGINNINGS, type LabelPer, labelFor, labelPers, newPrint } from '../../designer/print/templates';
import { libraryOf } from '../../schemas/language/check/index';
import { checkPrint } from '../../schemas/language/check/print';
import type { AnyDoc } from '../../schemas/language/document';
import type { PrintDoc } from '../../schemas/language/print/index';
import { shippedDocuments } from '../support/check-command';

const library = libraryOf(shippedDocuments().map(({ path, text }) => ({ path, doc: text as unknown as AnyDoc })));
const objectOf = (code: string) => {
  const entry = library.objects.get(code);
  if (entry === undefined) throw new Error(code);
  return entry.object;
};
const open = (doc: PrintDoc): { readonly store: DesignStore; readonly layout: () => Layout } => {
  const store = new DesignStore();
  const id = `print:${doc.print}`;
  const text = JSON.parse(JSON.stringify(doc)) as { readonly [key: string]: unknown };
  store.load([{ id, path: 'prints/x.json', text, base: text }], id);
  return {
    store,
    layout: () => {
      const layout = layoutOf(store.openDocument?.text ?? {}, library);
      if (layout === undefined) throw new Error('no layout');
      return layout;
    },
  };
};
const contract = () => open(newPrint(objectOf('purchaseOrder'), { print: 'xOrder', title: '合同' }, 'fields', true));
const offerIn = (groups: readonly OfferGroup[], key: string): Offer => {
  const all = groups.flatMap((group) => [...group.offers, ...(group.inner ?? []).flatMap((group) => group.offers)]);
  const found = all.find((offer) => offer.key === key);
  if (found === undefined) throw new Error(`${key} of ${all.map((offer) => offer.key).join(' ')}`);
  return found;
};

describe('resting', () => {
  const box = { x: 12, y: 12, w: 20, h: 6 };
  const field = {
    others: [{ x: 50, y: 30, w: 40, h: 6 }],
    page: { x: 10, y: 10, w: 190, h: 277 },
    reach: 1.5,
    grid: 1,
    origin: { x: 10, y: 10 },
  };
  it('at an edge of another thing, with a line through both', () => {
    const { dx, dy, guides } = snapMove(box, 37.2, 3.4, field);
    expect([dx, dy]).toEqual([38, 3]);
    expect(guides).toEqual([expect.objectContaining({ axis: 'x', at: 50 })]);
  });
  it('on the grid of its band, or where it is with Alt', () => {
    expect(snapMove(box, 3.3, 4.4, { ...field, others: [], reach: 0 })).toMatchObject({ dx: 3, dy: 4, guides: [] });
    expect(snapMove(box, 3.33, 4.44, { ...field, others: [], reach: 0, grid: 0 }).dx).toBeCloseTo(3.3);
  });
  it('with an edge that is pulled, never through the other one', () => {
    expect(snapSize(box, 'e', 17.5, 0, field).box).toEqual({ ...box, w: 38 });
    expect(snapSize(box, 'w', 90, 0, { ...field, others: [], reach: 0 }).box.w).toBeGreaterThan(0);
    const line = { x: 10, y: 10, w: 30, h: 0 };
    expect(snapSize(line, 'e', 5, 0, field).box).toMatchObject({ w: 35, h: 0 });
  });
});

describe('order', () => {
  const boxes = [
    { x: 0, y: 0, w: 10, h: 4 },
    { x: 40, y: 3, w: 20, h: 6 },
    { x: 12, y: 9, w: 10, h: 4 },
  ];
  it('goes by the thing that was chosen first', () => {
    expect(arranged(boxes, 'right').map((box) => box.x + box.w)).toEqual([10, 10, 10]);
    expect(arranged(boxes, 'middle').map((box) => box.y + box.h / 2)).toEqual([2, 2, 2]);
    expect(arranged(boxes, 'sameWidth').map((box) => box.w)).toEqual([10, 10, 10]);
  });
  it('leaves equal gaps between the outermost', () => {
    expect(arranged(boxes, 'spreadX').map((box) => box.x)).toEqual([0, 40, 20]);
  });
});

describe('dropping', () => {
  const snapping = { grid: 1, pulls: true, reach: 1 };
  const drop = (at: ReturnType<typeof contract>, key: string, y: (layout: Layout) => number, x = 60) => {
    const layout = at.layout();
    const strip = stripFor(layout, undefined);
    const offer = offerIn([...fieldOffers(layout), { key: 'elements', title: '', offers: elementOffers(layout) }], key);
    const { answer } = dropAt(
      { layout, strip, state: at.store.state, labelled: true },
      offer,
      { x, y: y(layout) },
      snapping,
      false,
    );
    if (isRefusal(answer)) return answer.reason;
    expect(at.store.dispatch(answer)).toBeUndefined();
    return at.store.state.selection.map((selected) => selected.address);
  };
  const bandY = (address: string) => (layout: Layout) => {
    const band = stripFor(layout, undefined).bands.find((band) => band.address === address);
    return (band?.top ?? 0) + (band?.height ?? 0) / 2;
  };
  it('a field of the head brings its title along', () => {
    const at = contract();
    expect(drop(at, 'field:supplier.name', bandY('bands.summary'))).toEqual([
      'bands.summary.items.supplierNameTitle',
      'bands.summary.items.supplierName',
    ]);
    expect(at.layout().doc.bands.summary?.items?.supplierName).toMatchObject({ field: 'supplier.name' });
  });
  it('a field of the rows is a column of its table, and nowhere else', () => {
    const at = contract();
    expect(drop(at, 'rows:items.needDate', bandY('bands.summary'))).toContain('请放到它的明细区');
    expect(drop(at, 'rows:items.needDate', bandY('bands.details.items.row'))).toEqual([
      'bands.details.items.row.items.needDate',
    ]);
    expect(at.layout().doc.bands.details?.items?.header?.items?.needDate).toMatchObject({ text: '要求到货' });
    expect(drop(at, 'table:items', bandY('bands.summary'))).toContain('已在版面上');
  });
  it('a field of the head in a row is said by the document', () => {
    const at = contract();
    drop(at, 'qr', bandY('bands.details.items.row'));
    const items = at.layout().doc.bands.details?.items?.row.items ?? {};
    expect(items.qr?.code?.text).toBe('{doc.nbr}');
    expect(
      problemsOf(at.layout(), stripFor(at.layout(), undefined)).filter((problem) => problem.level !== 'warn'),
    ).toEqual([]);
  });
  it('every offer lands somewhere without a mouse and lints', () => {
    const at = contract();
    const layout = at.layout();
    for (const group of fieldOffers(layout))
      for (const offer of [...group.offers, ...(group.inner ?? []).flatMap((group) => group.offers.slice(0, 3))]) {
        const answer = addTo(
          { layout, strip: stripFor(layout, undefined), state: at.store.state, labelled: true },
          offer,
          undefined,
        );
        if (isRefusal(answer)) expect(offer.table).toBeDefined();
        else {
          expect(at.store.dispatch(answer), offer.key).toBeUndefined();
          const wrong = checkPrint(at.layout().doc, library).filter((problem) => problem.code === 'print.field');
          expect(wrong, offer.key).toEqual([]);
          at.store.undo();
        }
      }
  });
  it('what is moved out of its band goes to the one it is then in', () => {
    const layout = contract().layout();
    const strip = stripFor(layout, undefined);
    const summary = strip.bands.find((band) => band.address === 'bands.summary');
    const foot = strip.bands.find((band) => band.address === 'bands.pageFooter');
    const by = (foot?.top ?? 0) - (summary?.top ?? 0);
    expect(placings(strip, ['bands.summary.items.money'], 0, by)).toMatchObject([
      { band: 'bands.pageFooter', box: { y: 2 } },
    ]);
    expect(placings(strip, ['bands.summary.items.money'], 5, 0)).toMatchObject([{ band: 'bands.summary' }]);
  });
});

describe('new layouts', () => {
  it('lint, whatever they begin with, and copies are not the default', () => {
    for (const { object } of library.objects.values()) {
      for (const { code } of BEGINNINGS) {
        const doc = newPrint(object, { print: 'xNew', title: '新' }, code, false);
        expect(
          checkPrint(doc, library).filter((problem) => problem.level !== 'warn'),
          `${object.object} ${code}`,
        ).toEqual([]);
        expect(doc.default).toBeUndefined();
      }
    }
    const print = newPrint(objectOf('purchaseOrder'), { print: 'xOne', title: '一' }, 'fields', true);
    const two = newPrint(objectOf('purchaseOrder'), { print: 'xTwo', title: '二' }, { copy: print }, false);
    expect(two).toEqual({ ...two, print: 'xTwo', title: '二', bands: print.bands });
    expect(two.default).toBeUndefined();
  });
});

describe('labels', () => {
  const named = { print: 'xLabel', title: '货签' };
  const perOf = (code: string) => labelPers(objectOf(code)).map((per) => per.code);
  const made = (code: string, per: LabelPer): PrintDoc => {
    const doc = newPrint(objectOf(code), named, 'label', false);
    return { ...doc, ...labelFor(doc, objectOf(code), per) } as PrintDoc;
  };
  it('are made for records, and for rows and pieces where there are any', () => {
    expect([perOf('supplier').at(0), perOf('unit'), perOf('otherReceipt')]).toEqual([
      'record',
      ['record'],
      ['record', 'row', 'qty'],
    ]);
  });
  it('of rows begin with their columns and lint; back again the label of the record is still there', () => {
    const doc = made('otherReceipt', 'row');
    expect(checkPrint(doc, library)).toEqual([]);
    expect(doc.bands.details?.items?.rows).toBe('items');
    expect(labelFor(doc, objectOf('otherReceipt'), 'qty')).toEqual({ per: 'qty' });
    expect(labelFor(doc, objectOf('otherReceipt'), 'record').bands?.docHeader?.height).toBe(40);
  });
  it('say what is below their edge, however high the band is', () => {
    const doc = made('otherReceipt', 'record');
    const small = { ...doc, height: 30 };
    expect(checkPrint(small, library).map((problem) => problem.code)).toContain('print.page');
  });
});

describe('samples', () => {
  it('have as many rows as are wished for, and make pages', () => {
    const layout = contract().layout();
    const rec = { id: '1', items: [{ id: 'a', lineNo: 10, qty: 2 }] };
    expect((withRows(layout.object, rec, 200).items as readonly unknown[]).length).toBe(200);
    expect(withRows(layout.object, rec, 0).items).toEqual([]);
    const sample = { title: '', doc: rec, env: NO_SCOPE.env };
    expect(sheetsOf(layout, sample, 1).pages).toHaveLength(1);
    expect(sheetsOf(layout, sample, 200).pages.length).toBeGreaterThan(5);
  });
  it('say where a bar code is too narrow for what it holds', () => {
    const at = contract();
    const doc = at.layout().doc;
    const bars = { code: { type: 'code128', text: '{nbr}' }, x: 0, y: 0, w: 20, h: 10 } as const;
    const narrow = open({ ...doc, bands: { ...doc.bands, summary: { height: 20, items: { bars } } } }).layout();
    const strip = stripFor(narrow, { title: '', doc: { id: '1', nbr: 'CGDD202601150003' }, env: NO_SCOPE.env });
    const faults = faultsOf(problemsOf(narrow, strip));
    expect([...faults]).toEqual([
      ['bands.summary.items.bars', { level: 'warn', text: expect.stringContaining('条码太窄') }],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { GridControl } from '../../runtime/grid/control';
import { doubts } from '../../runtime/grid/report';
import { selectionFacts } from '../../runtime/grid/selection-facts';
import type { Row } from '../../schemas/language/value';
import { ids, listener, openForm, settled, storedOrder } from '../support/forms';

const table = (rows = 5, said = listener()) => {
  const model = openForm(storedOrder(rows), { said });
  const items = model.subs.get('items')!;
  return { model, items, control: items.control, store: items.store, said };
};
const press = (key: string, change: object = {}) => ({ key, ctrl: false, shift: false, alt: false, ...change });
const facts = (control: GridControl) => selectionFacts(control.store.rows, control.host.columns, control.range!);
const qtys = (store: { readonly rows: readonly Row[] }) => store.rows.map((row) => row.qty);

describe('selecting', () => {
  it('keeps typing in the cell where the selection began', () => {
    const { control, store } = table();
    const qty = control.columnAt('qty');
    control.goTo(0, qty);
    control.press(press('ArrowDown', { shift: true }));
    control.press(press('ArrowRight', { shift: true }));
    expect(control.range).toEqual({ top: 0, bottom: 1, left: qty, right: qty + 1 });
    expect(store.active?.row).toBe(ids(100));
    control.press(press('End', { ctrl: true, shift: true }));
    expect(control.range).toMatchObject({ top: 0, bottom: 4, left: qty, right: control.host.columns.length - 1 });
  });
  it('takes whole rows, whole columns and everything, and says what is selected', () => {
    const { control, store } = table();
    control.selectColumn('qty', false);
    expect(control.range).toMatchObject({ top: 0, bottom: 4 });
    expect(facts(control)).toEqual([
      ['计数', '5'],
      ['求和', '50'],
      ['平均', '10'],
    ]);
    control.selectColumn('price', true);
    expect(control.range?.right).toBe(control.columnAt('price'));
    control.selectRow(store.rows[1]!.id, false);
    control.selectRow(store.rows[3]!.id, true);
    expect(control.selectedIds).toEqual([ids(101), ids(102), ids(103)]);
    control.selectAll();
    expect(control.selectedIds).toHaveLength(5);
    control.goTo(0, 0);
    expect(facts(control)).toBeNull();
  });
  it('takes the cell under the right button, and leaves a selection it stands in', () => {
    const { control, store } = table();
    const qty = control.columnAt('qty');
    control.goTo(0, qty);
    control.include(store.rows[2]!.id, 'qty');
    expect(control.range).toEqual({ top: 2, bottom: 2, left: qty, right: qty });
    control.include(store.rows[1]!.id, undefined);
    expect(control.range).toMatchObject({ top: 1, bottom: 1, left: 0, right: control.host.columns.length - 1 });
    control.goTo(1, qty);
    control.goTo(3, qty + 1, true);
    control.include(store.rows[2]!.id, 'qty');
    control.include(store.rows[3]!.id, undefined);
    expect(control.selectedIds).toEqual([ids(101), ids(102), ids(103)]);
  });
  it('gives spreadsheets a table beside the text', () => {
    const { control } = table();
    control.goTo(0, control.columnAt('name'));
    control.goTo(0, control.columnAt('qty'), true);
    expect(control.copy()?.html).toBe(
      `<table><tr><td style="mso-number-format:'\\@'">电机</td><td style="mso-number-format:'\\@'">12V</td><td style="mso-number-format:'\\@'">件</td><td>10</td></tr></table>`,
    );
  });
});

describe('filling', () => {
  it('goes on with a series, over locked cells away, in one step', () => {
    const { control, store } = table();
    const qty = control.columnAt('qty');
    control.goTo(2, qty);
    control.type('1');
    control.press(press('Enter'));
    control.type('2');
    control.press(press('Enter'));
    control.goTo(2, qty);
    control.goTo(3, qty, true);
    control.add();
    control.add();
    control.goTo(2, qty);
    control.goTo(3, qty, true);
    control.fillTo(6);
    expect(qtys(store)).toEqual([10, 10, 1, 2, 3, 4, 5]);
    expect(control.range).toMatchObject({ top: 2, bottom: 6 });
    control.press(press('z', { ctrl: true }));
    expect(qtys(store).slice(2)).toEqual([1, 2, 10, null, null]);
  });
});

describe('rows', () => {
  it('inserts as many as are selected, above or below', () => {
    const { control, store } = table(3);
    control.selectRow(ids(100), false);
    control.selectRow(ids(101), true);
    control.insert(0, true);
    expect(store.rows.map((row) => row.material !== null)).toEqual([true, true, false, false, true]);
    control.insert();
    expect(store.rows.map((row) => row.material !== null)).toEqual([true, true, false, false, false, true]);
  });
  it('drops the selected rows where the line is and keeps them selected', () => {
    const { control, store } = table();
    control.selectRow(ids(101), false);
    control.selectRow(ids(102), true);
    control.dropRows(5);
    expect(store.rows.map((row) => row.id)).toEqual([100, 103, 104, 101, 102].map(ids));
    expect(control.selectedIds).toEqual([ids(101), ids(102)]);
    expect(store.rows.map((row) => row.lineNo)).toEqual([10, 20, 30, 40, 50]);
    control.dropRows(3);
    expect(store.rows.map((row) => row.id)).toEqual([100, 103, 104, 101, 102].map(ids));
    control.press(press('ArrowUp', { alt: true, shift: true }));
    expect(store.rows.map((row) => row.id)).toEqual([100, 103, 101, 102, 104].map(ids));
  });
});

describe('pasting', () => {
  it('says which columns found no place and which may not be written', async () => {
    const { control, store } = table(1);
    control.goTo(0, 0);
    control.paste('数量\t颜色\t规格\t单价\n3\t红\t12V\t4\nx\t蓝\t12V\t5');
    await settled();
    expect(store.rows.slice(1).map((row) => [row.qty, row.price])).toEqual([
      [3, 4],
      [null, 5],
    ]);
    expect(control.reported).toMatchObject({ text: '已粘贴 2 行', unmatched: ['颜色'], kept: ['规格'], faults: 1 });
    expect(doubts(control.reported!)).toEqual([
      '没有对应的列：颜色',
      '不可填写，已略过：规格',
      '1 个单元格未读出，已标红',
    ]);
  });
  it('fills a larger selection with a small block', async () => {
    const { control, store } = table(5);
    const price = control.columnAt('price');
    control.goTo(0, price);
    control.goTo(4, price, true);
    control.paste('7');
    await settled();
    expect(store.rows.map((row) => row.price)).toEqual([7, 7, 7, 7, 7]);
    control.goTo(0, price);
    control.goTo(3, price, true);
    control.paste('1\n2');
    await settled();
    expect(store.rows.map((row) => row.price)).toEqual([1, 2, 1, 2, 7]);
  });
});

describe('cells that are locked', () => {
  it('say why', () => {
    const { items, control, store } = table(3);
    const at = (code: string) => items.columns[control.columnAt(code)]!;
    expect(items.why(store.rows[1]!, at('qty'))).toBe('「数量」当前不可修改');
    expect(items.why(store.rows[1]!, at('price'))).toBe('已生成子订单，不可删除！');
    expect(items.why(store.rows[0]!, at('qty'))).toBeNull();
  });
});

/** A small generator of its own: the same seed gives the same walk. */
const dice = (seed: number) => {
  let state = seed;
  return (n: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
};
const shown = (rows: readonly Row[]) =>
  rows.map(({ id, lineNo, qty, price, amount }) => ({ id, lineNo, qty, price, amount }));

describe('undo and redo', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('take back every gesture and bring it again (walk %i)', async (seed) => {
    const { model, control, store } = table(4);
    const roll = dice(seed * 7919);
    const seen = [{ rows: shown(store.rows), total: model.value('total') }];
    const gestures: (() => unknown)[] = [
      () => {
        control.goTo(roll(store.rows.length), control.columnAt('price'));
        control.type(String(roll(90) + 1));
        control.finish();
      },
      () => {
        control.goTo(roll(store.rows.length), control.columnAt('qty'));
        control.goTo(roll(store.rows.length), control.columnAt('price'), true);
        control.fillDown();
      },
      () => {
        control.goTo(roll(store.rows.length), control.columnAt('price'));
        control.clear();
      },
      () => {
        control.goTo(roll(store.rows.length), 0);
        control.insert(0, roll(2) === 1);
      },
      () => {
        control.selectRow(store.rows[roll(store.rows.length)]!.id, false);
        control.dropRows(roll(store.rows.length + 1));
      },
      () => {
        control.selectRow(store.rows[roll(store.rows.length)]!.id, false);
        control.deleteRows();
      },
      () => {
        control.selectRow(store.rows[roll(store.rows.length)]!.id, false);
        control.copyRows();
      },
      async () => {
        control.goTo(roll(store.rows.length), control.columnAt('qty'));
        control.paste(`${roll(9)}\t${roll(9)}\n${roll(9)}\t${roll(9)}\n`);
        await settled();
      },
    ];
    for (let step = 0; step < 25; step += 1) {
      await gestures[roll(gestures.length)]!();
      const now = { rows: shown(store.rows), total: model.value('total') };
      if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
    }
    expect(seen.length).toBeGreaterThan(8);
    for (const past of [...seen].reverse().slice(1)) {
      control.press(press('z', { ctrl: true }));
      expect({ rows: shown(store.rows), total: model.value('total') }).toEqual(past);
    }
    expect(store.canUndo).toBe(false);
    for (const next of seen.slice(1)) {
      control.press(press('y', { ctrl: true }));
      expect({ rows: shown(store.rows), total: model.value('total') }).toEqual(next);
    }
    expect(store.canRedo).toBe(false);
  });
});

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../runtime/data/http';
import { FloorPage } from '../../runtime/floor/FloorPage';
import type { Page } from '../../runtime/page/index';
import { Around } from '../support/around';
import { type Call, freshOrder, ids, listener, orderPage, Refused, SESSION, serve, settled } from '../support/forms';

const LONG = { timeout: 10_000 };
const page: Page = {
  ...orderPage({
    checks: {},
    fields: {
      nbr: { title: '编号', kind: 'autoCode', rule: 'DD{seq:4}' },
      qty: { title: '合格数', type: 'int' },
      endedAt: { title: '结束', type: 'datetime', default: '=now()' },
      bads: {
        title: '不良',
        kind: 'tabTable',
        rows: { min: 0 },
        fields: {
          reason: { title: '原因', options: "['飞边', '缺料']" },
          qty: { title: '数量', type: 'decimal' },
        },
      },
    },
    rules: {},
    edit: { groups: { base: { title: '基本信息', fields: ['nbr', 'qty'] } } },
    floor: { big: ['qty'] },
  }),
  code: 'order',
};
const openFloor = async (answer: () => unknown) => {
  const calls = serve({ save: answer, getNew: () => ({ ...freshOrder(), qty: null }), getOne: () => ({}) });
  const openPage = vi.fn();
  const closePage = vi.fn();
  render(
    <Around said={listener()} change={{ openPage, closePage, urlOf: (code) => `/at/${code}` }}>
      <FloorPage page={page} />
    </Around>,
  );
  await screen.findByLabelText('合格数的值', {}, LONG);
  return { calls, openPage, closePage };
};
const value = () => screen.getByLabelText('合格数的值').textContent;
const saved = (calls: readonly Call[]) => calls.filter(({ path }) => path.includes('save')).map(({ body }) => body);
/** keys of a hand, one after the other */
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    fireEvent.keyDown(document.body, { key });
    await act(() => settled(120));
  }
};
/** codes read by a scanner, one after the other */
const scanner = async () => {
  const line = await screen.findByLabelText('扫码', {}, LONG);
  return async (code: string): Promise<void> => {
    fireEvent.change(line, { target: { value: code } });
    fireEvent.submit(line);
    await act(() => settled(120));
  };
};

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe('floor mode', () => {
  it('shows the ways out of a refusal', async () => {
    const ways = [{ title: '查看上道工序', page: 'prdReport' }];
    const { openPage } = await openFloor(() => new Refused('最多可报20，本次30', { ways }));
    fireEvent.click(screen.getByRole('button', { name: /^提交/ }));
    expect((await screen.findByRole('alert', {}, LONG)).textContent).toContain('最多可报20，本次30');
    fireEvent.click(screen.getByRole('button', { name: '查看上道工序' }));
    expect(openPage).toHaveBeenCalledWith('/at/prdReport');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what it is about: names and numbers of its card', async () => {
    serve({ getNew: () => ({ ...freshOrder(), nbr: 'DD7', qty: 3 }), getOne: () => ({}) });
    const about = { ...page, object: { ...page.object, floor: { big: ['qty'], card: ['nbr', 'qty', 'endedAt'] } } };
    render(
      <Around said={listener()}>
        <FloorPage page={about} />
      </Around>,
    );
    await screen.findByLabelText('合格数的值', {}, LONG);
    expect(screen.getByText('DD7').closest('p')?.textContent).toBe('DD7合格数 3');
  });

  it('is green for a second when it is stored', async () => {
    await openFloor(() => ({ record: { id: 'x', version: 1 } }));
    fireEvent.click(screen.getByRole('button', { name: /^提交/ }));
    await waitFor(() => expect(document.querySelector('[data-done]')).not.toBeNull(), LONG);
    await waitFor(() => expect(document.querySelector('[data-done]')).toBeNull(), LONG);
  });

  it('a moment that nobody sees is the one of sending, not of opening', async () => {
    const { calls } = await openFloor(() => ({ record: { id: 'x', version: 1 } }));
    const clock = vi.spyOn(SESSION, 'now').mockReturnValue(Date.parse('2026-01-15T09:02:00+08:00'));
    fireEvent.click(screen.getByRole('button', { name: /^提交/ }));
    await waitFor(() => expect(saved(calls)).toHaveLength(1), LONG);
    clock.mockRestore();
    expect(saved(calls)[0]).toMatchObject({ record: { endedAt: '2026-01-15 09:02:00' } });
  });

  it('a scanned code of a tile is one more of it', async () => {
    serve({ getNew: () => ({ ...freshOrder(), qty: null }), getOne: () => ({}) });
    const tiled = { ...page, object: { ...page.object, floor: { big: ['qty'], tiles: { bads: 'reason' } } } };
    render(
      <Around said={listener()}>
        <FloorPage page={tiled as Page} />
      </Around>,
    );
    const scan = await scanner();
    await scan('飞边');
    await scan('缺料');
    expect(screen.getByText('缺料 +1，共 1')).toBeDefined();
    await scan('BR|缺料');
    expect(screen.getByText('缺料 +1，共 2')).toBeDefined();
    expect(screen.getByRole('button', { name: '飞边 1' })).toBeDefined();
    await scan('没有的');
    expect(screen.getByText('无法识别的条码：没有的')).toBeDefined();
  });

  it('a code of a piece is a row and one more good one, no piece twice; a bad one is one of those scanned', async () => {
    const calls = serve({
      save: () => ({ record: { id: 'x', version: 1 } }),
      getNew: () => ({ ...freshOrder(), qty: null }),
      getOne: () => ({}),
    });
    const { fields, ...object } = page.object;
    const pieces = orderPage({
      fields: {
        pieces: {
          title: '序列号',
          kind: 'tabTable',
          rows: { min: 0 },
          fields: { serial: { title: '序列号', kind: 'input', required: true, max: 100 } },
        },
      },
    }).object.fields.pieces;
    const floor = { scan: ['pieces.serial'], big: ['qty'], tiles: { bads: 'reason' } };
    const scanned = { ...page, object: { ...object, fields: { ...fields, pieces }, floor } };
    render(
      <Around said={listener()}>
        <FloorPage page={scanned as Page} />
      </Around>,
    );
    const scan = await scanner();
    for (const code of ['S001', 'S002', 'S003']) await scan(code);
    expect(value()).toBe('3');
    await scan('S002');
    expect(screen.getByText('序列号S002已扫过')).toBeTruthy();
    expect(value()).toBe('3');
    await scan('飞边');
    expect(value()).toBe('2');
    fireEvent.click(screen.getByRole('button', { name: /^提交/ }));
    await waitFor(() => expect(saved(calls)).toHaveLength(1), LONG);
    expect(saved(calls)[0]).toMatchObject({
      record: { qty: 2, pieces: ['S001', 'S002', 'S003'].map((serial) => ({ serial })) },
    });
  });

  it('a long press, and a button, open the quantity and the pictures of a tile; the press itself is no tap', async () => {
    const tiled = {
      ...orderPage({
        checks: {},
        rules: {},
        fields: {
          qty: { title: '合格', type: 'decimal' },
          most: { title: '最多可报', type: 'decimal' },
          bads: {
            title: '不良',
            kind: 'tabTable',
            rows: { min: 0 },
            fields: {
              reason: { title: '原因', options: "['飞边', '缺料']" },
              qty: { title: '数量', type: 'decimal' },
              photo: { title: '照片', type: 'file', many: true, accept: 'image' },
            },
          },
        },
        edit: { groups: { base: { title: '基本信息', fields: ['qty'] } } },
        floor: { big: ['qty'], tiles: { bads: 'reason' }, limit: 'most' },
      }),
      code: 'order',
    };
    serve({ getNew: () => ({ ...freshOrder(), qty: null, most: 15 }), getOne: () => ({}) });
    render(
      <Around said={listener()}>
        <FloorPage page={tiled} />
      </Around>,
    );
    const tile = (count: number) => screen.findByRole('button', { name: `飞边 ${count}` }, LONG);
    const first = await tile(0);
    fireEvent.pointerDown(first);
    await act(() => settled(600));
    fireEvent.pointerUp(first);
    fireEvent.click(first);
    const dialog = within(await screen.findByRole('dialog', {}, LONG));
    expect(dialog.getByLabelText('飞边的值').textContent).toBe('0');
    // pictures are of pieces that were counted
    expect(dialog.queryByRole('button', { name: '上传照片' })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: '+10' }));
    expect(dialog.getByLabelText('飞边的值').textContent).toBe('10');
    expect(dialog.getByRole('button', { name: '上传照片' })).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: '+10' }));
    expect(dialog.getByRole('alert').textContent).toBe('最多可报15，本次20');
    fireEvent.click(dialog.getByRole('button', { name: '−1' }));
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await tile(9);
    fireEvent.click(screen.getByRole('button', { name: '飞边的数量' }));
    fireEvent.click(within(await screen.findByRole('dialog', {}, LONG)).getByRole('button', { name: '−10' }));
    await tile(0);
  });

  it('tiles of a reference are what its picker offers; a tap brings what it fills, the last answer serves without network', async () => {
    const tiled = {
      ...orderPage({
        checks: {},
        rules: {},
        fields: {
          qty: { title: '合格数', type: 'int' },
          bads: {
            title: '不良',
            kind: 'tabTable',
            rows: { min: 0 },
            fields: {
              what: { title: '物料', ref: 'material', fill: { spec: 'spec' } },
              spec: { title: '规格', kind: 'input' },
              qty: { title: '数量', type: 'decimal' },
            },
          },
        },
        edit: { groups: { base: { title: '基本信息', fields: ['qty'] } } },
        floor: { big: ['qty'], tiles: { bads: 'what' } },
      }),
      code: 'order',
    };
    const row = { id: ids(20), label: 'MT-12 电机', code: 'MT-12', spec: '12V' };
    const fresh = () => ({ ...freshOrder(), _hop: {}, qty: 1 });
    const draw = () =>
      render(
        <Around said={listener()}>
          <FloorPage page={tiled} />
        </Around>,
      );
    const calls = serve({
      getNew: fresh,
      getOne: () => ({}),
      pick: () => ({ records: [row], total: 1 }),
      save: () => ({ record: { id: 'x', version: 1 } }),
    });
    draw();
    fireEvent.click(await screen.findByRole('button', { name: 'MT-12 电机 0' }, LONG));
    const line = screen.getByLabelText('扫码');
    fireEvent.change(line, { target: { value: 'MT-12' } });
    fireEvent.submit(line);
    await screen.findByRole('button', { name: 'MT-12 电机 2' }, LONG);
    fireEvent.click(screen.getByRole('button', { name: /^提交/ }));
    await waitFor(() => expect(saved(calls)).toHaveLength(1), LONG);
    expect(saved(calls)[0]).toMatchObject({ record: { bads: [{ whatId: ids(20), spec: '12V', qty: 2 }] } });
    cleanup();
    serve({ getNew: fresh, getOne: () => ({}), pick: () => new Refused('网络中断') });
    draw();
    expect(await screen.findByRole('button', { name: 'MT-12 电机 0' }, LONG)).toBeDefined();
  });

  it('without network a scan finds what the picker offered before, also by what it brings', async () => {
    const scanned = {
      ...orderPage({
        checks: {},
        rules: {},
        fields: {
          qty: { title: '合格数', type: 'int' },
          part: { title: '物料', ref: 'material', fill: { maker: 'maker' } },
          maker: { title: '制造商', ref: 'supplier' },
        },
        edit: { groups: { base: { title: '基本信息', fields: ['part', 'maker', 'qty'] } } },
        floor: { big: ['qty'], scan: ['part', 'maker'], offline: true },
      }),
      code: 'order',
    };
    let isLost = false;
    const offer = (row: unknown) => () => {
      if (isLost) throw new HttpError(0, '网络中断');
      return { records: [row], total: 1 };
    };
    const calls = serve({
      getNew: () => ({ ...freshOrder(), _hop: {}, qty: 1 }),
      'pick/part': offer({ id: ids(20), label: 'MT-12 电机', code: 'MT-12', makerId: ids(30), maker: '明德' }),
      'pick/maker': offer({ id: ids(30), label: '明德 GYS01', code: 'GYS01' }),
    });
    const { unmount } = render(
      <Around said={listener()}>
        <FloorPage page={scanned} />
      </Around>,
    );
    await screen.findByLabelText('合格数的值', {}, LONG);
    await waitFor(() => expect(calls.filter(({ path }) => path.includes('pick'))).toHaveLength(2), LONG);
    await act(() => settled(120));
    isLost = true;
    const scan = async (code: string): Promise<void> => {
      const line = screen.getByLabelText('扫码');
      fireEvent.change(line, { target: { value: code } });
      fireEvent.submit(line);
      await act(() => settled(120));
    };
    await scan('XX|GYS99');
    expect(screen.getByText('网络中断，不能识别：XX|GYS99')).toBeDefined();
    await scan('GY|GYS01');
    expect(screen.getByText('物料 MT-12 电机')).toBeDefined();
    unmount();
  });

  it('a label of what a closed field holds is good and changes nothing; one of something else is not', async () => {
    const closed = {
      ...orderPage({
        checks: {},
        rules: {},
        fields: {
          qty: { title: '合格数', type: 'int' },
          part: { title: '物料', ref: 'material', readonly: true },
          maker: { title: '制造商', ref: 'supplier' },
        },
        edit: { groups: { base: { title: '基本信息', fields: ['part', 'maker', 'qty'] } } },
        floor: { big: ['qty'], scan: ['part', 'maker'] },
      }),
      code: 'order',
    };
    const part = (n: number) => ({ id: ids(n), label: `MT-${n} 电机`, code: `MT-${n}` });
    const calls = serve({
      getNew: () => ({ ...freshOrder(), _hop: {}, qty: 1, partId: ids(20) }),
      'pick/part': ({ search }) => ({
        records: [part(Number(String(search).slice(-2)))],
        total: 1,
      }),
      'pick/maker': () => ({ records: [], total: 0 }),
    });
    render(
      <Around said={listener()}>
        <FloorPage page={closed} />
      </Around>,
    );
    await screen.findByLabelText('合格数的值', {}, LONG);
    const scan = await scanner();
    await scan('MB|MT-20');
    expect(screen.getByText('已是物料 MT-20 电机')).toBeDefined();
    await scan('MB|MT-21');
    expect(screen.getByText('无法识别的条码：MB|MT-21')).toBeDefined();
    // what is no label of ours is asked of open fields only
    await scan('MT-20');
    expect(screen.getByText('无法识别的条码：MT-20')).toBeDefined();
    expect(calls.filter(({ path }) => path.includes('pick/part'))).toHaveLength(2);
  });

  it('the limit of both numbers is named with its reason; a piece tapped at it was good before', async () => {
    const limited = {
      ...orderPage({
        checks: {},
        rules: {},
        fields: {
          qty: { title: '合格', type: 'decimal' },
          most: { title: '最多可报', type: 'decimal' },
          why: { title: '原因', kind: 'input' },
          bads: {
            title: '不良',
            kind: 'tabTable',
            rows: { min: 0 },
            fields: { reason: { title: '原因', options: "['飞边', '缺料']" }, qty: { title: '数量', type: 'decimal' } },
          },
        },
        edit: { groups: { base: { title: '基本信息', fields: ['qty'] } } },
        floor: { big: ['qty'], tiles: { bads: 'reason' }, keys: ['+1', '全部合格'], limit: 'most', why: 'why' },
      }),
      code: 'order',
    };
    const calls = serve({
      getNew: () => ({ ...freshOrder(), qty: null, most: 60, why: '已开工60，已报0' }),
      getOne: () => ({}),
      save: () => ({ record: { id: 'x', version: 1 } }),
    });
    render(
      <Around said={listener()}>
        <FloorPage page={limited} />
      </Around>,
    );
    const good = await screen.findByLabelText('合格的值', {}, LONG);
    const sum = screen.getByRole('region', { name: '合计' });
    expect(good.parentElement?.textContent).toContain('最多可报60 = 已开工60，已报0');
    await press('6', '1');
    expect(screen.getByRole('alert').textContent).toContain('已开工60，已报0，最多可报60，本次61');
    expect(good.textContent).toBe('6');
    await press('Escape', '+');
    expect(good.textContent).toBe('60');
    // what was filled in gives way to what a hand types, and is what steps and 退格 begin with
    await press('4', '2', '+', 'Backspace');
    expect(good.textContent).toBe('6');
    await press('+');
    for (const name of ['飞边 0', '飞边 1', '缺料 0']) fireEvent.click(screen.getByRole('button', { name }));
    expect(good.textContent).toBe('57');
    expect(sum.textContent).toContain('合格 57 + 不良 3 = 60');
    await press('Delete', '5', '8');
    expect(good.textContent).toBe('5');
    expect(screen.getByRole('alert').textContent).toContain('最多可报60，本次61');
    await press('Escape', 'Enter');
    await waitFor(() => expect(saved(calls)).toHaveLength(1), LONG);
    expect(saved(calls)[0]).toMatchObject({ record: { qty: 5 } });
  });

  it('a record begun by a task asks what follows and goes back to it when it is stored', async () => {
    const calls = serve({
      getNew: () => ({ ...freshOrder(), qty: 1 }),
      save: () => ({ record: { id: 'x', version: 1 } }),
    });
    const closePage = vi.fn();
    render(
      <Around said={listener()} change={{ closePage }}>
        <FloorPage page={page} params={new URLSearchParams(`floor=1&nbr=DD7`)} />
      </Around>,
    );
    await screen.findByLabelText('合格数的值', {}, LONG);
    expect(calls.find(({ path }) => path.includes('getNew'))?.body).toEqual({ with: { nbr: 'DD7' } });
    await press('Enter');
    await waitFor(() => expect(closePage).toHaveBeenCalledWith({ toOpener: true }), LONG);
  });

  it('is worked by the keyboard: digits, Enter, Esc', async () => {
    const { calls, closePage } = await openFloor(() => new Refused('最多可报20，本次30'));
    await press('3', '0', '5', 'Backspace');
    expect(value()).toBe('30');
    await press('Enter');
    await screen.findByRole('alert', {}, LONG);
    expect(saved(calls)).toMatchObject([{ record: { qty: 30 } }]);
    await press('Escape');
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Escape');
    expect(value()).toBe('0');
    expect(closePage).not.toHaveBeenCalled();
    await press('Escape');
    expect(closePage).toHaveBeenCalledTimes(1);
  });

  it('takes no digit and no Enter of a scanner', async () => {
    const { calls } = await openFloor(() => ({}));
    for (const key of ['4', '7', '1', '1', 'Enter']) fireEvent.keyDown(document.body, { key });
    await act(() => settled(200));
    expect(value()).toBe('0');
    for (const key of ['4', '7', 'Enter']) fireEvent.keyDown(document.body, { key });
    await act(() => settled(200));
    expect([value(), saved(calls)]).toEqual(['0', []]);
  });

  it('leaves what is typed into an input alone', async () => {
    await openFloor(() => ({}));
    const box = document.createElement('input');
    screen.getByLabelText('合格数的值').closest('section')?.append(box);
    fireEvent.keyDown(box, { key: '7' });
    await act(() => settled(120));
    expect(value()).toBe('0');
  });
});

/** Every column feature of the language is drawn by the table: a new one without a line here fails. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WireRow } from '../../runtime/data/types';
import { plainText } from '../../runtime/fields/shared/sanitise';
import { type ColumnSource, columnOf, DataTable, type TableContext } from '../../runtime/table/index';
import { FEATURES } from '../../schemas/language/features/index';
import { withRoom } from '../support/sized';
import { object, placed, SAMPLES } from './column-samples';

withRoom();
afterEach(cleanup);

const dict = { code: 'd', title: '状态', version: '1', items: [{ code: '1', title: '开立' }] };
const source: ColumnSource = {
  object,
  lib: { object: () => undefined, dict: () => dict, setting: () => undefined },
  dict: () => dict,
  now: () => '2026-01-15 14:02:31',
};
const onScan = vi.fn();
const context: TableContext = {
  now: source.now,
  code: (_dict, code) => ({ label: code === '1' ? '开立' : '--', tone: 'success' }),
  link: (column) =>
    column.as === 'link' || column.field?.ref !== undefined ? { href: '/v2/there', open: vi.fn() } : undefined,
  tone: (column) => (column.tone === undefined ? undefined : 'danger'),
  full: (column) => (column.placement?.max === undefined ? undefined : Number(column.placement.max)),
};
const file = { id: 'f', name: '图.png', url: '/files/f', size: 1 };
const row: WireRow = {
  id: 'r1',
  code: 'A-1',
  text: '<p>一<b>二</b></p><script>x</script>',
  rate: 62,
  status: '1',
  image: [file],
  pdf: [file],
  other: [file],
  owner: '许敏',
  ownerId: 'u1',
  at: '2026-01-15 13:49:58',
  sec: 290,
  steps: [{ title: '下料', tone: 'success', tip: '08:00' }, { title: '装配' }],
  done: true,
  x: 124,
};

interface Seen {
  readonly header: HTMLElement;
  readonly cell: HTMLElement;
}
const show = (key: string, value: WireRow = row): Seen => {
  const [item] = SAMPLES[key] ?? ['code'];
  const column = columnOf(placed(item), source);
  if (column === undefined) throw new Error(`no column for ${key}`);
  render(
    <DataTable
      label="样例"
      columns={[column, { ...column, key: 'other' }]}
      rows={[value]}
      context={context}
      onSort={vi.fn()}
      onResize={vi.fn()}
      onMove={vi.fn()}
      header={{ scan: { value: () => '', onScan } }}
    />,
  );
  return {
    header: screen.getAllByRole('columnheader')[0] as HTMLElement,
    cell: screen.getAllByRole('gridcell')[0] as HTMLElement,
  };
};

const DRAWN: { readonly [feature: string]: (seen: Seen) => void | Promise<void> } = {
  width: ({ cell }) => expect(Number.parseInt(cell.style.width, 10)).toBeGreaterThanOrEqual(300),
  pin: ({ cell }) => expect(cell.closest('[data-pin]')?.getAttribute('data-pin')).toBe('left'),
  sort: ({ header }) => expect(within(header).getByRole('button', { name: /编码/ })).toBeTruthy(),
  align: ({ cell, header }) => expect([cell.dataset.align, header.dataset.align]).toEqual(['right', 'right']),
  overflow: ({ cell }) => expect(cell.hasAttribute('data-wrap')).toBe(true),
  // a list is no form: the asterisk stands in grids
  required: ({ header }) => expect(header.textContent).toBe('人'),
  tip: ({ header }) => {
    const mark = header.querySelector<HTMLElement>('[data-tip]');
    expect([mark?.dataset.tip, mark?.dataset.tipWidth]).toEqual(['百分比', '200']);
  },
  // that nothing of it acts is shown in a real browser (test/e2e/columns.spec.ts): happy-dom has not the parser a sanitiser needs
  html: ({ cell }) => waitFor(() => expect(cell.querySelector('b')?.textContent).toBe('二')),
  progress: ({ cell }) => {
    expect(cell.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('warning');
    expect(cell.textContent).toBe('62%');
  },
  process: ({ cell }) =>
    expect([...cell.querySelectorAll('i')].map((dot) => [dot.dataset.tone, dot.dataset.tip])).toEqual([
      ['success', '下料：08:00'],
      ['info', '装配'],
    ]),
  scan: ({ header }) => {
    const input = within(header).getByRole('textbox', { name: '扫码查编码' });
    fireEvent.change(input, { target: { value: 'B-2' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onScan).toHaveBeenCalledWith('code', 'B-2');
  },
  // the sample is a field's placeholder, which inputs show; a column's own stands in empty cells (below)
  placeholder: ({ cell }) => expect(cell.textContent).toBe('62'),
  file: ({ cell }) => expect(cell.querySelector('img')?.getAttribute('src')).toBe('/files/f&thumb=1'),
  penetrate: ({ cell }) => expect(within(cell).getByRole('link').getAttribute('href')).toBe('/v2/there'),
  group: () => expect(screen.getByText('组')).toBeTruthy(),
  computed: ({ cell, header }) => expect([header.textContent, cell.textContent]).toEqual(['数', '124']),
  tag: ({ cell }) => expect(cell.querySelector('[data-tone=success]')?.textContent).toBe('开立'),
  look: ({ cell }) => expect(within(cell).getByRole('link').textContent).toBe('A-1'),
  elapsed: ({ cell }) => expect(cell.textContent).toBe('00:12:33'),
  duration: ({ cell }) => expect(cell.textContent).toBe('4分50秒'),
  inline: ({ cell }) => expect(cell.textContent).toBe('A-1'),
  tone: ({ cell }) => expect(cell.querySelector('[data-tone=danger]')?.textContent).toBe('A-1'),
  text: ({ cell }) => expect(cell.textContent).toBe('62'),
  max: ({ cell }) => expect(cell.textContent).toBe('62'),
};

describe.each(FEATURES.map(({ key }) => [key] as const))('column feature %s in the table', (key) => {
  it('is drawn', async () => {
    const check = DRAWN[key];
    if (check === undefined) throw new Error(`nothing says how ${key} looks`);
    await check(show(key));
  });
  it('bears a row without the value', () => {
    expect(show(key, { id: 'r2' }).cell.textContent).not.toMatch(/null|undefined|NaN|object/);
  });
});

describe('what samples do not show', () => {
  const column = (placement: Parameters<typeof columnOf>[0]) => {
    const made = columnOf(placement, source);
    if (made === undefined) throw new Error('no column');
    return made;
  };
  const cellOf = (placement: Parameters<typeof columnOf>[0], value: WireRow): HTMLElement => {
    render(<DataTable label="样例" columns={[column(placement)]} rows={[value]} context={context} />);
    return screen.getAllByRole('gridcell')[0] as HTMLElement;
  };

  it('an empty cell says its placeholder', () => {
    expect(cellOf({ field: 'code', placeholder: '未编码' }, { id: 'r' }).textContent).toBe('未编码');
  });
  it('a bar with max is full there and keeps its own text', () => {
    const cell = cellOf({ field: 'rate', as: 'progress', max: 124 }, row);
    expect(cell.querySelector('i')?.style.width).toBe('50%');
    expect([cell.querySelector('[data-tone]')?.getAttribute('data-tone'), cell.textContent]).toEqual(['danger', '62']);
  });
  it('a column pinned right stands there', () => {
    const cell = cellOf({ field: 'code', pin: 'right' }, row);
    expect(cell.closest('[data-pin]')?.getAttribute('data-pin')).toBe('right');
  });
  it('without a scan context there is no input (showType=0)', () => {
    render(<DataTable label="样例" columns={[column({ field: 'code', scan: true })]} rows={[row]} context={context} />);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
  it.each([
    ['<p>一</p><p>二<br>三</p>', '一 二 三'],
    ['<script>x</script>字<style>p{}</style>', '字'],
    ['甲 &lt; 乙', '甲 < 乙'],
    ['3 < 5 的', '3 < 5 的'],
  ])('the words of %s are %s', (html, words) => {
    expect(plainText(html)).toBe(words);
  });
});

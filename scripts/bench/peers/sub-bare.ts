/** The least code for the same sub-table: windowed plain DOM, one input, the row's formula and running totals. */
import { expose, type SubRow, subRows } from './data';

const H = 31;
const OVER = 6;
const WIDTHS = [140, 140, 96, 96, 96, 112, ...Array.from({ length: 9 }, () => 140)];
const CODES = ['code', 'name', 'qty', 'price', 'amount', 'day', ...Array.from({ length: 9 }, (_, n) => `t${n}`)];
const TITLES = ['编码', '名称', '数量', '单价', '金额', '日期', ...Array.from({ length: 9 }, (_, n) => `列${n}`)];

const root = document.getElementById('root')!;
const frame = document.createElement('div');
const head = document.createElement('div');
const body = document.createElement('div');
const foot = document.createElement('div');
const add = document.createElement('button');
const live = document.createElement('input');
add.textContent = '添加';
add.dataset.add = '';
frame.dataset.grid = '';
live.type = 'text';
frame.style.cssText = 'height:70vh;overflow:auto;position:relative;contain:strict';
head.style.cssText = 'position:sticky;top:0;display:flex;height:32px;background:#f5f7fa;z-index:2;width:max-content';
body.style.cssText = 'position:relative';
head.innerHTML = `<div style="width:44px">行号</div>${TITLES.map((t, c) => `<div style="width:${WIDTHS[c]}px">${t}</div>`).join('')}`;
frame.append(head, body);
root.append(add, frame, foot);

let rows: SubRow[] = [];
let qty = 0;
let amount = 0;
const drawn = new Map<number, HTMLElement>();

const cells = (row: SubRow, at: number): string =>
  `<div style="width:44px">${(at + 1) * 10}</div>${CODES.map((code, c) => `<div style="width:${WIDTHS[c]}px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:0 8px" data-grid-cell="${at}:${code}">${row[code] ?? ''}</div>`).join('')}`;
const totals = (): void => {
  foot.textContent = `合计 ${rows.length} 行 数量 ${qty} 金额 ${amount.toFixed(2)}`;
};
const draw = (): void => {
  const first = Math.max(0, Math.floor(frame.scrollTop / H) - OVER);
  const last = Math.min(rows.length - 1, Math.ceil((frame.scrollTop + frame.clientHeight) / H) + OVER);
  for (const [at, element] of drawn)
    if (at < first || at > last) {
      element.remove();
      drawn.delete(at);
    }
  for (let at = first; at <= last; at += 1) {
    if (drawn.has(at)) continue;
    const element = document.createElement('div');
    element.style.cssText = `position:absolute;display:flex;height:${H}px;line-height:${H}px;top:${at * H}px;border-bottom:1px solid #eee`;
    element.dataset.row = String(at);
    element.innerHTML = cells(rows[at]!, at);
    body.append(element);
    drawn.set(at, element);
  }
};
const show = (next: SubRow[]): void => {
  rows = next;
  qty = 0;
  amount = 0;
  for (const row of rows) {
    qty += Number(row.qty);
    amount += Number(row.amount);
  }
  body.style.height = `${rows.length * H}px`;
  body.style.width = `${44 + WIDTHS.reduce((a, b) => a + b, 0)}px`;
  for (const element of drawn.values()) element.remove();
  drawn.clear();
  draw();
  totals();
};
frame.addEventListener('scroll', draw);
body.addEventListener('click', (event) => {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-grid-cell]');
  if (cell === null) return;
  const at = Number(cell.dataset.gridCell!.split(':')[0]);
  live.value = cell.textContent ?? '';
  live.style.cssText = `position:absolute;left:${cell.offsetLeft}px;top:${at * H}px;width:${cell.offsetWidth}px;height:${H}px`;
  live.oninput = () => {
    const row = rows[at]!;
    qty -= Number(row.qty);
    amount -= Number(row.amount);
    row.qty = Number(live.value) || 0;
    row.amount = Math.round(Number(row.qty) * Number(row.price) * 100) / 100;
    qty += Number(row.qty);
    amount += Number(row.amount);
    const element = drawn.get(at);
    if (element !== undefined) element.innerHTML = cells(row, at);
    totals();
  };
  body.append(live);
  live.focus();
});
add.onclick = () => {
  show([...rows, { id: `n${rows.length}`, qty: 0, amount: 0 }]);
};
expose({
  mount(n) {
    const data = subRows(n);
    const begun = performance.now();
    show(data);
    return begun;
  },
  ready: (n) => document.querySelectorAll('[data-grid-cell]').length > Math.min(n, 10) * 5,
  scroller: '[data-grid]',
  input: (k) => document.querySelectorAll<HTMLElement>('[data-grid-cell$=":qty"]')[k] ?? null,
  addTarget: '[data-add]',
  count: () => rows.length,
  paste(n) {
    const text = Array.from({ length: n }, (_, at) => `P-${at}\t名${at}\t${(at % 50) + 1}\t3.5`).join('\n');
    const begun = performance.now();
    show(
      text.split('\n').map((line, at) => {
        const [code, name, q, price] = line.split('\t');
        return { id: `p${at}`, code, name, qty: Number(q), price: Number(price), amount: Number(q) * Number(price) };
      }),
    );
    return begun;
  },
  total: () => Math.round(amount * 100) / 100,
});

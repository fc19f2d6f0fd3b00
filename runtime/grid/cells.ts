/**
 * The cells of one half of a row, put into the page by hand: they are plain text, and a component for each costs more than the cell. What
 * stands there stays, and only what differs is written, also when the half is lent to another row while one scrolls.
 */
import type { Row } from '../../schemas/language/value';
import type { GridControl } from './control';
import type { Metrics } from './draw';
import type { CellProblem } from './store';
import type { GridColumn, RowState, Shown } from './types';

export interface Half {
  readonly control: GridControl;
  readonly row: Row;
  readonly state: RowState;
  readonly sizes: Metrics;
  /** first and last column in it */
  readonly from: number;
  readonly to: number;
  /** it holds the active cell: its cells can be named by who reads them aloud */
  readonly current: boolean;
}
interface Cell {
  readonly c: number;
  readonly node: HTMLElement;
  readonly words: Text;
  /** tag, dot or bar around the words */
  readonly box: HTMLElement | null;
  row: string;
  text: string;
  look: string;
  tone: string;
  plain: boolean;
  share: number | undefined;
  problem: string | null;
  quiet: boolean;
  current: boolean;
}
interface Drawn {
  readonly columns: readonly GridColumn[];
  sizes: Metrics;
  readonly cells: Cell[];
}
const drawn = new WeakMap<HTMLElement, Drawn>();

export function drawCells(frame: HTMLElement, half: Half): void {
  const { sizes, from, to } = half;
  const { columns } = half.control.host;
  let now = drawn.get(frame);
  if (now === undefined || now.columns !== columns) {
    frame.replaceChildren();
    now = { columns, sizes, cells: [] };
    drawn.set(frame, now);
  }
  const { cells } = now;
  while (cells.length > 0 && (cells[0]?.c ?? 0) < from) cells.shift()?.node.remove();
  while (cells.length > 0 && (cells.at(-1)?.c ?? 0) > to) cells.pop()?.node.remove();
  if (now.sizes !== sizes) {
    now.sizes = sizes;
    for (const { c, node } of cells) node.style.width = widthOf(sizes, c);
  }
  for (let c = (cells[0]?.c ?? from) - 1; c >= from; c -= 1) {
    const cell = made(half, c);
    cells.unshift(cell);
    frame.prepend(cell.node);
  }
  for (let c = (cells.at(-1)?.c ?? from - 1) + 1; c <= to; c += 1) {
    const cell = made(half, c);
    cells.push(cell);
    frame.append(cell.node);
  }
  const problems = half.control.store.problemsOf(half.row.id);
  for (const cell of cells) {
    const column = columns[cell.c];
    if (column !== undefined) write(cell, column, half, problems);
  }
}

/** Id of a cell of the active row: what the live input names while it only stands there. */
export const activeId = (control: GridControl, column: string): string => `${control.id}-${column}`;

/** One cell of each column, empty, to be copied. */
const blanks = new WeakMap<GridColumn, HTMLElement>();

function made({ control, sizes }: Half, c: number): Cell {
  const column = control.host.columns[c];
  let blank = column === undefined ? undefined : blanks.get(column);
  if (blank === undefined) {
    blank = document.createElement('div');
    blank.setAttribute('role', 'gridcell');
    blank.dataset.col = column?.code ?? '';
    if (column?.as === undefined) blank.append('');
    else {
      const box = document.createElement('span');
      box.dataset.as = column.as;
      box.append('');
      blank.append(box);
    }
    if (column !== undefined) blanks.set(column, blank);
  }
  const node = blank.cloneNode(true) as HTMLElement;
  // the number stands before the first column
  node.setAttribute('aria-colindex', String(c + 2));
  node.style.width = widthOf(sizes, c);
  const box = column?.as === undefined ? null : (node.firstChild as HTMLElement);
  const words = (box ?? node).firstChild as Text;
  const plain = { look: '', tone: '', plain: false, share: undefined, problem: null, quiet: false, current: false };
  return { c, node, words, box, row: '', text: '', ...plain };
}
const widthOf = (sizes: Metrics, c: number): string => `${sizes.cells[c]?.width ?? 0}px`;

function write(cell: Cell, column: GridColumn, half: Half, problems: readonly CellProblem[]): void {
  const { control, row, state, current } = half;
  const { host } = control;
  const { node } = cell;
  const shown: Shown = state.hidden.has(column.field.code)
    ? NOTHING
    : (host.shown?.(row, column) ?? { text: host.text(row, column) });
  if (shown.text !== cell.text) {
    cell.text = shown.text;
    cell.words.data = shown.text;
  }
  if (cell.box !== null) writeBox(cell, cell.box, shown);
  if (row.id !== cell.row) {
    // what the pointer found out about the row before
    if (cell.row !== '') node.removeAttribute('title');
    cell.row = row.id;
    node.dataset.gridCell = `${row.id}:${column.code}`;
  }
  const quiet = (column.fixed && !host.viewing) || state.readonly === 'all' || state.readonly.has(column.field.code);
  const problem = problems.length === 0 ? undefined : worst(problems, column.code);
  const look = lookOf(column, quiet, problem, host.tone?.(row, column));
  if (look !== cell.look) {
    cell.look = look;
    put(node, 'data-look', look === '' ? null : look);
  }
  if (quiet !== cell.quiet) {
    cell.quiet = quiet;
    put(node, 'aria-readonly', quiet ? 'true' : null);
  }
  const said = problem?.text ?? null;
  if (said !== cell.problem) {
    cell.problem = said;
    put(node, 'title', said);
    put(node, 'data-problem', said === null ? null : '');
    put(node, 'aria-invalid', said === null ? null : 'true');
  }
  if (current !== cell.current) {
    cell.current = current;
    put(node, 'id', current ? activeId(control, column.code) : null);
  }
}

const NOTHING: Shown = { text: '' };
function writeBox(cell: Cell, box: HTMLElement, { tone = '', plain = false, share }: Shown): void {
  if (tone !== cell.tone) {
    cell.tone = tone;
    put(box, 'data-tone', tone === '' ? null : tone);
  }
  if (plain !== cell.plain) {
    cell.plain = plain;
    put(box, 'data-plain', plain ? '' : null);
  }
  if (share !== cell.share) {
    cell.share = share;
    box.style.setProperty('--share', share === undefined ? null : `${share}%`);
  }
}

function put(node: HTMLElement, name: string, value: string | null): void {
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/** The words of a look in `Grid.module.css`; nothing for a plain text at the left. */
function lookOf(
  column: GridColumn,
  quiet: boolean,
  problem: CellProblem | undefined,
  tone: string | undefined,
): string {
  const words: string[] = column.align === 'left' ? [] : [column.align];
  if (tone !== undefined) words.push(tone);
  else if (quiet) words.push('quiet');
  if (problem !== undefined) words.push(problem.level === 'warn' ? 'doubtful' : 'bad');
  return words.join(' ');
}

const worst = (problems: readonly CellProblem[], col: string): CellProblem | undefined =>
  problems.find((problem) => problem.col === col && problem.level !== 'warn') ??
  problems.find((problem) => problem.col === col);

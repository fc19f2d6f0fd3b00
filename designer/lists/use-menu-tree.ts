/** The rows of a menu under mouse and keys: which is carried, where it would go and why it may not, which is renamed. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type MenuRow, spotOver } from './menu-rows';

export interface MenuTreeProps {
  readonly rows: readonly MenuRow[];
  readonly selection: readonly string[];
  /** looked at only */
  readonly closed?: boolean;
  readonly onSelect: (address: string) => void;
  readonly refusal: (from: string, list: string, after: string | null) => string | undefined;
  readonly onMove: (from: string, list: string, after: string | null) => boolean;
  readonly onRename: (address: string, title: string) => void;
  readonly onRemove: (address: string) => void;
  readonly onRestore: (address: string) => void;
  readonly onHide: (address: string, hide: boolean) => void;
}
interface Aim {
  readonly over: string;
  readonly place: 'before' | 'after' | 'in';
  readonly list: string;
  readonly after: string | null;
  readonly refused?: string | undefined;
}

export type MenuTreeing = ReturnType<typeof useMenuTree>;

export function useMenuTree(props: MenuTreeProps) {
  const { rows, selection, closed = false } = props;
  const [renaming, setRenaming] = useState<string>();
  const [carried, setCarried] = useState<string>();
  const [aim, setAim] = useState<Aim>();
  const list = useRef<HTMLDivElement>(null);
  const from = useRef<{ readonly address: string; readonly x: number; readonly y: number }>(undefined);
  const at = rows.findIndex((row) => row.address === selection[0]);
  const row = rows[at];

  const move = (event: PointerEvent): void => {
    const start = from.current;
    if (start === undefined) return;
    if (carried === undefined && Math.hypot(event.clientX - start.x, event.clientY - start.y) < 5) return;
    // a click stays a click of its row: only what is carried is held
    if (carried === undefined) list.current?.setPointerCapture(event.pointerId);
    setCarried(start.address);
    const found = [...(list.current?.querySelectorAll<HTMLElement>('[data-menu-row]') ?? [])].find((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    const over = rows.find((row) => row.address === found?.dataset.menuRow);
    if (found === undefined || over === undefined || over.address === start.address) {
      setAim(undefined);
      return;
    }
    const { top, height } = found.getBoundingClientRect();
    const spot = spotOver(rows, over, (event.clientY - top) / height);
    const refused = props.refusal(start.address, spot.list, spot.after);
    setAim({ over: over.address, ...spot, ...(refused === undefined ? {} : { refused }) });
  };
  const end = (): void => {
    if (carried !== undefined && aim !== undefined && aim.refused === undefined)
      props.onMove(carried, aim.list, aim.after);
    from.current = undefined;
    setCarried(undefined);
    setAim(undefined);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (renaming !== undefined) return;
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow && event.altKey) {
      if (!closed && row !== undefined) shifted(rows, row, event.key, props.onMove);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = rows[at < 0 ? 0 : at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next !== undefined) props.onSelect(next.address);
    } else if (closed) return;
    else if (event.key === 'F2' && row !== undefined) setRenaming(row.address);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && row !== undefined) props.onRemove(row.address);
    else return;
    event.preventDefault();
  };
  return {
    list,
    carried,
    aim,
    renaming,
    rename: setRenaming,
    /** a new title was written, or none */
    renamed: (row: MenuRow, title: string | undefined): void => {
      setRenaming(undefined);
      list.current?.focus();
      if (title !== undefined && title !== row.title) props.onRename(row.address, title);
    },
    press: (row: MenuRow, event: PointerEvent): void => {
      if (event.button !== 0 || (event.target as HTMLElement).closest('button, input') !== null) return;
      if (!closed) from.current = { address: row.address, x: event.clientX, y: event.clientY };
      props.onSelect(row.address);
    },
    move,
    end,
    handleKey,
  };
}

/** Alt and an arrow: within its list, out behind its directory, into the directory before it */
function shifted(rows: readonly MenuRow[], row: MenuRow, key: string, onMove: MenuTreeProps['onMove']): void {
  const same = rows.filter((menu) => menu.list === row.list);
  const n = same.indexOf(row);
  if (key === 'ArrowUp' && n > 0) onMove(row.address, row.list, same[n - 2]?.code ?? null);
  else if (key === 'ArrowDown' && n < same.length - 1) onMove(row.address, row.list, same[n + 1]?.code ?? null);
  else if (key === 'ArrowLeft' && row.list !== 'items') {
    const parent = rows.find((menu) => `${menu.address}.items` === row.list);
    if (parent !== undefined) onMove(row.address, parent.list, parent.code);
  } else if (key === 'ArrowRight') {
    const before = same[n - 1];
    if (before?.isDirectory === true)
      onMove(
        row.address,
        `${before.address}.items`,
        rows.filter((row) => row.list === `${before.address}.items`).at(-1)?.code ?? null,
      );
  }
}

/** Rows of a menu for mouse and keyboard: a line shows where a carried row would go, and why it may not. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Icon } from '../../runtime/page/index';
import { Glyph } from '../Glyph';
import { Rename } from '../parts/Rename';
import styles from './lists.module.css';
import { type MenuRow, spotOver } from './menu-rows';

interface Props {
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

export const MenuTree = (props: Props) => {
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
  /** Alt and an arrow: within its list, out behind its directory, into the directory before it */
  const shift = (key: string): void => {
    if (row === undefined) return;
    const same = rows.filter((menu) => menu.list === row.list);
    const n = same.indexOf(row);
    if (key === 'ArrowUp' && n > 0) props.onMove(row.address, row.list, same[n - 2]?.code ?? null);
    else if (key === 'ArrowDown' && n < same.length - 1) props.onMove(row.address, row.list, same[n + 1]?.code ?? null);
    else if (key === 'ArrowLeft' && row.list !== 'items') {
      const parent = rows.find((menu) => `${menu.address}.items` === row.list);
      if (parent !== undefined) props.onMove(row.address, parent.list, parent.code);
    } else if (key === 'ArrowRight') {
      const before = same[n - 1];
      if (before?.isDirectory === true)
        props.onMove(
          row.address,
          `${before.address}.items`,
          rows.filter((row) => row.list === `${before.address}.items`).at(-1)?.code ?? null,
        );
    }
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (renaming !== undefined) return;
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow && event.altKey) {
      if (!closed) shift(event.key);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = rows[at < 0 ? 0 : at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next !== undefined) props.onSelect(next.address);
    } else if (closed) return;
    else if (event.key === 'F2' && row !== undefined) setRenaming(row.address);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && row !== undefined) props.onRemove(row.address);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      className={styles.menu}
      role="tree"
      aria-label="菜单项"
      tabIndex={0}
      onKeyDown={handleKey}
      onPointerMove={move}
      onPointerUp={end}
    >
      {rows.map((row) => (
        <div
          key={row.address}
          role="treeitem"
          tabIndex={-1}
          aria-level={row.depth + 1}
          aria-selected={selection.includes(row.address)}
          data-menu-row={row.address}
          data-carried={carried === row.address ? '' : undefined}
          data-aim={aim?.over === row.address ? aim.place : undefined}
          data-refused={aim?.over === row.address && aim.refused !== undefined ? '' : undefined}
          data-off={row.off || row.hide ? '' : undefined}
          style={{ paddingLeft: `${1.3333 + row.depth * 1.6667}rem` }}
          onPointerDown={(event) => {
            if (event.button !== 0 || (event.target as HTMLElement).closest('button, input') !== null) return;
            if (!closed) from.current = { address: row.address, x: event.clientX, y: event.clientY };
            props.onSelect(row.address);
          }}
          onDoubleClick={() => !closed && setRenaming(row.address)}
        >
          {!closed && <Glyph name="grip" className={styles.grip} />}
          {row.icon === undefined ? <Glyph name={row.isDirectory ? 'tab' : 'object'} /> : <Icon name={row.icon} />}
          {renaming === row.address ? (
            <Rename
              label="新的名称"
              maxLength={20}
              title={row.title}
              onDone={(title) => {
                setRenaming(undefined);
                list.current?.focus();
                if (title !== undefined && title !== row.title) props.onRename(row.address, title);
              }}
            />
          ) : (
            <b className={styles.title}>{row.title}</b>
          )}
          <span>{row.opens === row.title ? '' : row.opens}</span>
          {closed ? (
            <em>{row.off ? '已移除' : row.hide ? '已隐藏' : ''}</em>
          ) : row.off ? (
            <button type="button" onClick={() => props.onRestore(row.address)}>
              已移除，恢复
            </button>
          ) : (
            <>
              <button type="button" onClick={() => props.onHide(row.address, !row.hide)}>
                {row.hide ? '已隐藏，显示' : '隐藏'}
              </button>
              <button
                type="button"
                aria-label={`移除${row.title}`}
                title="移除 Delete"
                onClick={() => props.onRemove(row.address)}
              >
                <Glyph name="trash" />
              </button>
            </>
          )}
        </div>
      ))}
      {aim?.refused !== undefined && (
        <p role="status" className={styles.refused}>
          {aim.refused}
        </p>
      )}
    </div>
  );
};

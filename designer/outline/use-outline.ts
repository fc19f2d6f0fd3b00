/** The outline without its view: rows that are shown, which are folded, chosen, renamed, and what keys and clicks do to them. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { filtered, flattened, type OutlineNode } from './outline-of';

export interface OutlineProps {
  readonly nodes: readonly OutlineNode[];
  readonly query: string;
  readonly selection: readonly string[];
  readonly onSelect: (addresses: readonly string[]) => void;
  /** −1 up, 1 down */
  readonly onMove: (address: string, by: -1 | 1) => void;
  readonly onRename: (address: string, title: string) => void;
  readonly onAdd: (list: string) => void;
  /** lists that one can add to by their head */
  readonly addable: (list: string) => boolean;
  readonly onMenu: (address: string, at: { readonly x: number; readonly y: number }) => void;
}

export type Outlining = ReturnType<typeof useOutline>;

export function useOutline(props: OutlineProps) {
  const { query, selection, onSelect } = props;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [renaming, setRenaming] = useState<string>();
  const anchor = useRef<string>(undefined);
  const nodes = filtered(props.nodes, query);
  const rows = flattened(nodes, query === '' ? folded : new Set());
  const chosen = new Set(selection);
  const last = selection.at(-1);
  const at = rows.findIndex((row) => row.node.address === last && row.node.head !== true);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (last !== undefined) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [last]);

  const go = (index: number, range: boolean): void => {
    const target = rows[index];
    if (target === undefined) return;
    if (!range) {
      anchor.current = target.node.address;
      onSelect([target.node.address]);
      return;
    }
    const from = rows.findIndex((row) => row.node.address === (anchor.current ?? last));
    const [low, high] = from < index ? [from, index] : [index, from];
    onSelect(
      rows.slice(Math.max(0, low), high + 1).flatMap((row) => (row.node.head === true ? [] : [row.node.address])),
    );
  };
  const step = (by: -1 | 1): number => {
    let next = at + by;
    while (rows[next]?.node.head === true) next += by;
    return rows[next] === undefined ? at : next;
  };
  const fold = (key: string, on: boolean): void =>
    setFolded((now) => {
      const next = new Set(now);
      if (on) next.add(key);
      else next.delete(key);
      return next;
    });
  const handleKey = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      event.stopPropagation();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      if (event.altKey && row !== undefined) props.onMove(row.node.address, by);
      else go(step(by), event.shiftKey);
    } else if (event.key === 'ArrowLeft' && row !== undefined) fold(row.key, true);
    else if (event.key === 'ArrowRight' && row !== undefined) fold(row.key, false);
    else if (event.key === 'F2' && row !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      setRenaming(row.node.address);
    } else return;
  };
  const handleClick = (address: string, event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): void => {
    if (event.shiftKey)
      go(
        rows.findIndex((row) => row.node.address === address),
        true,
      );
    else if (event.ctrlKey || event.metaKey) {
      anchor.current = address;
      onSelect(chosen.has(address) ? selection.filter((text) => text !== address) : [...selection, address]);
    } else {
      anchor.current = address;
      onSelect([address]);
    }
  };
  return {
    list,
    rows,
    isFolded: (key: string): boolean => folded.has(key),
    fold,
    isChosen: (address: string): boolean => chosen.has(address),
    renaming,
    rename: setRenaming,
    /** a new title was written, or none */
    renamed: (node: OutlineNode, title: string | undefined): void => {
      setRenaming(undefined);
      list.current?.focus();
      if (title !== undefined && title !== node.title) props.onRename(node.address, title);
    },
    handleKey,
    handleClick,
    handleMenu: (address: string, at: { readonly x: number; readonly y: number }): void => {
      if (!chosen.has(address)) onSelect([address]);
      props.onMenu(address, at);
    },
  };
}

/**
 * The outline of the open object as a tree for mouse and keyboard: arrows walk and fold, Alt and an arrow moves the node, Delete removes
 * it, Ctrl+D copies it, F2 renames it, Shift and Ctrl choose several.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Glyph } from '../Glyph';
import { Rename } from '../parts/Rename';
import styles from './outline.module.css';
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

export const Outline = (props: OutlineProps) => {
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
  return (
    <div
      ref={list}
      className={styles.outline}
      role="tree"
      aria-label="大纲"
      aria-multiselectable="true"
      tabIndex={0}
      onKeyDown={handleKey}
    >
      {rows.map(({ node, depth, key }) =>
        node.head === true ? (
          <Head key={key} node={node} open={!folded.has(key)} onFold={(on) => fold(key, on)} {...props} />
        ) : (
          <div
            key={key}
            role="treeitem"
            tabIndex={-1}
            aria-selected={chosen.has(node.address)}
            aria-level={depth}
            className={styles.item}
            style={{ paddingLeft: `${1.3333 + (depth - 1) * 1.3333}rem` }}
            onClick={(event) => handleClick(node.address, event)}
            onDoubleClick={() => setRenaming(node.address)}
            onKeyDown={() => undefined}
            onContextMenu={(event) => {
              event.preventDefault();
              if (!chosen.has(node.address)) onSelect([node.address]);
              props.onMenu(node.address, { x: event.clientX, y: event.clientY });
            }}
          >
            {(node.children?.length ?? 0) > 0 ? (
              <button
                type="button"
                tabIndex={-1}
                className={styles.twist}
                data-open={folded.has(key) ? undefined : ''}
                aria-label={folded.has(key) ? '展开' : '收起'}
                onClick={(event) => {
                  event.stopPropagation();
                  fold(key, !folded.has(key));
                }}
              >
                <Glyph name="right" />
              </button>
            ) : (
              <i className={styles.twist} />
            )}
            <Glyph name={node.icon} className={styles.icon} />
            {renaming === node.address ? (
              <Rename
                label="新的标题"
                maxLength={40}
                title={node.title}
                onDone={(title) => {
                  setRenaming(undefined);
                  list.current?.focus();
                  if (title !== undefined && title !== node.title) props.onRename(node.address, title);
                }}
              />
            ) : (
              <span className={styles.title} title={node.title}>
                {node.title}
              </span>
            )}
            {node.note !== undefined && renaming !== node.address && <em>{node.note}</em>}
          </div>
        ),
      )}
      {rows.length === 0 && <p className={styles.none}>{query === '' ? '这里还没有内容' : '没有找到'}</p>}
    </div>
  );
};

interface HeadProps extends Pick<OutlineProps, 'onAdd' | 'addable'> {
  readonly node: OutlineNode;
  readonly open: boolean;
  readonly onFold: (on: boolean) => void;
}
const Head = ({ node, open, onFold, onAdd, addable }: HeadProps) => (
  <div className={styles.head} role="treeitem" aria-expanded={open} aria-level={1} tabIndex={-1} aria-selected={false}>
    <button type="button" tabIndex={-1} onClick={() => onFold(open)}>
      {node.title} <em>{node.children?.length ?? 0}</em>
    </button>
    {addable(node.address) && (
      <button type="button" className={styles.add} aria-label={`新增${node.title}`} onClick={() => onAdd(node.address)}>
        <Glyph name="plus" />
      </button>
    )}
  </div>
);

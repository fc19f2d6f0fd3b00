/** Rows of the tree: a box for all of a page, one for each function. One stop for Tab; arrows go on from there. */
import { LockOutlined, RightOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { rem } from '../../page/scale';
import styles from './Grants.module.css';
import { type GrantRow, markOf } from './tree';

/** Where a function comes from and which rows it reaches. */
export interface GrantNote {
  readonly from: string;
  readonly reach: string;
}
interface Props {
  readonly title: string;
  readonly rows: readonly GrantRow[];
  readonly chosen: ReadonlySet<string>;
  readonly before: ReadonlySet<string> | undefined;
  readonly reading: boolean;
  readonly notes?: ReadonlyMap<string, GrantNote> | undefined;
  readonly empty: string;
  readonly onOpen: (node: string, open: boolean) => void;
  readonly onToggle: (codes: readonly string[], on: boolean) => void;
  readonly onView: (codes: readonly string[]) => void;
}

export function GrantRows(props: Props) {
  const { title, rows, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  // the first box is the way in by Tab, whatever the rows are now
  useEffect(() => {
    const boxes = [...(box.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    if (boxes.some((box) => box.tabIndex === 0)) return;
    const first = boxes.find((box) => !box.disabled);
    if (first) first.tabIndex = 0;
  });
  const focus = (to: HTMLInputElement | undefined): void => {
    if (to === undefined) return;
    for (const input of box.current?.querySelectorAll<HTMLInputElement>('input[tabindex="0"]') ?? [])
      input.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = event.target;
    if (!(at instanceof HTMLInputElement)) return;
    const lines = [...(box.current?.querySelectorAll<HTMLElement>('[data-node]') ?? [])];
    const line = lines.findIndex((line) => line.contains(at));
    const boxesOf = (index: number): HTMLInputElement[] => [
      ...(lines[index]?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? []),
    ];
    const here = boxesOf(line);
    const place = here.indexOf(at);
    const row = rows[line];
    const step = (by: number): HTMLInputElement | undefined => {
      for (let to = line + by; to >= 0 && to < lines.length; to += by) {
        const boxes = boxesOf(to);
        if (boxes.length > 0) return boxes[Math.min(place, boxes.length - 1)];
      }
      return undefined;
    };
    const branch = row !== undefined && place === 0 && row.branch.children.length > 0;
    switch (event.key) {
      case 'ArrowDown':
        focus(step(1));
        break;
      case 'ArrowUp':
        focus(step(-1));
        break;
      case 'ArrowRight':
        if (branch && !row.open) props.onOpen(row.branch.node.id, true);
        else focus(here[place + 1] ?? step(1));
        break;
      case 'ArrowLeft':
        if (branch && row.open) props.onOpen(row.branch.node.id, false);
        else focus(here[place - 1] ?? step(-1));
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  if (rows.length === 0)
    return (
      <p className={styles.empty} role="status">
        {empty}
      </p>
    );
  return (
    <div className={styles.rows} ref={box} onKeyDown={onKey} role="group" aria-label={title}>
      {rows.map((row) => (
        <Line key={row.branch.node.id} {...props} row={row} />
      ))}
    </div>
  );
}

function Line({ row, chosen, before, reading, notes, onOpen, onToggle, onView }: Props & { readonly row: GrantRow }) {
  const { branch, open, functions } = row;
  const { node, children, codes } = branch;
  const mark = markOf(codes, chosen);
  const views = codes.filter((code) => code.endsWith(':view'));
  // one reach of a whole page is said once
  const reaches = new Set(functions.map(({ code }) => notes?.get(code)?.reach ?? ''));
  const [reach = ''] = reaches.size === 1 ? reaches : [];
  const directory = children.length > 0 || node.functions.length === 0;
  return (
    <div
      className={directory ? `${styles.line} ${styles.directory}` : styles.line}
      data-node={node.id}
      data-mark={mark}
    >
      <div className={styles.name} style={{ paddingInlineStart: rem(6 + branch.level * 18) }}>
        {children.length > 0 ? (
          <button
            type="button"
            className={open ? `${styles.arrow} ${styles.open}` : styles.arrow}
            tabIndex={-1}
            aria-expanded={open}
            aria-label={`${open ? '收起' : '展开'}${node.title}`}
            onClick={() => onOpen(node.id, !open)}
          >
            <RightOutlined />
          </button>
        ) : (
          <i className={styles.arrow} />
        )}
        {reading ? (
          <span>{node.title}</span>
        ) : (
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              checked={mark === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = mark === 'some';
              }}
              onChange={() => onToggle(codes, mark !== 'all')}
            />
            <span>{node.title}</span>
          </label>
        )}
        {!reading && views.length > 0 && codes.length > views.length && (
          <button type="button" className={styles.view} tabIndex={-1} onClick={() => onView(codes)}>
            仅查看
          </button>
        )}
      </div>
      <div className={styles.functions}>
        {functions.map(({ code, title, locked }) => {
          const on = chosen.has(code);
          const was = before?.has(code) ?? on;
          return reading ? (
            <Read key={code} title={title} note={notes?.get(code)} hasReach={reach === ''} />
          ) : (
            <label
              key={code}
              className={styles.function}
              data-change={on === was ? undefined : on ? 'added' : 'removed'}
              data-locked={locked}
              title={locked ? `${code} · 不能授予自己没有的权限` : code}
            >
              <input
                type="checkbox"
                tabIndex={-1}
                checked={on}
                disabled={locked === true}
                onChange={() => onToggle([code], !on)}
              />
              <span>{title}</span>
              {locked && <LockOutlined />}
            </label>
          );
        })}
        {reach !== '' && <small className={styles.reach}>{reach}</small>}
        {!directory && node.groups && (
          <span className={styles.groups} title="这些列只有拥有对应字段组的角色能看到，在「字段组」里授予">
            含字段组 {node.groups.join('、')}
          </span>
        )}
      </div>
    </div>
  );
}

interface ReadProps {
  readonly title: string;
  readonly note: GrantNote | undefined;
  readonly hasReach: boolean;
}
const Read = ({ title, note, hasReach }: ReadProps) => (
  <span className={styles.function} title={note === undefined ? undefined : `来自 ${note.from}`}>
    {title}
    {note !== undefined && hasReach && <small className={styles.reach}>{note.reach}</small>}
  </span>
);

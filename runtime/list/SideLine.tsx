/** One node of a side tree: its caret, its name, what can be done with it, and what may be dropped on it. */
import type { DragEvent, ReactNode } from 'react';
import type { Counts } from '../data/list-settings';
import { Icon } from '../page/index';
import styles from './SideTree.module.css';
import { carriesNode, carriesRows, dropAt } from './side-drop';

/** What happens when something is let go over a node. */
export interface LineDrop {
  /** rows of the list */
  readonly rows?: () => void;
  /** another node of the tree */
  readonly node?: () => void;
  /** another node, at the edge of this one: it stands beside it */
  readonly beside?: ((at: 'before' | 'behind') => void) | undefined;
}
interface Props {
  readonly label: string;
  /** rows at it and below */
  readonly count?: Counts[string] | undefined;
  readonly level: number;
  readonly chosen: boolean;
  /** undefined = a leaf */
  readonly open?: boolean | undefined;
  readonly onChoose: () => void;
  readonly onToggle?: () => void;
  readonly onNear?: () => void;
  readonly tools?: ReactNode;
  /** the node is picked up to be put elsewhere */
  readonly onLift?: ((event: DragEvent) => void) | undefined;
  readonly drop?: LineDrop | undefined;
  /** one place up (-1) or down (1) among its siblings, by Alt and an arrow */
  readonly onShift?: ((by: -1 | 1) => void) | undefined;
}

export const Line = (props: Props) => {
  const { label, count, level, chosen, open, onChoose, onToggle, onNear, tools, onLift, drop, onShift } = props;
  const placeOf = ({ dataTransfer, currentTarget, clientY }: DragEvent) =>
    dropAt(currentTarget, clientY, carriesNode(dataTransfer) && drop?.beside !== undefined);
  const dropOf = (event: DragEvent): (() => void) | undefined => {
    const { dataTransfer } = event;
    if (carriesRows(dataTransfer)) return drop?.rows;
    if (!carriesNode(dataTransfer)) return undefined;
    const at = placeOf(event);
    return at === 'into' ? drop?.node : () => drop?.beside?.(at);
  };
  return (
    <div
      className={styles.line}
      role="treeitem"
      aria-level={level + 1}
      aria-selected={chosen}
      aria-expanded={open}
      style={{ paddingLeft: `${0.3333 + level * 1.3333}rem` }}
      draggable={onLift !== undefined}
      onDragStart={onLift}
      onDragOver={(event) => {
        if (dropOf(event) === undefined) return;
        event.preventDefault();
        event.currentTarget.dataset.drop = placeOf(event);
      }}
      onDragLeave={({ currentTarget }) => delete currentTarget.dataset.drop}
      onDrop={(event) => {
        delete event.currentTarget.dataset.drop;
        event.preventDefault();
        dropOf(event)?.();
      }}
      onKeyDown={(event) => {
        if (onShift === undefined || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        event.stopPropagation();
        onShift(event.key === 'ArrowUp' ? -1 : 1);
      }}
      {...(open === undefined || onNear === undefined ? {} : { onPointerEnter: onNear })}
    >
      <button
        type="button"
        className={styles.caret}
        data-caret=""
        data-open={open}
        tabIndex={-1}
        disabled={open === undefined}
        aria-label={open === true ? '收起' : '展开'}
        onClick={onToggle}
      >
        {open !== undefined && <Icon name="right" />}
      </button>
      <button type="button" className={styles.label} data-node="" onClick={onChoose} title={label}>
        {label}
      </button>
      {count !== undefined && (
        <i className={styles.count}>
          {count.total}
          {count.capped === true && '+'}
        </i>
      )}
      {tools}
    </div>
  );
};

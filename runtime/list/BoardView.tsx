/**
 * Rows as cards in the columns of a field. A card is dragged only where one of its actions leads; dropped there, the action runs with its
 * questions. By the keyboard: the actions of the card, or space, arrows, space.
 */
import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  rectIntersection,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { codeLook } from '../fields/shared/tags';
import type { Page } from '../page/index';
import styles from './BoardView.module.css';
import { type BoardColumn, boardColumns, wayOf } from './board';
import { Card, cardShape } from './Card';
import { type CardsProps, choiceOf, NoCards } from './CardList';

interface Props extends CardsProps {
  readonly page: Page;
  readonly field: string;
  /** there are more rows than are shown */
  readonly more: boolean;
  /** a card was dropped where this action leads */
  readonly onMove: (action: ResolvedAction, row: WireRow) => void;
}

export const BoardView = ({ page, field, more, onMove, ...cards }: Props) => {
  const { columns, rows, context, status, actions, onAction, onMenu, selection, empty, label } = cards;
  const [dragged, setDragged] = useState<WireRow>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor),
  );
  if (rows.length === 0 && status.state !== 'ready') return <NoCards status={status} empty={empty} />;
  const board = boardColumns(page, field, rows);
  const shape = cardShape(columns, { without: field, named: page.object.label });
  const ways = dragged === undefined ? undefined : wayOf(page, field, dragged, actions);
  const card = (row: WireRow, index: number): ReactNode => (
    <Card
      row={row}
      index={index}
      shape={shape}
      context={context}
      actions={actions}
      onAction={onAction}
      onMenu={onMenu}
      choice={choiceOf(selection, row)}
    />
  );
  const handleEnd = ({ over }: DragEndEvent): void => {
    const action = over === null ? undefined : ways?.get(String(over.id));
    if (action !== undefined && dragged !== undefined) onMove(action, dragged);
    setDragged(undefined);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(args) => {
        const under = pointerWithin(args);
        return under.length > 0 ? under : rectIntersection(args);
      }}
      accessibility={{ screenReaderInstructions: { draggable: '按空格拿起卡片，方向键移动，再按空格放下，Esc取消' } }}
      onDragStart={({ active }) => setDragged(rows.find((row) => row.id === active.id))}
      onDragEnd={handleEnd}
      onDragCancel={() => setDragged(undefined)}
    >
      {more && (
        <p className={styles.cut} role="status">
          只显示前{rows.length}条，请缩小查询范围
        </p>
      )}
      <div className={styles.board} data-stale={status.state === 'stale' || undefined}>
        {board.map((column) => (
          <Column
            key={column.value}
            column={column}
            look={lookOf(page, field, column.value)}
            label={label}
            action={ways?.get(column.value)}
            isDragging={dragged !== undefined}
          >
            {column.rows.map((row, index) => (
              <Draggable key={row.id} row={row} can={wayOf(page, field, row, actions).size > 0}>
                {card(row, index)}
              </Draggable>
            ))}
          </Column>
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged !== undefined && <div className={`${styles.card} ${styles.lifted}`}>{card(dragged, 0)}</div>}
      </DragOverlay>
    </DndContext>
  );
};

interface Look {
  readonly label: string;
  readonly tone: string;
}
const lookOf = (page: Page, field: string, value: string): Look => {
  const { dict, type } = page.object.fields[field] ?? {};
  if (value === '') return { label: '未填写', tone: 'info' };
  if (type === 'bool') return { label: value === 'true' ? '是' : '否', tone: 'info' };
  return dict === undefined ? { label: value, tone: 'info' } : codeLook(page.dicts.get(dict), value);
};

interface ColumnProps {
  readonly column: BoardColumn;
  readonly look: Look;
  readonly label: string;
  /** what dropping the card here does */
  readonly action: ResolvedAction | undefined;
  readonly isDragging: boolean;
  readonly children: ReactNode;
}
const Column = ({ column, look, label, action, isDragging, children }: ColumnProps) => {
  const { setNodeRef, isOver } = useDroppable({ id: column.value, disabled: action === undefined });
  return (
    <section
      ref={setNodeRef}
      className={styles.column}
      aria-label={`${label} ${look.label}`}
      data-target={action !== undefined || undefined}
      data-over={(isOver && action !== undefined) || undefined}
      data-off={(isDragging && action === undefined) || undefined}
    >
      <h3 className={styles.title}>
        <i data-tone={look.tone} />
        {look.label}
        <small>{column.rows.length}</small>
        {action !== undefined && <em>{action.title}</em>}
      </h3>
      <ul className={styles.cards}>{children}</ul>
    </section>
  );
};

interface DraggableProps {
  readonly row: WireRow;
  readonly can: boolean;
  readonly children: ReactNode;
}
const Draggable = ({ row, can, children }: DraggableProps) => {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: row.id,
    disabled: !can,
  });
  const style: CSSProperties = isDragging ? { opacity: 0.35 } : {};
  return (
    <li>
      <div
        // the keys of what stands on the card are its own
        ref={(node) => {
          setNodeRef(node);
          setActivatorNodeRef(node);
        }}
        className={styles.card}
        style={style}
        data-can={can || undefined}
        {...(can ? { ...attributes, ...listeners, role: 'group', 'aria-roledescription': '可拖动的卡片' } : {})}
      >
        {children}
      </div>
    </li>
  );
};

/** Show, hide and drag columns (width 170, specification §9). The box on top knows all, some and none; saved when it closes. */
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Checkbox, Popover } from 'antd';
import { useState } from 'react';
import { Icon, rem } from '../page/index';
import type { TableColumn } from '../table/index';
import styles from './ColumnPopover.module.css';
import { arranged, type ColumnSettings, moved, PLAIN, toggled, toggledAll } from './column-settings';
import { RoleColumns } from './RoleColumns';

interface Props {
  readonly columns: readonly TableColumn[];
  readonly settings: ColumnSettings;
  readonly onChange: (settings: ColumnSettings) => void;
  readonly onClose: () => void;
  /** a column nobody hides: what must be filled in where rows are typed */
  readonly keeps?: ((column: TableColumn) => boolean) | undefined;
  /** of who may set roles: keeps the columns as a role's own, or takes those of the role back */
  readonly onRole?: ((role: string, kept: boolean) => Promise<unknown>) | undefined;
}
const WIDTH = 170;
const NONE = (): boolean => false;

export const ColumnPopover = ({ columns, settings, onChange, onClose, keeps = NONE, onRole }: Props) => {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const handleOpen = (next: boolean): void => {
    setOpen(next);
    if (!next) onClose();
  };
  return (
    <>
      <Popover
        trigger="click"
        open={open}
        onOpenChange={handleOpen}
        placement="bottomRight"
        arrow={false}
        styles={{ body: { width: rem(WIDTH), padding: rem(8) } }}
        content={
          <>
            <Choices columns={columns} settings={settings} onChange={onChange} keeps={keeps} />
            {onRole !== undefined && (
              <button
                type="button"
                className={styles.role}
                onClick={() => {
                  handleOpen(false);
                  setAsking(true);
                }}
              >
                设为角色默认…
              </button>
            )}
          </>
        }
      >
        <button type="button" className={styles.icon} aria-label="列设置" title="列设置">
          <Icon name="columns" />
        </button>
      </Popover>
      {asking && onRole !== undefined && <RoleColumns onSave={onRole} onClose={() => setAsking(false)} />}
    </>
  );
};

type ChoicesProps = Pick<Props, 'columns' | 'settings' | 'onChange'> & Required<Pick<Props, 'keeps'>>;
const Choices = ({ columns, settings, onChange, keeps }: ChoicesProps) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 3 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ordered = arranged(columns, settings);
  const shown = ordered.filter((column) => !settings.hidden.includes(column.key)).length;
  const handleEnd = ({ active, over }: DragEndEvent): void => {
    if (over !== null && active.id !== over.id) onChange(moved(settings, columns, String(active.id), String(over.id)));
  };
  return (
    <div className={styles.choices}>
      <div className={styles.head}>
        <Checkbox
          checked={shown === ordered.length}
          indeterminate={shown > 0 && shown < ordered.length}
          onChange={() => onChange(toggledAll(settings, ordered, keeps))}
        >
          全选
        </Checkbox>
        <button type="button" onClick={() => onChange(PLAIN)}>
          恢复默认
        </button>
      </div>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleEnd}>
        <SortableContext items={ordered.map((column) => column.key)} strategy={verticalListSortingStrategy}>
          <div className={styles.list}>
            {ordered.map((column) => (
              <Choice
                key={column.key}
                column={column}
                shown={!settings.hidden.includes(column.key)}
                only={shown === 1 || keeps(column)}
                onToggle={() => onChange(toggled(settings, column.key))}
              />
            ))}
          </div>
        </SortableContext>
      </DndContext>
    </div>
  );
};

interface ChoiceProps {
  readonly column: TableColumn;
  readonly shown: boolean;
  /** the last one stays */
  readonly only: boolean;
  readonly onToggle: () => void;
}

const Choice = ({ column, shown, only, onToggle }: ChoiceProps) => {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: column.key });
  return (
    <div
      ref={setNodeRef}
      className={styles.choice}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Checkbox checked={shown} disabled={only && shown} onChange={onToggle}>
        {column.title}
      </Checkbox>
      <span className={styles.grip} {...attributes} {...listeners} aria-label={`移动${column.title}`}>
        <Icon name="grip" />
      </span>
    </div>
  );
};

/** The columns to tick and drag, in the popover over a list. */
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
import { Checkbox } from 'antd';
import { Icon } from '../page/index';
import { arranged, type ColumnSettings, moved, PLAIN, toggled, toggledAll } from '../table/column-settings';
import type { TableColumn } from '../table/index';
import styles from './ColumnPopover.module.css';

interface Props {
  readonly columns: readonly TableColumn[];
  readonly settings: ColumnSettings;
  readonly onChange: (settings: ColumnSettings) => void;
  /** a column nobody hides */
  readonly keeps: (column: TableColumn) => boolean;
}

export const ColumnChoices = ({ columns, settings, onChange, keeps }: Props) => {
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

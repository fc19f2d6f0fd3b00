/** The chosen rows at the side of the selection window, over all pages. */
import { CloseOutlined } from '@ant-design/icons';
import type { PickRow } from '../data/types';
import type { TableColumn } from '../table/index';
import styles from './PickDialog.module.css';

interface Props {
  readonly chosen: readonly PickRow[];
  readonly columns: readonly TableColumn[];
  readonly onClear: () => void;
  readonly onDrop: (id: string) => void;
}

export function PickChosen({ chosen, columns, onClear, onDrop }: Props) {
  return (
    <aside className={styles.chosen}>
      <header>
        已选 {chosen.length}
        {chosen.length > 0 && (
          <button type="button" onClick={onClear}>
            清空
          </button>
        )}
      </header>
      <ul>
        {chosen.map((row) => (
          <li key={row.id}>
            <p>
              {row.label}
              <small>{secondLine(columns, row)}</small>
            </p>
            <button type="button" aria-label={`移除 ${row.label}`} onClick={() => onDrop(row.id)}>
              <CloseOutlined />
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** What tells two chosen ones of the same name apart: the columns that the label does not say. */
const secondLine = (columns: readonly TableColumn[], row: PickRow): string =>
  columns
    .map((column) => column.text(row, 0))
    .filter((text) => text !== '' && !row.label.includes(text))
    .slice(0, 2)
    .join(' ');

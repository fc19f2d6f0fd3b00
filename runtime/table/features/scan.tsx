/**
 * `scan` — a scan input in the header: a mark until it has the focus or a text, then as wide as its column. A scanner ends with Enter,
 * which searches the column; an emptied input ends the search.
 */
import { useState } from 'react';
import { Icon } from '../../page/Icon';
import type { HeaderContext, TableColumn, TableFeature } from '../types';
import styles from './features.module.css';

interface Props {
  readonly column: TableColumn;
  readonly scan: NonNullable<HeaderContext['scan']>;
}

const ScanInput = ({ column, scan }: Props) => {
  const searched = scan.value(column.key);
  const [text, setText] = useState(searched);
  const [seen, setSeen] = useState(searched);
  if (seen !== searched) {
    setSeen(searched);
    setText(searched);
  }
  const search = (wanted: string): void => {
    if (wanted !== searched) scan.onScan(column.key, wanted);
  };
  return (
    <label className={styles.scan} data-filled={text !== '' || undefined} data-tip={`扫码查${column.title}`}>
      <Icon name="scan" />
      <input
        value={text}
        aria-label={`扫码查${column.title}`}
        placeholder={column.placement?.placeholder ?? '扫码或输入'}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(searched)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            search(text.trim());
            event.currentTarget.select();
          } else if (event.key === 'Escape') {
            setText('');
            search('');
            event.currentTarget.blur();
          }
        }}
      />
    </label>
  );
};

export const scan: TableFeature = {
  code: 'scan',
  applies: (column) => column.placement?.scan === true,
  header: (column, { scan: at }) =>
    at === undefined ? null : <ScanInput key={`scan${column.key}`} column={column} scan={at} />,
};

/** A box that searches while one types, and a magnifier that opens the selection window; of several, with those chosen at its right. */

import { SearchOutlined } from '@ant-design/icons';
import { isMany } from '../../../schemas/language/kinds/index';
import type { InputProps } from '../input-props';
import styles from './inputs.module.css';
import { RefInput } from './RefInput';

export function DialogRef(props: InputProps) {
  const { field, value, host, onChange, disabled } = props;
  const many = isMany(field);
  const openDialog = async (): Promise<void> => {
    const target = host.target(field);
    const held = Array.isArray(value) ? (value as readonly string[]) : [];
    const max = many ? host.limit(field, 'max') : undefined;
    const rows = await host.openPick({
      field,
      title: `选择${field.title}`,
      many,
      chosen: held.map((id) => ({ id, label: host.label(target, id) })),
      ...(many ? { whole: true } : {}),
      ...(typeof max === 'number' ? { max } : {}),
    });
    if (rows === null) return;
    if (many) onChange(rows.map((row) => row.id));
    else if (rows[0] !== undefined) onChange(rows[0].id, rows[0]);
  };
  return (
    <RefInput
      {...props}
      onWindow={() => void openDialog()}
      suffix={
        disabled === true ? undefined : (
          <SearchOutlined
            className={styles.search}
            aria-label={`选择${field.title}`}
            title="F4"
            onMouseDown={(event) => {
              event.preventDefault();
              event.stopPropagation();
              void openDialog();
            }}
          />
        )
      }
    />
  );
}

/** Kind 14: a box that searches while one types, and a magnifier that opens the pick dialog. */
import { SearchOutlined } from '@ant-design/icons';
import type { InputProps } from '../input-props';
import styles from '../shared/inputs.module.css';
import { RefInput } from '../shared/RefInput';

export function DialogSelectInput(props: InputProps) {
  const { field, value, host, onChange, disabled } = props;
  const openDialog = async (): Promise<void> => {
    const rows = await host.openPick({
      field,
      title: `选择${field.title}`,
      many: false,
      chosen: typeof value === 'string' ? [value] : [],
    });
    const picked = rows?.[0];
    if (picked !== undefined) onChange(picked.id, picked);
  };
  return (
    <RefInput
      {...props}
      suffix={
        disabled === true ? undefined : (
          <SearchOutlined
            className={styles.search}
            aria-label={`选择${field.title}`}
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

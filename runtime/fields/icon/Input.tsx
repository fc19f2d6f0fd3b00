/** Kind 26: an icon from those the runtime draws. */
import { CloseCircleFilled } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { Icon } from '../../page/Icon';
import type { InputProps } from '../input-props';
import styles from '../shared/inputs.module.css';
import { ICONS, iconTitle } from './icons';

export function IconInput({ id, field, value, onChange, disabled, status, open: begin }: InputProps) {
  const [open, setOpen] = useState(begin === true);
  const chosen = typeof value === 'string' ? value : null;
  const take = (code: string | null): void => {
    setOpen(false);
    onChange(code);
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      destroyOnHidden
      placement="bottomLeft"
      content={
        <div className={styles.icons} role="radiogroup" aria-label={field.title}>
          {ICONS.map(([code, title]) => (
            <button
              key={code}
              type="button"
              role="radio"
              aria-checked={code === chosen}
              aria-label={title}
              title={title}
              onClick={() => take(code)}
            >
              <Icon name={code} />
            </button>
          ))}
        </div>
      }
    >
      <Button id={id} disabled={disabled ?? false} danger={status === 'error'}>
        {chosen === null ? (
          '选择图标'
        ) : (
          <span className={styles.icon}>
            <Icon name={chosen} />
            {iconTitle(chosen)}
            {field.required !== true && disabled !== true && (
              <CloseCircleFilled
                className={styles.search}
                aria-label={`清除${field.title}`}
                onClick={(event) => {
                  event.stopPropagation();
                  take(null);
                }}
              />
            )}
          </span>
        )}
      </Button>
    </Popover>
  );
}

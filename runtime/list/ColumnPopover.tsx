/** Show, hide and drag columns (width 170, specification §9). The box on top knows all, some and none; saved when it closes. */
import { Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Icon, rem } from '../page/index';
import type { ColumnSettings } from '../table/column-settings';
import type { TableColumn } from '../table/index';
import styles from './ColumnPopover.module.css';
import { RoleColumns } from './RoleColumns';

/** what drags comes with the first look at it */
const ColumnChoices = lazy(() => import('./ColumnChoices').then((module) => ({ default: module.ColumnChoices })));

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
            <Suspense fallback={<div className={styles.choices} aria-busy="true" />}>
              <ColumnChoices columns={columns} settings={settings} onChange={onChange} keeps={keeps} />
            </Suspense>
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

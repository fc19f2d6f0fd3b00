/** The small toolbar over the rows: add, pick, paste, what the selection allows, and the list of errors that jumps. */
import { DeleteOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useSeen, useSignal } from '../data/signal';
import type { GridControl } from './control';
import { GridScan } from './GridScan';
import styles from './GridToolbar.module.css';
import { SheetDialog } from './SheetDialog';

export interface GridToolbarProps {
  readonly control: GridControl;
}

export function GridToolbar({ control }: GridToolbarProps) {
  const { host } = control;
  const [sheet, setSheet] = useState<'text' | 'file' | null>(null);
  return (
    <>
      {host.can.add && (
        <Button
          className={styles.tool}
          data-add=""
          onClick={() => (host.can.pick ? void host.pickRows() : control.add())}
        >
          添加
        </Button>
      )}
      {host.can.add && host.can.pick && (
        <Button className={styles.tool} onClick={() => control.add()}>
          空行
        </Button>
      )}
      {host.can.paste && (
        <Button className={styles.tool} onClick={() => setSheet('text')}>
          粘贴
        </Button>
      )}
      {host.can.import && (
        <Button className={styles.tool} onClick={() => setSheet('file')}>
          导入
        </Button>
      )}
      {host.can.scan && <GridScan control={control} />}
      <SelectionButtons control={control} />
      <span className={styles.grow} />
      <ErrorList control={control} />
      {sheet !== null && <SheetDialog control={control} from={sheet} onClose={() => setSheet(null)} />}
    </>
  );
}

function SelectionButtons({ control }: GridToolbarProps) {
  const { host } = control;
  const n = useSeen(host.store.activity, () =>
    control.range === null ? 0 : control.range.bottom - control.range.top + 1,
  );
  if (n === 0 || !host.can.remove) return null;
  return (
    <Button
      className={styles.tool}
      type="text"
      icon={<DeleteOutlined aria-hidden />}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => control.deleteRows()}
    >
      {n > 1 ? `删除 ${n} 行` : '删除'}
    </Button>
  );
}

function ErrorList({ control }: GridToolbarProps) {
  const { store, columns } = control.host;
  useSignal(store.faults);
  const problems = store.problems;
  const errors = problems.filter((problem) => problem.level !== 'warn').length;
  if (problems.length === 0) return null;
  const items = problems.slice(0, 200).map((problem, at) => {
    const r = store.indexOf(problem.row);
    const row = store.row(problem.row);
    return {
      key: String(at),
      label: `第${row === undefined ? r + 1 : control.host.number(row, r)}行 ${problem.text}`,
      onClick: () =>
        control.goTo(
          r,
          Math.max(
            0,
            columns.findIndex((column) => column.code === problem.col),
          ),
        ),
    };
  });
  return (
    <Dropdown trigger={['click']} menu={{ items, className: styles.errors }}>
      <button type="button" className={errors > 0 ? styles.error : styles.warn}>
        <ExclamationCircleOutlined aria-hidden />
        {errors > 0 ? `错误 ${errors}` : `提醒 ${problems.length}`}
      </button>
    </Dropdown>
  );
}

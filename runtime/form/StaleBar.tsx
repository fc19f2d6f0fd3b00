/** Somebody else stored the record meanwhile: who and when, and the way to choose between his values and mine. */
import { Button } from 'antd';
import { useState } from 'react';
import type { Choices } from '../../schemas/language/record/merge';
import type { Refusal } from '../data/types';
import { useHost } from '../page/host';
import { ConflictDialog } from './ConflictDialog';
import type { FormModel } from './form-model';
import styles from './StaleBar.module.css';

export interface StaleBarProps {
  readonly model: FormModel;
  readonly newer: Refusal;
  readonly onReload: () => void;
  readonly onSettle: (choices: Choices) => void;
}

export function StaleBar({ model, newer, onReload, onSettle }: StaleBarProps) {
  const { feedback } = useHost();
  // the refused save leads here: the choice stands open at once
  const [open, setOpen] = useState(true);
  const who = newer.changed?.[0];
  const reload = async (): Promise<void> => {
    if (await feedback.confirm('重新加载后，我填写的内容将丢失，是否继续？', { danger: true })) onReload();
  };
  return (
    <div className={styles.bar} role="alert">
      <span className={styles.text}>
        数据已被他人修改，请刷新后重试
        {who !== undefined && `（${who.by} ${who.at.slice(5, 16)}）`}
      </span>
      <Button size="small" type="primary" onClick={() => setOpen(true)}>
        逐项选择
      </Button>
      <Button size="small" onClick={() => void reload()}>
        重新加载
      </Button>
      {open && <ConflictDialog model={model} newer={newer} onSettle={onSettle} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Both sides of a conflict, field by field and row by row: what it was, what the other one made of it, what I typed. One press chooses. */
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { type Choices, type Difference, differences, ownChoices, type Side } from '../../schemas/language/record/merge';
import type { Refusal } from '../data/types';
import { rem } from '../page/scale';
import styles from './ConflictDialog.module.css';
import { type ShownDifference, shown } from './compare';
import type { FormModel } from './form-model';
import { readRecord } from './wire';

export interface ConflictDialogProps {
  readonly model: FormModel;
  readonly newer: Refusal;
  readonly onSettle: (choices: Choices) => void;
  readonly onClose: () => void;
}

export function ConflictDialog({ model, newer, onSettle, onClose }: ConflictDialogProps) {
  // the state of both sides when the dialog opened: nothing moves under the one who chooses
  const [all] = useState(() => conflictOf(model, newer));
  const [lines] = useState(() => all.map((difference) => shown(model, difference)));
  const [choices, setChoices] = useState<Choices>(() => ownChoices(all));
  const open = lines.filter((line) => !choices.has(line.key)).length;
  const clashes = lines.filter((line) => line.by === 'both');
  const others = lines.filter((line) => line.by !== 'both');
  const choose = (keys: readonly ShownDifference[], side: Side): void =>
    setChoices(new Map([...choices, ...keys.map((line) => [line.key, side] as const)]));
  const who = newer.changed?.[0];
  const section = (title: string, list: readonly ShownDifference[]) =>
    list.length > 0 && (
      <>
        <h3 className={styles.section}>{title}</h3>
        {list.map((line) => (
          <Line key={line.key} line={line} side={choices.get(line.key)} onChoose={(side) => choose([line], side)} />
        ))}
      </>
    );
  return (
    <Modal
      open
      centered
      title="数据已被他人修改"
      width={rem(880)}
      maskClosable={false}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <Button onClick={() => choose(lines, 'mine')}>全部用我的</Button>
          <Button onClick={() => choose(lines, 'theirs')}>全部用对方的</Button>
          <span className={styles.note}>{open > 0 ? `还有 ${open} 处未选` : ''}</span>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            disabled={open > 0}
            onClick={() => {
              onClose();
              onSettle(choices);
            }}
          >
            保存
          </Button>
        </div>
      }
    >
      <p className={styles.lead}>
        {who === undefined ? '对方' : `${who.by} ${who.at.slice(5, 16)} `}
        {lines.length === 0 ? '保存过，但没有改动我填写的内容，可以直接保存。' : leadOf(clashes.length)}
      </p>
      {lines.length > 0 && (
        <div className={styles.table}>
          <div className={styles.head} aria-hidden="true">
            <span>字段</span>
            <span>原值</span>
            <span>对方的</span>
            <span>我的</span>
          </div>
          {section(`两人都改了 ${clashes.length} 处，请选择`, clashes)}
          {section(`只有一人改的 ${others.length} 处，已合并`, others)}
        </div>
      )}
    </Modal>
  );
}

function conflictOf({ object, env, stored, doc }: FormModel, { current }: Refusal): readonly Difference[] {
  if (stored === null || current === undefined) return [];
  return differences(object, stored, readRecord(object, current, env.hops), doc);
}

const leadOf = (clashes: number): string =>
  clashes === 0 ? '也改了这条数据，与我的不冲突，可以一起保存。' : '也改了这条数据。选择保留哪一个，再保存。';

interface LineProps {
  readonly line: ShownDifference;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function Line({ line, side, onChoose }: LineProps) {
  const value = (which: Side, name: string) => (
    <label className={styles.value} data-on={side === which ? '' : undefined}>
      <input
        type="radio"
        name={line.key}
        aria-label={`${name} ${line[which]}`}
        checked={side === which}
        onChange={() => onChoose(which)}
      />
      <span>{line[which]}</span>
    </label>
  );
  return (
    <div className={styles.line} role="radiogroup" aria-label={line.title}>
      <span className={styles.name}>{line.title}</span>
      <span className={styles.base}>{line.base}</span>
      {value('theirs', '对方的')}
      {value('mine', '我的')}
    </div>
  );
}

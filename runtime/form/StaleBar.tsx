/** Somebody else stored the record meanwhile. What was typed stays; the difference can be seen before anything is thrown away. */
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { kindOf } from '../../schemas/language/kinds/index';
import { sameValue } from '../../schemas/language/record/values';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Row, Value } from '../../schemas/language/value';
import type { Refusal } from '../data/types';
import { rem } from '../page/scale';
import type { FormModel } from './form-model';
import { lookOf } from './render';
import styles from './StaleBar.module.css';
import { readRecord, rowsChange } from './wire';

export interface StaleBarProps {
  readonly model: FormModel;
  readonly newer: Refusal;
  readonly onReload: () => void;
  readonly onKeep: () => void;
}

export function StaleBar({ model, newer, onReload, onKeep }: StaleBarProps) {
  const [open, setOpen] = useState(false);
  const who = newer.changed?.[0];
  return (
    <div className={styles.bar} role="alert">
      <span className={styles.text}>
        数据已被他人修改，请刷新后重试
        {who !== undefined && `（${who.by} ${who.at.slice(5, 16)}）`}
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        查看差异
      </Button>
      <Button size="small" onClick={onReload}>
        重新加载
      </Button>
      {open && (
        <Modal
          open
          centered
          title="查看差异"
          width={rem(760)}
          maskClosable={false}
          onCancel={() => setOpen(false)}
          footer={[
            <Button key="reload" onClick={onReload}>
              用对方的，重新加载
            </Button>,
            <Button key="keep" type="primary" onClick={onKeep}>
              保留我的，稍后再保存
            </Button>,
          ]}
        >
          <Differences model={model} newer={newer} />
        </Modal>
      )}
    </div>
  );
}

function Differences({ model, newer }: Pick<StaleBarProps, 'model' | 'newer'>) {
  const lines = differences(model, newer);
  return (
    <div className={styles.table} role="table">
      <div className={styles.head} role="row">
        <span>字段</span>
        <span>原值</span>
        <span>对方改为</span>
        <span>我填写的</span>
      </div>
      {lines.map((line) => (
        <div key={line.code} className={styles.line} role="row">
          <span className={styles.name}>{line.title}</span>
          <span>{line.before}</span>
          <b>{line.theirs}</b>
          <span>{line.mine}</span>
        </div>
      ))}
      {lines.length === 0 && <p className={styles.none}>填写的字段没有差异，重新加载后可直接保存</p>}
    </div>
  );
}

export interface Difference {
  readonly code: string;
  readonly title: string;
  readonly before: string;
  readonly theirs: string;
  readonly mine: string;
}

/** Fields that they or I changed since the record was loaded; sub-tables by their number of rows. */
export function differences(model: FormModel, newer: Refusal): readonly Difference[] {
  const { object, stored, doc, env } = model;
  if (newer.current === undefined || stored === null) return [];
  const theirs = readRecord(object, newer.current, env.hops);
  return Object.values(object.fields).flatMap((field) => {
    const { code, title } = field;
    if (field.base === true || field.hidden === true || field.formula !== undefined) return [];
    if (theirs[code] === undefined) return [];
    const same = sameValue(stored[code], theirs[code]) && sameValue(stored[code], doc[code]);
    if (same) return [];
    const text = (value: unknown): string => show(model, field, value, stored[code]);
    return [{ code, title, before: text(stored[code]), theirs: text(theirs[code]), mine: text(doc[code]) }];
  });
}

function show(model: FormModel, field: ResolvedField, value: unknown, before: unknown): string {
  if (field.sub !== undefined) return rowsText(field, value as readonly Row[], before as readonly Row[]);
  const text = kindOf(field.kind).codec.toText((value ?? null) as Value, field, lookOf(model));
  return text === '' ? '空' : text;
}

/** 26 行，改 2，增 1，删 1 against the rows as they were loaded. */
function rowsText(field: ResolvedField, rows: readonly Row[] = [], before: readonly Row[] = []): string {
  const change = rowsChange(field, rows, before);
  if (change === null) return `${rows.length} 行`;
  const known = new Set(before.map((row) => row.id));
  const added = change.set.filter((row) => !known.has(row.id)).length;
  const parts = [
    ['改', change.set.length - added],
    ['增', added],
    ['删', change.del.length],
  ] as const;
  return [`${rows.length} 行`, ...parts.filter(([, n]) => n > 0).map(([word, n]) => `${word} ${n}`)].join('，');
}

/** A draft of an earlier opening: when it was written, what it changes, taken back or thrown away. */
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { differences } from '../../schemas/language/record/merge';
import { useSignal } from '../data/signal';
import { factoryTime } from '../page/factory-time';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import { type ShownDifference, shown } from './compare';
import { baseOf, draftedRecord } from './draft';
import type { DraftKeeper, Offer } from './draft-keeper';
import type { FormModel } from './form-model';
import styles from './StaleBar.module.css';

export interface DraftBarProps {
  readonly model: FormModel;
  readonly keeper: DraftKeeper;
}

export function DraftBar({ model, keeper }: DraftBarProps) {
  const { feedback, session } = useHost();
  const [open, setOpen] = useState(false);
  useSignal(keeper.signal);
  const offer = keeper.offers[0];
  if (offer === undefined) return null;
  const at = draftTime(offer.at, session.now());
  const lines = draftLines(model, offer);
  const newer = offer.content.version !== null && offer.content.version !== model.stored?.version;
  const restore = (): void => {
    setOpen(false);
    keeper.restore(offer);
  };
  const discard = async (): Promise<void> => {
    if (await feedback.confirm(`确定丢弃 ${at} 的草稿吗？丢弃后不能找回。`, { danger: true }))
      await keeper.discard(offer);
  };
  return (
    <section className={`${styles.bar} ${styles.draft}`} aria-label="草稿">
      <span className={styles.text}>
        {at} 有未保存的草稿：{gist(lines)}
        {newer && '。此后数据已被他人修改，保存时可逐项选择'}
        {keeper.offers.length > 1 && `（还有 ${keeper.offers.length - 1} 份更早的）`}
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        查看
      </Button>
      <Button size="small" type="primary" onClick={restore}>
        恢复草稿
      </Button>
      <Button size="small" onClick={() => void discard()}>
        丢弃
      </Button>
      {open && (
        <Modal
          open
          centered
          title={`${at} 的草稿`}
          width={rem(720)}
          maskClosable={false}
          okText="恢复草稿"
          cancelText="取消"
          onOk={restore}
          onCancel={() => setOpen(false)}
        >
          <div className={styles.table} role="table" aria-label="草稿的内容">
            <div className={`${styles.head} ${styles.two}`} role="row">
              <span>字段</span>
              <span>现在</span>
              <span>草稿</span>
            </div>
            {lines.map((line) => (
              <div key={line.key} className={`${styles.line} ${styles.two}`} role="row">
                <span className={styles.name}>{line.title}</span>
                <span>{line.base}</span>
                <b>{line.mine}</b>
              </div>
            ))}
          </div>
        </Modal>
      )}
    </section>
  );
}

/** 08:31 today, 01-15 08:31 before */
export function draftTime(at: number, now: number): string {
  const text = factoryTime(at);
  return text.slice(0, 10) === factoryTime(now).slice(0, 10) ? text.slice(11, 16) : text.slice(5, 16);
}

const NAMED = 3;
function gist(lines: readonly ShownDifference[]): string {
  const titles = [...new Set(lines.map((line) => line.title))];
  const named = titles.slice(0, NAMED).join('、');
  return lines.length > NAMED ? `${named} 等 ${lines.length} 处` : named;
}

/** What the draft changes: of the record it was begun over, or of the new record as it begins. */
function draftLines(model: FormModel, { content }: Offer): readonly ShownDifference[] {
  model.env.hops.merge(content.hops);
  const before = model.stored === null ? { ...model.doc } : baseOf(model.stored, content);
  if (model.stored === null) for (const code of Object.keys(content.subs)) before[code] = [];
  const mine = { ...before, ...draftedRecord(model.stored === null ? null : before, content) };
  return differences(model.object, before, before, mine).map((difference) => shown(model, difference));
}

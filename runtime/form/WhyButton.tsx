/** 为什么: a small question mark beside a field that cannot be typed or must be, with the reasons behind it. */
import { QuestionCircleOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { whyField } from '../../schemas/language/record/why';
import { recordClient } from '../data/record-client';
import type { WhyData, WhyReason } from '../data/types';
import { Mark } from '../page/Mark';
import type { FormModel } from './form-model';
import styles from './WhyButton.module.css';

export interface WhyButtonProps {
  readonly model: FormModel;
  readonly code: string;
  readonly title: string;
}

export function WhyButton({ model, code, title }: WhyButtonProps) {
  const [last, setLast] = useState<WhyData['last']>(null);
  const [reasons, setReasons] = useState<readonly WhyReason[]>([]);
  const handleOpen = (): void => {
    const { model: engine, doc, env, stored } = model;
    setReasons(whyField(engine, doc, env, { path: code, old: stored }));
    const id = stored?.id;
    // who brought the record where it is, only the server knows
    if (typeof id === 'string' && last === null && model.object.settings === undefined)
      recordClient.why(model.page.code, { id }).then(
        (data) => setLast(data.last),
        () => undefined,
      );
  };
  return (
    <Mark
      label={`为什么：${title}`}
      className={styles.mark}
      ofField
      placement="topLeft"
      content={<Reasons reasons={reasons} last={last} />}
      onOpen={handleOpen}
    >
      <QuestionCircleOutlined />
    </Mark>
  );
}

interface ReasonsProps {
  readonly reasons: readonly WhyReason[];
  readonly last?: WhyData['last'];
}

export function Reasons({ reasons, last = null }: ReasonsProps) {
  return (
    <div className={styles.reasons}>
      {reasons.length === 0 && <p>没有规则限制，可以填写</p>}
      {reasons.map((reason) => (
        <div key={reason.text}>
          <p>{reason.text}</p>
          {reason.facts.length > 0 && <small>当前：{reason.facts.join('、')}</small>}
        </div>
      ))}
      {last !== null && (
        <small className={styles.last}>
          最近操作：{last.title} {last.by} {last.at.slice(5, 16)}
        </small>
      )}
    </div>
  );
}

/** What cannot be done with the record now, and why: one line for each action that is missing. */
import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { recordClient } from '../data/record-client';
import type { WhyData } from '../data/types';
import { rem } from '../page/scale';
import type { FormModel } from './form-model';
import { Reasons } from './WhyButton';
import styles from './WhyButton.module.css';

export interface WhyDialogProps {
  readonly model: FormModel;
  readonly onClose: () => void;
}

export function WhyDialog({ model, onClose }: WhyDialogProps) {
  const [data, setData] = useState<WhyData | null>(null);
  const [failed, setFailed] = useState(false);
  const id = model.stored?.id;
  const page = model.page.code;
  useEffect(() => {
    if (typeof id !== 'string') return;
    recordClient.why(page, { id }).then(setData, () => setFailed(true));
  }, [page, id]);
  const named = (data?.actions ?? []).filter((action) => action.reasons.length > 0);
  return (
    <Modal
      open
      centered
      title="现在不能做的操作"
      width={rem(560)}
      maskClosable={false}
      footer={null}
      onCancel={onClose}
    >
      {failed && <p role="alert">获取失败</p>}
      {data === null && !failed && <p>加载中…</p>}
      {data !== null && (
        <>
          {data.last !== null && (
            <p>
              最近操作：{data.last.title} {data.last.by} {data.last.at.slice(0, 16)}
            </p>
          )}
          {named.length === 0 && <p>所有操作都可以做</p>}
          <dl className={styles.list}>
            {named.map((action) => (
              <div key={action.code}>
                <dt>{action.title}</dt>
                <dd>
                  <Reasons reasons={action.reasons} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Modal>
  );
}

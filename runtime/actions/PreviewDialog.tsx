/** What an action would do, before it does: changed fields of each record, documents it would make, what its module says about it. */
import { Modal } from 'antd';
import type { ActData, PreviewRecord } from '../data/types';
import { rem } from '../page/scale';
import { FailedRows } from './FailedRows';
import styles from './PreviewDialog.module.css';

export interface PreviewDialogProps {
  readonly title: string;
  readonly data: ActData;
  readonly danger?: boolean;
  /** true = do it */
  readonly onClose: (agreed: boolean) => void;
}

export function PreviewDialog({ title, data, danger = false, onClose }: PreviewDialogProps) {
  const records = (data.records ?? []) as unknown as readonly PreviewRecord[];
  const changed = records.filter((record) => record.shown.length > 0);
  const created = data.created ?? [];
  const said = wordsOf(data.answer);
  return (
    <Modal
      open
      centered
      title={`${title}：将要做的改动`}
      width={rem(720)}
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ danger }}
      onOk={() => onClose(true)}
      onCancel={() => onClose(false)}
    >
      {said.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {created.length > 0 && (
        <p>
          将生成 {created.length} 张单据：{[...new Set(created.map((item) => String(item.title ?? '')))].join('、')}
        </p>
      )}
      <FailedRows rows={data.failed ?? []} />
      <div className={styles.table}>
        {changed.map((record) => (
          <section key={record.id} aria-label={record.label}>
            <h3>{record.label}</h3>
            {record.shown.map((line, n) => (
              <div key={`${line.field}${n}`} className={styles.line}>
                <span>{line.title}</span>
                <span>{line.before ?? '空'}</span>
                <b>{line.after ?? '空'}</b>
              </div>
            ))}
          </section>
        ))}
      </div>
      {changed.length === 0 && created.length === 0 && said.length === 0 && <p>没有字段会改变</p>}
    </Modal>
  );
}

/** Texts of the explanation a module gave. */
function wordsOf(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.values(answer as Readonly<Record<string, unknown>>).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
}

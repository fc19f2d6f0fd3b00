/** What cannot be done with the record now, and why: the actions that are missing, the fields that a rule closed or asks for. */
import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { whyField } from '../../schemas/language/record/why';
import type { ResolvedField } from '../../schemas/language/resolved';
import { recordClient } from '../data/record-client';
import type { WhyData, WhyReason } from '../data/types';
import type { FormModel } from '../form/form-model';
import { Reasons } from '../form/WhyButton';
import styles from '../form/WhyButton.module.css';
import { rem } from '../page/scale';

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
  const [fields] = useState(() => reasonsOf(model));
  return (
    <Modal open centered title="为什么不能" width={rem(560)} maskClosable={false} footer={null} onCancel={onClose}>
      {failed && <p role="alert">获取失败</p>}
      {data === null && !failed && !model.isNew && <p>加载中…</p>}
      {data !== null && (
        <>
          {data.last !== null && (
            <p>
              最近操作：{data.last.title} {data.last.by} {data.last.at.slice(0, 16)}
            </p>
          )}
          {named.length === 0 && <p>所有操作都可以做</p>}
          <Why of={named} />
        </>
      )}
      {fields.length > 0 && (
        <>
          <h2 className={styles.part}>字段</h2>
          <Why of={fields} />
        </>
      )}
    </Modal>
  );
}

interface Told {
  readonly code: string;
  readonly title: string;
  readonly reasons: readonly WhyReason[];
}
const Why = ({ of }: { readonly of: readonly Told[] }) => (
  <dl className={styles.list}>
    {of.map(({ code, title, reasons }) => (
      <div key={code}>
        <dt>{title}</dt>
        <dd>
          <Reasons reasons={reasons} />
        </dd>
      </div>
    ))}
  </dl>
);

/** Fields in sight that a rule closed, or asks for beyond what the document always asks. */
export const ruledFields = ({ object, states }: FormModel): readonly ResolvedField[] =>
  Object.values(object.fields).filter(
    ({ code, sub, required }) =>
      sub === undefined &&
      !states.hidden.has(code) &&
      (states.readonly.get(code)?.startsWith('rules.') === true || (states.required.has(code) && required !== true)),
  );
const reasonsOf = (form: FormModel): readonly Told[] =>
  ruledFields(form).map(({ code, title }) => ({
    code,
    title,
    reasons: whyField(form.model, form.doc, form.env, { path: code, old: form.stored }),
  }));

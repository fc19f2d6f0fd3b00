/** The same values for many records: only ticked fields are asked, and only they are set. */
import { Checkbox, Modal } from 'antd';
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import { FormHost } from '../form/FormHost';
import { typingOver } from '../form/finish-typing';
import { FormModel } from '../form/form-model';
import { layoutOf } from '../form/layout';
import { NoticeBar } from '../form/NoticeBar';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import { createPickDesk } from '../pick/desk';
import { PickOutlet } from '../pick/PickOutlet';
import type { Answers } from './AskDialog';
import { askPage } from './ask-object';
import styles from './BatchEditDialog.module.css';
import { DIALOG, useSending } from './use-sending';

export interface BatchEditDialogProps {
  readonly page: Page;
  readonly action: ResolvedAction;
  /** how many records are chosen */
  readonly count: number;
  readonly onSend: (answers: Answers) => Promise<string | null>;
  readonly onClose: (sent: boolean) => void;
}

export function BatchEditDialog({ page, action, count, onSend, onClose }: BatchEditDialogProps) {
  const { feedback } = useHost();
  const [desk] = useState(createPickDesk);
  const asked = useMemo(() => askPage(page, action), [page, action]);
  const [model] = useState(() => new FormModel({ page: asked, wire: { id: '' }, fresh: true, feedback, desk }));
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { busy, refused, setRefused, send } = useSending<string>(onClose);
  const layout = useMemo(
    () => layoutOf(asked.object, [{ code: 'ask', fields: ticked.map((field) => ({ field })) }]),
    [asked, ticked],
  );
  useEffect(() => () => model.dispose(), [model]);
  const fields = Object.values(asked.object.fields);

  const handleOk = (): Promise<void> => {
    const mine = (path: string): boolean => ticked.includes(/^\w+/.exec(path)?.[0] ?? '');
    return send({
      ready: async () =>
        (await typingOver(model)) ??
        !model.validate().some((problem) => problem.level !== 'warn' && mine(problem.path)),
      call: () => onSend(only(model.toSend() as Readonly<Record<string, Json>>, ticked)),
    });
  };
  return (
    <Modal
      open
      centered
      title={`${action.title}（已选${count}条）`}
      width={rem(560)}
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ loading: busy, disabled: ticked.length === 0 }}
      onOk={() => void handleOk()}
      onCancel={() => onClose(false)}
      styles={DIALOG}
    >
      {refused !== null && <NoticeBar text={refused} onClose={() => setRefused(null)} />}
      <fieldset className={styles.fields}>
        <legend>勾选要修改的字段，未勾选的保持不变</legend>
        {fields.map(({ code, title }) => (
          <Checkbox
            key={code}
            checked={ticked.includes(code)}
            onChange={({ target }) => {
              const next = new Set(ticked);
              if (target.checked) next.add(code);
              else next.delete(code);
              setTicked(fields.map((field) => field.code).filter((text) => next.has(text)));
            }}
          >
            {title}
          </Checkbox>
        ))}
      </fieldset>
      <Suspense fallback={null}>
        {ticked.length > 0 && (
          <FormHost
            key={ticked.join()}
            model={model}
            layout={layout}
            labelWidth={asked.object.edit.labelWidth}
            embedded
            tab={0}
            onTab={() => {}}
          />
        )}
      </Suspense>
      <PickOutlet desk={desk} />
    </Modal>
  );
}

/** A cleared field is sent as null: it was ticked, so it is to be empty. */
function only(sent: Readonly<Record<string, Json>>, ticked: readonly string[]): Answers {
  const out: Record<string, Json> = {};
  for (const code of ticked) {
    const key = `${code}Id` in sent ? `${code}Id` : code;
    out[key] = sent[key] ?? null;
  }
  return out;
}

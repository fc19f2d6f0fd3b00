/**
 * One field of a stored record edited in a cell of a list: the same form behind it as on the edit page (rules, limits, checks, version,
 * token), of which one input is drawn. A refusal stands at the cell and what was typed stays.
 */
import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Value } from '../../schemas/language/value';
import { useSignal } from '../data/signal';
import type { PickRow } from '../data/types';
import { inputOf } from '../fields/inputs';
import type { Page } from '../page/types';
import unseen from '../page/unseen.module.css';
import { PickOutlet } from '../pick/PickOutlet';
import { typingOver } from './finish-typing';
import styles from './InlineCell.module.css';
import { fieldId } from './render';
import { type OpenForm, useForm } from './use-form';

/** where the editing goes on: the next editable cell, the one before, nowhere */
export type InlineStep = 1 | -1 | 0;
export interface InlineCellProps {
  readonly page: Page;
  readonly id: string;
  /** a head field of the record */
  readonly code: string;
  readonly placeholder?: string | undefined;
  readonly onClose: (step: InlineStep) => void;
}

export function InlineCell({ page, id, ...rest }: InlineCellProps) {
  const state = useForm({ page, source: { page: page.code, id }, drafts: false });
  if (state.status === 'error')
    return (
      <div className={styles.cell} data-own="">
        <Refused text={state.error.msg} onClose={() => rest.onClose(0)} />
      </div>
    );
  if (state.status === 'loading') return <span className={styles.coming}>加载中…</span>;
  return <Editor form={state.form} {...rest} />;
}

interface EditorProps extends Omit<InlineCellProps, 'page' | 'id'> {
  readonly form: OpenForm;
}

function Editor({ form, code, placeholder, onClose }: EditorProps) {
  const { model, newer, notice, saving } = form;
  useSignal(model.changed);
  useSignal(model.standing);
  const box = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(false);
  const field = model.field(code);
  const latest = useRef({ form, onClose });
  latest.current = { form, onClose };

  const commit = async (step: InlineStep): Promise<void> => {
    const { form: now, onClose: close } = latest.current;
    const held = await typingOver(model);
    if ((held === null && !model.dirty) || (await now.save())) close(step);
    else box.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  const commitNow = useRef(commit);
  commitNow.current = commit;

  useEffect(() => {
    const rect = box.current?.getBoundingClientRect();
    setAbove(rect !== undefined && rect.bottom > innerHeight * 0.7);
    // a press beside the cell stores what was typed; lists and calendars of the input lie outside and belong to it
    const press = (event: PointerEvent): void => {
      const target = event.target as HTMLElement;
      if (box.current?.contains(target) === true || target.closest(FLOATING) !== null) return;
      void commitNow.current(0);
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, []);

  if (field === undefined || model.states.readonly.has(code) || model.states.hidden.has(code))
    return (
      <div className={styles.cell} data-own="" ref={box}>
        <Refused text="当前状态不能修改" onClose={() => onClose(0)} />
      </div>
    );
  const Input = inputOf(field.kind);
  const decides = DECIDED.has(field.type) && field.many !== true;
  const handleChange = (value: Value, picked?: PickRow): void => {
    model.set(code, value, picked);
    if (decides) void commit(0);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Escape') onClose(0);
    else if (event.key === 'Enter' && !event.shiftKey) void commit(0);
    else if (event.key === 'Tab') void commit(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  const texts = problemsOf(form, code);
  const input = placeholder ?? field.placeholder;
  const id = fieldId(model, code);
  return (
    <div
      className={styles.cell}
      data-own=""
      data-form={model.key}
      data-above={above || undefined}
      ref={box}
      aria-busy={saving}
      onKeyDown={handleKey}
    >
      <label className={unseen.unseen} htmlFor={id}>
        {field.title}
      </label>
      <div className={styles.input} data-field={code}>
        <Input
          id={id}
          field={field}
          value={model.value(code)}
          host={model.inputs}
          autoFocus
          open
          {...(input === undefined ? {} : { placeholder: input })}
          {...(texts.length > 0 ? { status: 'error' as const } : {})}
          onType={(value) => model.type(code, value)}
          onChange={handleChange}
        />
      </div>
      {(texts.length > 0 || newer !== null) && (
        <div className={styles.bubble} role="alert">
          {newer === null ? (
            texts.map((text) => <p key={text}>{text}</p>)
          ) : (
            <>
              <p>数据已被他人修改</p>
              <Button size="small" onClick={() => void form.reload()}>
                用对方的
              </Button>
              <Button
                size="small"
                type="primary"
                onClick={() => {
                  form.keepMine();
                  requestAnimationFrame(() => void commitNow.current(0));
                }}
              >
                保存我的
              </Button>
            </>
          )}
        </div>
      )}
      <PickOutlet desk={model.desk} />
      {notice !== null && <span hidden>{notice.text}</span>}
    </div>
  );
}

const Refused = ({ text, onClose }: { readonly text: string; readonly onClose: () => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button type="button" className={styles.refused} ref={button} onClick={onClose} onBlur={onClose}>
      {text}
    </button>
  );
};

/** What stands in the way: at the field itself, elsewhere in the record, or the sentence of the refusal. */
const problemsOf = ({ model, notice }: OpenForm, code: string): readonly string[] => {
  const own = model.problemsOf(code).map((problem) => problem.text);
  const others = Object.values(model.object.fields).flatMap((field) =>
    field.code === code
      ? []
      : model
          .problemsOf(field.code)
          .filter((problem) => problem.level !== 'warn')
          .map((problem) => `${field.title}：${problem.text}`),
  );
  const said = [...own, ...others, ...model.general.map((problem) => problem.text)];
  return [...new Set(said.length > 0 ? said : notice === null ? [] : [notice.text])].slice(0, 3);
};

/** a choice is a decision: nothing more has to be pressed */
const DECIDED: ReadonlySet<string> = new Set(['dict', 'bool', 'ref', 'date', 'datetime']);
const FLOATING =
  '.ant-select-dropdown, .ant-picker-dropdown, .ant-cascader-dropdown, .ant-modal-root, .ant-popover, .ant-message, [role=dialog]';

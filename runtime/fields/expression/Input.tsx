/** Kind 25: an expression, judged while it is typed; fields are put in by their titles. */
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useRef } from 'react';
import type { Value } from '../../../schemas/language/value';
import { recordClient } from '../../data/record-client';
import type { ExpressionHelp, InputProps } from '../input-props';
import { useDraft } from '../shared/draft';
import styles from '../shared/inputs.module.css';
import { textOf } from '../shared/TextInput';

interface Caret {
  readonly resizableTextArea?: { readonly textArea: HTMLTextAreaElement } | undefined;
}

export function ExpressionInput(props: InputProps) {
  const { id, field, value, host, onType, onChange, disabled, status, placeholder, autoFocus } = props;
  const area = useRef<Caret>(null);
  const draft = useDraft({ value, format: textOf, parse, onType, onChange });
  const help = host.expression(field);
  const over = help === undefined ? host.expressionOver?.(field) : undefined;
  const problem = help === undefined || draft.text.trim() === '' ? null : help.check(draft.text.trim());
  const put = (code: string): void => {
    const box = area.current?.resizableTextArea?.textArea;
    const [from, to] = [box?.selectionStart ?? draft.text.length, box?.selectionEnd ?? draft.text.length];
    draft.onText(draft.text.slice(0, from) + code + draft.text.slice(to));
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(from + code.length, from + code.length);
    });
  };
  return (
    <div className={styles.code}>
      <Input.TextArea
        ref={area as never}
        id={id}
        value={draft.text}
        disabled={disabled}
        status={problem === null ? status : 'error'}
        placeholder={placeholder ?? (field.result === 'bool' ? 'qty > 100 && state == 2' : undefined)}
        autoFocus={autoFocus}
        spellCheck={false}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(event) => draft.onText(event.target.value)}
        onBlur={draft.onLeave}
      />
      {help !== undefined && disabled !== true && (
        <div className={styles.verdict} data-bad={problem === null ? undefined : ''}>
          <span role="status">{problem ?? (draft.text.trim() === '' ? '' : '✓ 可以计算')}</span>
          <PutField title={field.title} names={help.names} onPut={put} />
        </div>
      )}
      {over !== undefined && disabled !== true && <FieldsOf object={over} title={field.title} onPut={put} />}
    </div>
  );
}

interface PutProps {
  readonly title: string;
  readonly onPut: (code: string) => void;
}
function PutField({ title, names, onPut }: PutProps & Pick<ExpressionHelp, 'names'>) {
  return (
    <Select
      size="small"
      value={null}
      placeholder="插入字段"
      aria-label={`${title}插入字段`}
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      options={names.map(({ code, title: name }) => ({ value: code, label: `${name} ${code}` }))}
      onSelect={(code: string | null) => {
        if (code !== null) onPut(code);
      }}
    />
  );
}
/** Of an object the page knows nothing about the fields are asked for; what is said over them only the server judges. */
function FieldsOf({ object, title, onPut }: PutProps & { readonly object: string }) {
  const { data } = useQuery({
    queryKey: ['fieldsOf', object],
    queryFn: () => recordClient.fieldsOf(object, { quiet: true }),
    retry: false,
    staleTime: 60_000,
  });
  const names = (data ?? []).flatMap((one) => [
    { code: one.field, title: one.title },
    ...(one.children ?? []).map((column) => ({
      code: `${one.field}.${column.field}`,
      title: `${one.title} ${column.title}`,
    })),
  ]);
  return names.length === 0 ? null : (
    <div className={styles.verdict}>
      <span />
      <PutField title={title} names={names} onPut={onPut} />
    </div>
  );
}

const parse = (text: string): Value => text.trim() || null;

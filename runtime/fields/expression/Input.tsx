/** Kind 25: an expression, judged while it is typed; fields are put in by their titles, a condition is built by choices too. */
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { type ComponentType, Suspense, useRef, useState } from 'react';
import type { WireField } from '../../../schemas/language/features/wire';
import type { Value } from '../../../schemas/language/value';
import { recordClient } from '../../data/record-client';
import type { ConditionAsk, ExpressionHelp, InputProps } from '../input-props';
import { useDraft } from '../shared/draft';
import styles from '../shared/inputs.module.css';
import { textOf } from '../shared/TextInput';

interface Caret {
  readonly resizableTextArea?: { readonly textArea: HTMLTextAreaElement } | undefined;
}

export function ExpressionInput(props: InputProps) {
  return props.field.result === 'field' ? <FieldChoice {...props} /> : <ExpressionText {...props} />;
}

function ExpressionText(props: InputProps) {
  const { id, field, value, host, onType, onChange, disabled, status, placeholder, autoFocus } = props;
  const area = useRef<Caret>(null);
  const draft = useDraft({ value, format: textOf, parse, onType, onChange });
  const help = host.expression(field);
  const over = host.expressionOver?.(field);
  const { Condition } = host;
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
        placeholder={placeholder ?? (field.result === 'bool' ? '点选条件，或写表达式' : undefined)}
        autoFocus={autoFocus}
        spellCheck={false}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(event) => draft.onText(event.target.value)}
        onBlur={draft.onLeave}
      />
      {disabled !== true && (help !== undefined || over !== undefined) && (
        <div className={styles.verdict} data-bad={problem === null ? undefined : ''}>
          <span role="status">
            {help === undefined ? '' : (problem ?? (draft.text.trim() === '' ? '' : '✓ 可以计算'))}
          </span>
          {field.result === 'bool' && over !== undefined && Condition !== undefined && (
            <Build
              Condition={Condition}
              object={over}
              title={field.title}
              text={draft.text.trim()}
              onApply={(text) => onChange(parse(text))}
            />
          )}
          {help !== undefined ? (
            <PutField title={field.title} names={help.names} onPut={put} />
          ) : (
            over !== undefined && <FieldsOf object={over} title={field.title} onPut={put} />
          )}
        </div>
      )}
    </div>
  );
}

type BuildProps = Omit<ConditionAsk, 'onClose'> & { readonly Condition: ComponentType<ConditionAsk> };
const Build = ({ Condition, title, ...ask }: BuildProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`${title}点选条件`} onClick={() => setOpen(true)}>
        点选条件
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Condition {...ask} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

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
  const names = useFields(object).flatMap((field) => [
    { code: field.field, title: field.title },
    ...(field.children ?? []).map((column) => ({
      code: `${field.field}.${column.field}`,
      title: `${field.title} ${column.title}`,
    })),
  ]);
  return names.length === 0 ? null : <PutField title={title} names={names} onPut={onPut} />;
}

/** `result: field`: one field of the head that people may fill in. */
function FieldChoice({ id, field, value, host, onChange, disabled, status, placeholder, autoFocus }: InputProps) {
  const over = host.expressionOver?.(field);
  const fields = useFields(over);
  return (
    <Select
      id={id}
      value={typeof value === 'string' ? value : null}
      disabled={disabled}
      status={status}
      placeholder={placeholder ?? (over === undefined ? undefined : '请选择字段')}
      autoFocus={autoFocus}
      allowClear
      showSearch
      optionFilterProp="label"
      options={fields
        .filter((field) => isFilled(field) || field.field === value)
        .map((field) => ({ value: field.field, label: field.title }))}
      onChange={(code: string | undefined) => onChange(code ?? null)}
    />
  );
}

const isFilled = ({ type, readonly }: WireField): boolean => type !== 'rows' && type !== 'none' && readonly !== true;
const NO_FIELDS: readonly WireField[] = [];
const useFields = (object: string | undefined): readonly WireField[] =>
  useQuery({
    queryKey: ['fieldsOf', object],
    queryFn: () => recordClient.fieldsOf(object ?? '', { quiet: true }),
    enabled: object !== undefined,
    retry: false,
    staleTime: 60_000,
  }).data ?? NO_FIELDS;

const parse = (text: string): Value => text.trim() || null;

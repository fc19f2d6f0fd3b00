/** Kind 25: an expression, judged while it is typed; fields are put in by their titles. */
import { Input, Select } from 'antd';
import { useRef } from 'react';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
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
          <Select
            size="small"
            value={null}
            placeholder="插入字段"
            aria-label={`${field.title}插入字段`}
            showSearch
            optionFilterProp="label"
            popupMatchSelectWidth={false}
            options={help.names.map(({ code, title }) => ({ value: code, label: `${title} ${code}` }))}
            onSelect={(code: string | null) => {
              if (code !== null) put(code);
            }}
          />
        </div>
      )}
    </div>
  );
}

const parse = (text: string): Value => text.trim() || null;

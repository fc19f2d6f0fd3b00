/** One field of the document as a cell of the form: label, input or text, problem. Draws itself again when its own value or state does. */
import { InfoCircleOutlined } from '@ant-design/icons';
import type { Field } from '@formily/core';
import { observer } from '@formily/react';
import { raw } from '@formily/reactive';
import { Tooltip } from 'antd';
import { useMemo } from 'react';
import { kindOf } from '../../schemas/language/kinds/index';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import type { Look } from '../fields/display-props';
import { displayOf } from '../fields/displays';
import { inputOf } from '../fields/inputs';
import { rem } from '../page/scale';
import styles from './form.module.css';
import type { FormModel } from './form-model';
import type { Placed } from './layout';
import { WhyButton } from './WhyButton';

export interface FieldCellProps {
  readonly model: FormModel;
  readonly placed: Placed;
  readonly labelWidth: number;
}

/** The Formily field of a document's field, created once and fed by the model. */
export function useField(model: FormModel, code: string): Field {
  return useMemo(() => {
    const field = model.form.createField({ name: code });
    model.project(field);
    return field;
  }, [model, code]);
}

export const fieldId = (model: FormModel, code: string): string => `${model.key}-${code}`;

export const FieldCell = observer(function FieldCell({ model, placed, labelWidth }: FieldCellProps) {
  const { field, title, span } = placed;
  const state = useField(model, field.code);
  const value = plain(state.value);
  const reading = state.pattern === 'readPretty';
  const errors = state.selfErrors;
  const warnings = state.selfWarnings;
  if (state.display === 'hidden') return null;
  const id = fieldId(model, field.code);
  const status = errors.length > 0 ? 'error' : warnings.length > 0 ? 'warning' : undefined;
  const Input = inputOf(field.kind);
  const required = state.required === true && !reading;
  const before = reading ? undefined : model.changedFrom(field.code);
  return (
    <div
      className={styles.field}
      data-field={field.code}
      style={{ gridColumn: `span ${span}`, gridTemplateColumns: `${rem(labelWidth)} minmax(0, 1fr)` }}
    >
      <label className={required ? `${styles.label} ${styles.required}` : styles.label} htmlFor={id} title={title}>
        {title}
        {required && field.required !== true && <WhyButton model={model} code={field.code} title={title} />}
        {field.tip !== undefined && (
          <Tooltip title={field.tip}>
            <InfoCircleOutlined className={styles.tip} />
          </Tooltip>
        )}
      </label>
      <div className={styles.control}>
        {reading ? (
          <div className={styles.read}>
            <ReadValue model={model} field={field} value={value} />
            {!model.viewing && <WhyButton model={model} code={field.code} title={title} />}
          </div>
        ) : (
          <div className={field.type === 'bool' ? `${styles.box} ${styles.switch}` : styles.box}>
            <Input
              id={id}
              field={field}
              value={value}
              host={model.inputs}
              {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
              {...(status === undefined ? {} : { status })}
              onType={(next) => model.type(field.code, next)}
              onChange={(next, picked) => model.set(field.code, next, picked)}
            />
            {before !== undefined && (
              <Tooltip title={`原值：${textOf(model, field, before) || '空'}`}>
                <i className={styles.dot} role="img" aria-label="已修改" />
              </Tooltip>
            )}
          </div>
        )}
        {errors.map((text) => (
          <div key={String(text)} className={styles.message} role="alert">
            {text}
          </div>
        ))}
        {errors.length === 0 &&
          warnings.map((text) => (
            <div key={String(text)} className={`${styles.message} ${styles.warning}`}>
              {text}
            </div>
          ))}
      </div>
    </div>
  );
});

interface ReadValueProps {
  readonly model: FormModel;
  readonly field: ResolvedField;
  readonly value: Value;
}

/** A value nobody can change here: text without a box. */
export function ReadValue({ model, field, value }: ReadValueProps) {
  const { View } = displayOf(field.kind);
  const numbered = field.rule !== undefined && value === null;
  const empty = value === null || (Array.isArray(value) && value.length === 0);
  return (
    <div className={styles.text} id={fieldId(model, field.code)}>
      {numbered ? (
        <span className={styles.muted}>{field.at === 'audit' ? '审核时生成' : '保存时生成'}</span>
      ) : empty ? (
        <span className={styles.muted}>--</span>
      ) : (
        <View value={value} field={field} look={lookOf(model, field)} />
      )}
    </div>
  );
}

/** What displays may ask: labels, dictionaries, where a reference leads. */
export function lookOf(model: FormModel, field?: ResolvedField): Look {
  const { env, inputs } = model;
  return {
    dict: (code) => env.dict(code),
    label: (object, id) => env.label(object, id),
    now: () => env.now,
    target: (one) => inputs.target(one),
    link: (object, id) => model.link(object, id),
    done: field !== undefined && model.isDone(field),
  };
}

const textOf = (model: FormModel, field: ResolvedField, value: Value): string =>
  kindOf(field.kind).codec.toText(value, field, lookOf(model));

/** Formily answers proxies for lists; controls and codecs get the list itself. */
const plain = (value: unknown): Value => {
  if (value === null || value === undefined) return null;
  return (typeof value === 'object' ? raw(value) : value) as Value;
};

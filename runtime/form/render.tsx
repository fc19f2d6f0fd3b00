/** One field of the document as a cell of the form: label, input or text, problem. Draws itself again when its own value or state does. */
import { InfoCircleOutlined } from '@ant-design/icons';
import type { Field } from '@formily/core';
import { observer } from '@formily/react';
import { raw } from '@formily/reactive';
import { Tooltip } from 'antd';
import { type CSSProperties, useMemo } from 'react';
import { caseOf, caseText, caseValue } from '../../schemas/language/kinds/cases';
import { kindOf } from '../../schemas/language/kinds/index';
import { isEmptyValue } from '../../schemas/language/kinds/kind';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Rec, Value } from '../../schemas/language/value';
import { createSignal, useSeen, useSignal } from '../data/signal';
import type { Look } from '../fields/display-props';
import { displayOf } from '../fields/displays';
import { inputOf } from '../fields/inputs';
import { marked } from '../fields/shared/marked';
import { inGallery } from '../page/gallery';
import { SchemaLines } from '../page/SchemaLines';
import { rem } from '../page/scale';
import { DefaultLine } from './DefaultLine';
import styles from './form.module.css';
import type { FormModel } from './form-model';
import type { Placed } from './layout';
import { isSettled, warnOf } from './nearness';
import { labelsIn } from './pick-values';
import { COMING, useComingNumber } from './use-coming-number';
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
  const { title, span } = placed;
  const state = useField(model, placed.field.code);
  const field = useCase(model, placed.field);
  watchOptions(model, placed.field);
  const stored = plain(state.value);
  const value = typed(field, placed.field, stored);
  const reading = state.pattern === 'readPretty' || field.text !== undefined;
  useSeen(field.type === 'ref' ? model.changed : NEVER, () => labelsIn(model.object, field, value, model.env.hops));
  const inherited = useInherited(model, field, value);
  const coming = useComingNumber(model, field, value);
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
      data-span={span}
      data-long={field.type === 'range' || (field.type === 'date' && field.range === true) ? '' : undefined}
      style={{ '--span': span, '--label': rem(labelWidth) } as CSSProperties}
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
        {inGallery(model.object) && <SchemaLines object={model.object} code={field.code} />}
        {reading ? (
          <div className={styles.read}>
            {coming === undefined ? (
              <ReadValue model={model} field={placed.field} value={stored} />
            ) : (
              <div className={styles.text} id={id}>
                <span className={styles.muted}>
                  {coming}
                  <small>{COMING}</small>
                </span>
              </div>
            )}
            {!model.viewing && <WhyButton model={model} code={field.code} title={title} />}
          </div>
        ) : (
          <div className={field.type === 'bool' ? `${styles.box} ${styles.switch}` : styles.box}>
            <Input
              id={id}
              field={field}
              value={value}
              host={model.inputs}
              {...placeholderOf(coming ?? inherited?.text ?? field.placeholder)}
              {...(status === undefined ? {} : { status })}
              onType={(next) => model.type(field.code, kept(field, placed.field, next))}
              onChange={(next, picked) => model.set(field.code, kept(field, placed.field, next), picked)}
            />
            {before !== undefined && (
              <Tooltip title={`原值：${clipped(textOf(model, field, before)) || '空'}`}>
                <i className={styles.dot} role="img" aria-label="已修改" />
              </Tooltip>
            )}
          </div>
        )}
        {!reading && inherited !== undefined && <div className={styles.taken}>取自{inherited.source}</div>}
        {!reading && coming !== undefined && <div className={styles.taken}>{COMING}</div>}
        {!reading && model.object.settings !== undefined && (
          <DefaultLine
            model={model}
            field={field}
            value={value}
            text={textOf(model, field, (field.default ?? null) as Value) || '空'}
          />
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

const placeholderOf = (placeholder: string | undefined) => (placeholder === undefined ? {} : { placeholder });

/** A varying field is stored as text; its control works with the value of its case. */
const typed = (field: ResolvedField, own: ResolvedField, stored: Value): Value => {
  if (field === own) return stored;
  const read = caseValue(stored, field);
  return 'value' in read ? read.value : null;
};
const kept = (field: ResolvedField, own: ResolvedField, value: Value): Value =>
  field === own ? value : caseText(value);

/** The field as its `kindBy` sibling makes it now. */
function useCase(model: FormModel, field: ResolvedField): ResolvedField {
  const by = field.kindBy;
  // read from the form, so that the cell is drawn again when the sibling changes
  const code = by === undefined ? undefined : (model.form.values as Rec)[by];
  return by === undefined ? field : caseOf(field, { [by]: code ?? null });
}

/** Reads from the form what the options are made of, so that the cell is drawn again when that changes. */
function watchOptions(model: FormModel, field: ResolvedField): void {
  for (const path of model.model.fields.get(field.path)?.options?.deps.fields ?? [])
    void (model.form.values as Rec)[path.split('.')[0] ?? path];
}

interface InheritedProps {
  readonly text: string;
  readonly source: string;
}
/** What an empty field takes from elsewhere: grey, with its source. */
const Inherited = ({ text, source }: InheritedProps) => (
  <span className={styles.muted}>
    {text}
    <small>取自{source}</small>
  </span>
);

const NEVER = createSignal();
function useInherited(model: FormModel, field: ResolvedField, value: Value): InheritedProps | undefined {
  useSignal(field.inherit === undefined ? NEVER : model.changed);
  return field.inherit === undefined || !isEmptyValue(value) ? undefined : model.inputs.inherited(field);
}

interface ReadValueProps {
  readonly model: FormModel;
  readonly field: ResolvedField;
  readonly value: Value;
}

/** A value nobody can change here: text without a box. */
export function ReadValue({ model, field, value }: ReadValueProps) {
  return (
    <div className={styles.text} id={fieldId(model, field.code)}>
      <ReadText model={model} field={field} value={value} />
    </div>
  );
}

/** The text alone: what the kind shows, what an empty field takes from elsewhere, or that there is nothing. */
export function ReadText({ model, field: own, value: stored }: ReadValueProps) {
  const field = caseOf(own, model.doc);
  const value = typed(field, own, stored);
  const inherited = useInherited(model, field, value);
  useSignal(field.text === undefined ? NEVER : model.changed);
  const { View } = displayOf(field.kind);
  if (field.text !== undefined) return <>{model.inputs.text(field)}</>;
  if (field.rule !== undefined && value === null)
    return <span className={styles.muted}>{field.at === 'audit' ? '审核时生成' : '保存时生成'}</span>;
  if (inherited !== undefined) return <Inherited {...inherited} />;
  if (isEmptyValue(value)) return <span className={styles.muted}>--</span>;
  const view = <View value={value} field={field} look={lookOf(model, field)} />;
  return model.inputs.outside(field, value) ? <span className={styles.out}>{view}</span> : view;
}

/** What displays may ask: labels, dictionaries, where a reference leads. */
export function lookOf(model: FormModel, field?: ResolvedField): Look {
  const { env, inputs } = model;
  return {
    dict: (code) => env.dict(code),
    label: (object, id) => {
      const label = env.label(object, id);
      return label === undefined ? undefined : marked(label, inputs.isOff(object, id) && 'off');
    },
    now: () => env.now,
    target: (field) => inputs.target(field),
    link: (object, id) => model.link(object, id),
    done: field !== undefined && isSettled(model, field),
    warn: field && warnOf(model, field),
  };
}

/** long values (a tree of grants) say how they begin */
const clipped = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
const textOf = (model: FormModel, field: ResolvedField, value: Value): string =>
  kindOf(field.kind).codec.toText(value, field, lookOf(model));

/** Formily answers proxies for lists; controls and codecs get the list itself. */
const plain = (value: unknown): Value => {
  if (value === null || value === undefined) return null;
  return (typeof value === 'object' ? raw(value) : value) as Value;
};

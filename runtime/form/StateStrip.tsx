/** The head of a document: its number, its states, and the path it takes with where it stands and who did what. */
import type { DictItemDoc } from '../../schemas/language/document';
import type { ResolvedField } from '../../schemas/language/resolved';
import { useSignal } from '../data/signal';
import { CodeTags } from '../fields/shared/CodeTags';
import type { FormModel } from './form-model';
import styles from './StateStrip.module.css';
import { COMING, useComingNumber } from './use-coming-number';

export interface PathStep {
  readonly title: string;
  readonly who: string;
  readonly state: 'done' | 'now' | 'next';
}

export interface StateStripProps {
  readonly model: FormModel;
  readonly title: string;
}

export function StateStrip({ model, title }: StateStripProps) {
  useSignal(model.standing);
  const steps = pathOf(model);
  const number = numberField(model);
  const coming = useComingNumber(model, number, number === undefined ? null : model.value(number.code));
  return (
    <header className={steps.length > 1 ? `${styles.strip} ${styles.withPath}` : styles.strip}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {coming !== undefined && (
          <small className={styles.coming}>
            {coming}，{COMING}
          </small>
        )}
      </div>
      {!model.isNew &&
        stateFields(model).map((code) => {
          const field = model.field(code);
          const value = model.value(code);
          if (field?.dict === undefined || typeof value !== 'string') return null;
          return <CodeTags key={code} dict={model.env.dict(field.dict)} codes={[value]} />;
        })}
      {steps.length > 1 && (
        <ol className={styles.path}>
          {steps.map((step) => (
            <li key={step.title} data-state={step.state}>
              <b>{step.title}</b>
              <small>{step.who}</small>
            </li>
          ))}
        </ol>
      )}
    </header>
  );
}

/** The number that stands in the head instead of the sheet. */
const numberField = ({ object }: FormModel): ResolvedField | undefined =>
  object.audited
    ? object.label.map((code) => object.fields[code]).find((field) => field?.rule !== undefined)
    : undefined;

/** Fields whose state stands beside the number. */
function stateFields(model: FormModel): readonly string[] {
  const { object } = model;
  const disabled = object.fields.isDisabled !== undefined ? ['isDisabled'] : [];
  return [...(object.audited ? ['auditStatus'] : []), ...(object.state === undefined ? disabled : [object.state])];
}

/**
 * Made → audited → the states it leads to, up to the end of the work. Ends like 关闭 and 作废, and 已暂停, which leads back to where it was,
 * show only when they are reached.
 */
export function pathOf(model: FormModel): readonly PathStep[] {
  const { object } = model;
  if (!object.audited) return [];
  const person = (code: string): string => {
    const field = model.field(code);
    const id = model.value(code);
    return typeof id === 'string' && field?.ref !== undefined ? lastWord(model.env.label(field.ref, id) ?? '') : '';
  };
  const audited = model.value('auditStatus') === '2';
  const states = stateItems(model);
  const state = object.state === undefined ? null : model.value(object.state);
  const at = states.findIndex((item) => item.code === state);
  const made = model.isNew ? model.env.me.name : person('createdBy');
  const rejected = model.value('auditStatus') === '3';
  return [
    { title: '录入', who: made, state: model.isNew ? 'now' : 'done' },
    {
      title: rejected ? '审核驳回' : '审核',
      who: audited || rejected ? person('auditedBy') : '',
      state: audited ? 'done' : model.isNew ? 'next' : 'now',
    },
    ...states.map((item, n): PathStep => {
      const last = n === states.length - 1;
      const done = audited && (n < at || (n === at && last));
      return { title: item.title, who: '', state: done ? 'done' : audited && n === at ? 'now' : 'next' };
    }),
  ];
}

const END = 60;
/** where the codes are those of documents (`tones`), 40 is held: beside the way, not a step of it */
const isHeld = ({ code, tone }: DictItemDoc): boolean => code === '40' && tone === 'warning';

function stateItems(model: FormModel): readonly DictItemDoc[] {
  const { state } = model.object;
  const field = state === undefined ? undefined : model.field(state);
  const items = field?.dict === undefined ? [] : (model.env.dict(field.dict)?.items ?? []);
  const now = state === undefined ? null : model.value(state);
  // what waits for the audit lies before it
  const first = items.findIndex(({ code }) => code === model.object.actions.audit?.to);
  return items
    .slice(Math.max(first, 0))
    .filter((item) => item.off !== true && (item.code === now || (Number(item.code) <= END && !isHeld(item))));
}

/** A user's label is the sign-in name and the name: the name is enough here. */
const lastWord = (label: string): string => label.split(' ').at(-1) ?? '';

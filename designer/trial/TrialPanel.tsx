/** 测试: the draft on a real record. What can be done now and why not the rest, which fields are shut, which checks fail. */
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { Icon } from '../../runtime/page/index';
import type { Reason } from '../../schemas/language/record/why';
import type { ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import { joinAddress } from '../../schemas/language/steps/index';
import styles from './trial.module.css';
import type { Sampling } from './use-sample';
import { type FieldVerdict, verdictsOf } from './verdicts';

export interface TrialPanelProps {
  readonly object: ResolvedObject;
  readonly lib: TypeLib;
  readonly sampling: Sampling;
  /** the selected thing: an action or field is explained first */
  readonly address?: string | undefined;
  readonly onSelect: (address: string) => void;
}
const STATES: { readonly [state in FieldVerdict['state']]: string } = {
  hidden: '不显示',
  readonly: '只读',
  required: '必填',
};

export const TrialPanel = ({ object, lib, sampling, address = '', onSelect }: TrialPanelProps) => {
  const { sample, rows, id, pending, problem, published } = sampling;
  const verdicts = useMemo(
    () => (sample === undefined ? undefined : verdictsOf(object, lib, sample)),
    [object, lib, sample],
  );
  const [asked, setAsked] = useState<string>();
  const selected = /^(?:actions|fields)\.([^.]+)/.exec(address)?.[1];
  const about = asked ?? selected;
  const action = verdicts?.actions.find((action) => action.code === about);
  const field = verdicts?.fields.find((field) => field.code === about);
  const can = verdicts?.actions.filter((action) => action.reasons.length === 0 && !action.auto) ?? [];
  const cannot = verdicts?.actions.filter((action) => action.reasons.length > 0 && !action.auto) ?? [];
  const shown = action !== undefined && action.reasons.length > 0 ? action : undefined;
  return (
    <div className={styles.trial}>
      <div className={styles.head}>
        用单据
        <Select
          value={id ?? null}
          options={rows.map((row) => ({ value: row.id, label: row.title }))}
          showSearch
          filterOption={false}
          placeholder="选择单据"
          notFoundContent={problem}
          loading={pending}
          disabled={!published}
          popupMatchSelectWidth={false}
          aria-label="用哪张单据试"
          onSearch={sampling.search}
          onChange={sampling.choose}
        />
        {problem !== '' && <small>{problem}</small>}
      </div>
      {verdicts !== undefined && (
        <div className={styles.columns}>
          <section aria-label="动作">
            <h4>现在能做</h4>
            <p className={styles.chips}>
              {can.length === 0 && '没有'}
              {can.map((verdict) => (
                <button key={verdict.code} type="button" onClick={() => onSelect(joinAddress('actions', verdict.code))}>
                  {verdict.title}
                </button>
              ))}
            </p>
            <h4>现在不能做</h4>
            <p className={styles.chips}>
              {cannot.length === 0 && '没有'}
              {cannot.map((verdict) => (
                <button
                  key={verdict.code}
                  type="button"
                  aria-pressed={verdict.code === shown?.code}
                  onClick={() => setAsked(verdict.code)}
                >
                  {verdict.title}
                </button>
              ))}
            </p>
          </section>
          <section aria-label="为什么" aria-live="polite">
            {shown !== undefined && (
              <>
                <h4>为什么不能「{shown.title}」</h4>
                <Reasons reasons={shown.reasons} />
              </>
            )}
            {field !== undefined && (
              <>
                <h4>
                  为什么「{field.title}」{STATES[field.state]}
                </h4>
                <Reasons reasons={field.reasons} />
              </>
            )}
            {shown === undefined && field === undefined && <p className={styles.hint}>点一个动作或字段，看为什么</p>}
          </section>
          <section aria-label="字段">
            <h4>字段</h4>
            <p className={styles.chips}>
              {verdicts.fields.length === 0 && '都可以填'}
              {verdicts.fields.map((verdict) => (
                <button
                  key={verdict.code}
                  type="button"
                  aria-pressed={verdict.code === field?.code}
                  onClick={() => setAsked(verdict.code)}
                >
                  {verdict.title} <i>{STATES[verdict.state]}</i>
                </button>
              ))}
            </p>
          </section>
          <section aria-label="校验">
            <h4>校验</h4>
            {verdicts.checks.length === 0 ? (
              <p className={styles.fine}>
                <Icon name="check" /> 都通过
              </p>
            ) : (
              verdicts.checks.map((check) => (
                <p key={`${check.path} ${check.text}`} className={check.level === 'warn' ? styles.warn : styles.bad}>
                  {check.text}
                </p>
              ))
            )}
          </section>
        </div>
      )}
    </div>
  );
};

const Reasons = ({ reasons }: { readonly reasons: readonly Reason[] }) => (
  <>
    {reasons.map((reason) => (
      <p key={reason.text} className={styles.reason}>
        {reason.text}
        {reason.facts.length > 0 && <small>当前：{reason.facts.join('、')}</small>}
      </p>
    ))}
  </>
);

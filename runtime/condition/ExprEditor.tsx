/** 自定义条件: an expression, checked while it is typed; the place of a mistake is shown under it. */
import { Input } from 'antd';
import { bindExpr } from '../../schemas/language/expr/check';
import { BOOL } from '../../schemas/language/expr/types';
import type { Page } from '../page/index';
import styles from './condition.module.css';
import { placeOf } from './place';

export interface ExprFault {
  readonly text: string;
  /** code points before the mistake */
  readonly at: number;
}

/** What is wrong with an expression at its place, or nothing. */
export const exprFault = (page: Page, text: string, sub: string): ExprFault | undefined => {
  if (text.trim() === '') return undefined;
  const bound = bindExpr(text, { ...placeOf(page), ...(sub === '' ? {} : { sub }) }, BOOL);
  if (!Array.isArray(bound)) return undefined;
  const [first] = bound;
  return first === undefined ? undefined : { text: first.text, at: first.at };
};

interface Props {
  readonly page: Page;
  readonly sub: string;
  readonly text: string;
  readonly missing: boolean;
  readonly onChange: (text: string) => void;
}

export const ExprEditor = ({ page, sub, text, missing, onChange }: Props) => {
  const fault = exprFault(page, text, sub);
  const wrong = fault !== undefined || missing;
  return (
    <div className={styles.expr}>
      <Input.TextArea
        value={text}
        className={styles.code ?? ''}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={2000}
        placeholder="例如：received < total * 0.5"
        aria-label="自定义条件"
        aria-invalid={wrong}
        status={wrong ? 'error' : ''}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          <span className={styles.where}>
            {Array.from(text)
              .slice(Math.max(0, fault.at - 12), fault.at)
              .join('')}
            <mark>
              {Array.from(text)
                .slice(fault.at, fault.at + 12)
                .join('') || '⏎'}
            </mark>
          </span>
          {fault.text}
        </p>
      )}
      {missing && text.trim() === '' && <p className={styles.fault}>请填写条件，或删除这一行</p>}
    </div>
  );
};

/** 示例单据的结果: what comes out on a real record, and on demand every step of it. */
import { useState } from 'react';
import type { TraceNode } from '../../schemas/language/expr/trace';
import type { Row } from '../../schemas/language/value';
import { ExpressionText } from './ExpressionText';
import styles from './expression.module.css';
import { type Place, type Sample, sentenceOn, traceOn, type Verdict } from './judge';
import type { ExprForm } from './scan';

export interface ResultLineProps {
  readonly text: string;
  readonly form: ExprForm;
  readonly place: Place;
  readonly verdict: Verdict;
  readonly sample: Sample;
}

export const ResultLine = ({ text, form, place, verdict, sample }: ResultLineProps) => {
  const [open, setOpen] = useState(false);
  const [line, setLine] = useState(0);
  if (verdict.problems.length > 0) return null;
  const rows = place.env.sub === undefined ? undefined : (sample.doc[place.env.sub] as readonly Row[] | undefined);
  const told = verdict.bound === undefined ? undefined : traceOn(verdict.bound, place, sample, line);
  const sentence = form === 'template' ? sentenceOn(text, place, sample, line) : undefined;
  if (told === undefined && sentence === undefined) return null;
  return (
    <div className={styles.result}>
      <div className={styles.resultHead}>
        <span>
          {sample.title}
          {rows !== undefined && ` 第${line + 1}行`}的结果：
        </span>
        <strong>{sentence ?? told?.shown}</strong>
        {rows !== undefined && rows.length > 1 && (
          <button type="button" className={styles.link} onClick={() => setLine((line + 1) % rows.length)}>
            下一行
          </button>
        )}
        {told !== undefined && told.parts.length + (told.rows?.length ?? 0) > 0 && (
          <button type="button" className={styles.link} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '为什么'}
          </button>
        )}
      </div>
      {open && told !== undefined && <Steps node={told} place={place} />}
    </div>
  );
};

/** The steps of a value: each part with what it is and where it comes from. */
export const Steps = ({ node, place }: { readonly node: TraceNode; readonly place: Place }) => (
  <ul className={styles.steps}>
    {node.parts.map((part, i) => (
      <li key={`${part.text}:${i}`}>
        <span className={styles.step}>
          <ExpressionText text={part.text} form="expr" place={place} />
          <strong>{part.shown}</strong>
          {part.source !== undefined && <small>{part.source}</small>}
        </span>
        {(part.parts.length > 0 || part.rows !== undefined) && <Steps node={part} place={place} />}
      </li>
    ))}
    {node.rows?.slice(0, 20).map((row) => (
      <li key={row.id ?? row.name}>
        <span className={styles.step}>
          {row.name}
          <strong>{row.shown}</strong>
        </span>
      </li>
    ))}
    {(node.rows?.length ?? 0) > 20 && <li>… 共 {node.rows?.length} 行</li>}
  </ul>
);

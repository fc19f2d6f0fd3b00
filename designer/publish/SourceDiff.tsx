/** 源码差异: the lines of a document that are not as before, with some beside them. */
import { Fragment, useMemo } from 'react';
import { layOut } from '../../schemas/language/canon/layout';
import { type StepDoc, sortOfDoc } from '../../schemas/language/steps/index';
import { type DiffLine, hunks, lineDiff } from './line-diff';
import { Card } from './PlanCards';
import styles from './publish.module.css';

interface Props {
  readonly title: string;
  readonly before: StepDoc;
  readonly after: StepDoc;
}
/** a document that is new or taken away has no text on one side */
const textOf = (doc: StepDoc): string => (Object.keys(doc).length === 0 ? '' : layOut(doc, sortOfDoc(doc)));
const SAID: Readonly<Record<DiffLine['sign'], string>> = { '+': '新增', '-': '删除', ' ': '' };

export const SourceDiff = ({ title, before, after }: Props) => {
  const found = useMemo(() => hunks(lineDiff(textOf(before), textOf(after))), [before, after]);
  const all = found.flat();
  const count = (sign: string): number => all.filter((line) => line.sign === sign).length;
  return (
    <Card title={title} detail={all.length === 0 ? '源码一样' : `新增 ${count('+')} 行，删除 ${count('-')} 行`}>
      {all.length > 0 && (
        <div className={styles.source} role="region" aria-label={`「${title}」的源码差异`} tabIndex={0}>
          {found.map((lines, n) => (
            <Fragment key={`${lines[0]?.line} ${n}`}>
              {n > 0 && <hr />}
              {lines.map(({ sign, text, line }) => (
                <div key={`${sign}${line}`} data-sign={sign}>
                  <i>{line}</i>
                  <b aria-label={SAID[sign]}>{sign}</b>
                  <code>{text}</code>
                </div>
              ))}
            </Fragment>
          ))}
        </div>
      )}
    </Card>
  );
};

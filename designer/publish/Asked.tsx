/** A question of a plan: a value for a new required field, or what becomes of values that a new type cannot hold. */
import { Button, Radio } from 'antd';
import { useMemo } from 'react';
import { Icon, useHost } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Answer, Question } from '../../schemas/language/wire-design';
import { type Inspecting, InspectorContext } from '../inspector/context';
import { ShapeEditor } from '../inspector/editors/ShapeEditor';
import { isOfNow, type Way, wayOf } from './answers';
import styles from './publish.module.css';

export interface AskedProps {
  readonly question: Question;
  readonly doc: StepDoc | undefined;
  readonly library: Library;
  readonly answer: Answer | undefined;
  readonly onAnswer: (answer: Answer | undefined) => void;
  /** the list opens: what lies over the page makes room */
  readonly onLeave?: (() => void) | undefined;
}
const WORDS: Readonly<Record<Way, string>> = {
  fill: '补值',
  new: '仅新单据必填',
  keep: '清空，原值留在隐藏列（30天内改回原类型就找回）',
  empty: '清空，不留原值',
};
export const Asked = ({ question, doc, library, answer, onAnswer, onLeave }: AskedProps) => {
  const isLate = !isOfNow(question, answer);
  const way = isLate ? undefined : wayOf(answer);
  const context = useMemo<Inspecting>(
    () => ({ doc: doc ?? {}, library, onSteps: () => undefined, onSelect: () => undefined }),
    [doc, library],
  );
  const fill = answer !== undefined && 'fill' in answer ? answer.fill : '';
  return (
    <div className={styles.asked}>
      <p>
        <Icon name="warn" /> {question.text}
      </p>
      {isLate && <p className={styles.bad}>数据刚有变化，请重新选择</p>}
      <Stood question={question} onLeave={onLeave} />
      <Radio.Group
        className={styles.ways}
        value={way ?? null}
        aria-label={`${question.title}怎么${question.ways.includes('fill') ? '补' : '处理'}`}
        onChange={(event) => onAnswer(answerOf(event.target.value as Way, question))}
      >
        {question.ways.map((each) => (
          <Radio key={each} value={each}>
            {WORDS[each]}
          </Radio>
        ))}
      </Radio.Group>
      {way === 'fill' && doc !== undefined && (
        <div className={styles.fill}>
          <InspectorContext value={context}>
            <ShapeEditor
              address={`${question.address}.default`}
              node={question.address}
              sort="field"
              name="default"
              shape="value"
              title={`${question.title}的值`}
              value={fill === '' ? undefined : (fill as Json)}
              base={undefined}
              mixed={false}
              disabled={false}
              onChange={(next) => onAnswer({ fill: isPlain(next) ? next : '' })}
            />
          </InspectorContext>
          <small>共 {question.count} 条；以 = 开头按每条单据计算</small>
        </div>
      )}
    </div>
  );
};
const answerOf = (way: Way, { default: first, mark }: Question): Answer => {
  if (way === 'fill') return { fill: first ?? '' };
  if (way === 'new') return { required: 'new' };
  return mark === undefined ? { lost: way } : { lost: way, mark };
};

/** Some of the records that stand in the way, and the way to all of them, for who would rather mend them first. */
const Stood = ({ question: { rows, list, count }, onLeave }: Pick<AskedProps, 'question' | 'onLeave'>) => {
  const { openPage } = useHost();
  if (rows === undefined || rows.length === 0) return null;
  return (
    <>
      <ul className={styles.stood} aria-label="不能转换的数据">
        {rows.map(({ id, title, value }) => (
          <li key={id}>
            <span>{title}</span>
            <b title={value}>{value}</b>
          </li>
        ))}
        {count > rows.length && <li>共 {count} 条</li>}
      </ul>
      {list !== undefined && (
        <p className={styles.first}>
          也可以先改好这些数据：
          <Button
            size="small"
            onClick={() => {
              onLeave?.();
              openPage(list);
            }}
          >
            打开列表
          </Button>
        </p>
      )}
    </>
  );
};
const isPlain = (value: Json | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** What a publish does to the tables, what it asks, whom it touches. */
import { Icon } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { Answer, Answers, Impact, PublishPlan, Question } from '../../schemas/language/wire-design';
import { Asked } from './Asked';
import { isAnswered, openText } from './answers';
import styles from './publish.module.css';

export interface DraftedText {
  readonly id: string;
  readonly title: string;
  readonly base: StepDoc;
  readonly text: StepDoc;
}

export const Card = ({
  title,
  detail,
  state,
  children,
}: {
  readonly title: string;
  readonly detail?: string;
  readonly state?: { readonly tone: 'ok' | 'warn' | 'bad'; readonly text: string };
  readonly children?: React.ReactNode;
}) => (
  <section className={styles.card} aria-label={title}>
    <header>
      <h2>{title}</h2>
      <span>{detail}</span>
      {state !== undefined && (
        <span className={styles.state} data-tone={state.tone}>
          <Icon name={state.tone === 'ok' ? 'check' : 'warn'} /> {state.text}
        </span>
      )}
    </header>
    {children}
  </section>
);

export interface TablesCardProps {
  readonly plan: PublishPlan;
  readonly documents: readonly DraftedText[];
  readonly library: Library;
  readonly answers: Answers;
  readonly onAnswer: (question: Question, answer: Answer | undefined) => void;
}
export const TablesCard = ({ plan, documents, library, answers, onAnswer }: TablesCardProps) => {
  const open = plan.questions.filter((question) => !isAnswered(question, answers)).length;
  const lines = plan.steps.length + plan.questions.length;
  const state =
    plan.refused.length > 0
      ? { tone: 'bad' as const, text: `${plan.refused.length} 项不能做` }
      : open > 0
        ? { tone: 'warn' as const, text: openText(plan.questions, answers) }
        : { tone: 'ok' as const, text: lines === 0 ? '不用改表' : '可以做' };
  return (
    <Card title="数据表" detail={`${lines} 项改动`} state={state}>
      {plan.refused.map((notice) => (
        <p key={`${notice.document} ${notice.address} ${notice.text}`} className={styles.bad}>
          {notice.text}
        </p>
      ))}
      {plan.questions.map((question) => (
        <Asked
          key={`${question.document} ${question.address}`}
          question={question}
          doc={documents.find((document) => document.id === question.document)?.text}
          library={library}
          answer={answers[question.document]?.[question.address]}
          onAnswer={(answer) => onAnswer(question, answer)}
        />
      ))}
      {plan.steps.map((step) => (
        <div key={`${step.table} ${step.text}`} className={styles.step}>
          <span>{step.text}</span>
          {step.count !== undefined && <small>{step.count} 条数据</small>}
          <Icon name="check" />
        </div>
      ))}
      {plan.hidden.map((notice) => (
        <div key={`${notice.document} ${notice.address}`} className={styles.step}>
          <span>{notice.text}</span>
        </div>
      ))}
    </Card>
  );
};
const SORTS: { readonly [sort: string]: string } = {
  object: '单据',
  report: '报表',
  board: '看板',
  menus: '菜单',
  print: '打印',
  block: '区块',
  settings: '参数',
  dictionaries: '字典',
  flow: '流程',
  scheme: '方案',
  columns: '列设置',
};
export const ImpactCard = ({ impact }: { readonly impact: readonly Impact[] }) => {
  const blocking = impact.filter((impact) => impact.blocks).length;
  const state =
    blocking > 0
      ? { tone: 'bad' as const, text: `${blocking} 处正在使用` }
      : impact.length > 0
        ? { tone: 'warn' as const, text: '请看一下' }
        : { tone: 'ok' as const, text: '没有影响' };
  return (
    <Card title="影响到谁" detail={`${impact.length} 处`} state={state}>
      {impact.map((impact) => (
        <div key={`${impact.sort} ${impact.code} ${impact.address} ${impact.field}`} className={styles.impact}>
          <span>{SORTS[impact.sort] ?? '文档'}</span>
          <span>{impact.title}</span>
          <span data-blocks={impact.blocks || undefined}>{impact.text}</span>
          <Icon name={impact.blocks ? 'warn' : 'check'} />
        </div>
      ))}
    </Card>
  );
};

/** 模拟: a document and who begins it, other values where wanted; then the way it goes and whom it asks. Nothing is written. */
import { Button, Select } from 'antd';
import { Fragment } from 'react';
import { Icon } from '../../runtime/page/index';
import type { FlowDoc } from '../../schemas/language/flow/document';
import type { FlowSimulation } from '../../schemas/language/wire-design';
import type { DeskView } from '../desk/desk';
import { InspectorContext } from '../inspector/context';
import { LiteralEditor } from '../inspector/editors/LiteralEditor';
import { PeopleChoice } from '../inspector/editors/PeopleEditor';
import type { Sampling } from '../trial/index';
import styles from './simulation.module.css';
import type { Simulating } from './use-simulation';

interface Props {
  readonly doc: FlowDoc;
  readonly view: Pick<DeskView, 'doc' | 'library'>;
  readonly sampling: Sampling;
  readonly simulating: Simulating;
}
const quiet = (): void => undefined;

export const SimulationPanel = ({ doc, view, sampling, simulating }: Props) => {
  const { fields, values, starter, answer, problem, pending, type, begin, reset } = simulating;
  const { rows, id, sample } = sampling;
  const context = { doc: view.doc, library: view.library, onSteps: quiet, onSelect: quiet };
  return (
    <div className={styles.simulation}>
      <div className={styles.head}>
        <span>单据</span>
        <Select
          value={id ?? null}
          options={rows.map((row) => ({ value: row.id, label: row.title }))}
          showSearch
          filterOption={false}
          placeholder={sampling.problem || '选择单据'}
          popupMatchSelectWidth={false}
          aria-label="用哪张单据模拟"
          onSearch={sampling.search}
          onChange={sampling.choose}
        />
        <InspectorContext value={context}>
          {fields.map(({ code, title, type: want }) => (
            <Fragment key={`${code} ${id}`}>
              <span>{title}</span>
              <LiteralEditor
                address={code}
                node=""
                sort="flow"
                name={code}
                shape="value"
                title={`模拟的${title}`}
                value={values[code] ?? ((sample?.doc[code] ?? undefined) as never)}
                base={undefined}
                mixed={false}
                disabled={false}
                want={want}
                onChange={(to) => type(code, to)}
              />
            </Fragment>
          ))}
        </InspectorContext>
        <span>发起人</span>
        <PeopleChoice
          of="users"
          title="谁发起"
          value={starter === undefined ? [] : [starter]}
          many={false}
          disabled={false}
          hint="我"
          onChange={([login]) => begin(login)}
        />
        {Object.keys(values).length > 0 && <Button onClick={reset}>用单据的值</Button>}
      </div>
      <div aria-live="polite" data-pending={pending || undefined}>
        {problem !== '' ? (
          <p className={styles.bad}>{problem}</p>
        ) : answer === undefined ? (
          <p className={styles.skipped}>正在模拟…</p>
        ) : 'refusal' in answer ? (
          <p className={styles.bad}>{answer.refusal}</p>
        ) : (
          <Way doc={doc} answer={answer} />
        )}
      </div>
    </div>
  );
};

const ENDS = {
  running: { title: '停在这里', text: '没有人能继续办理' },
  passed: { title: '通过', text: '单据通过审核' },
  rejected: { title: '驳回', text: '单据被驳回' },
  withdrawn: { title: '撤回', text: '' },
  stopped: { title: '终止', text: '审批终止，单据不变' },
} as const;

const Way = ({
  doc,
  answer,
}: {
  readonly doc: FlowDoc;
  readonly answer: Exclude<FlowSimulation, { refusal: string }>;
}) => {
  const end = ENDS[answer.ended];
  const named = new Map(titlesOf(doc.nodes));
  return (
    <>
      <ol className={styles.way} aria-label="经过的节点">
        {answer.nodes.map((node, n) => (
          <li key={`${node.node} ${n}`}>
            <b>
              {node.title} <span>{node.people.map((person) => person.user).join('、')}</span>
            </b>
            <small>{saidOf(node)}</small>
          </li>
        ))}
        <li data-end={answer.ended}>
          <b>{end.title}</b>
          <small>{end.text}</small>
        </li>
      </ol>
      {answer.skipped.length > 0 && (
        <p className={styles.skipped}>
          <Icon name="right" /> 不经过：{answer.skipped.map((code) => named.get(code) ?? code).join('、')}
        </p>
      )}
    </>
  );
};
type Told = Exclude<FlowSimulation, { refusal: string }>['nodes'][number];
function saidOf({ people }: Told): string {
  if (people.length === 0) return '没有处理人，自动通过';
  const why = [...new Set(people.map((person) => person.why))].join('，');
  const due = people.find((person) => person.dueAt !== undefined)?.dueAt;
  const auto = people.every((person) => person.isAuto) ? '，自动通过' : '';
  return `${why}${auto}${due === undefined ? '' : `，${due.slice(5, 16)} 前`}`;
}
const titlesOf = (nodes: FlowDoc['nodes']): readonly (readonly [string, string])[] =>
  nodes.flatMap((node) => [
    [node.node, node.title] as const,
    ...(node.ways ?? []).flatMap((way) => titlesOf(way.nodes ?? [])),
  ]);

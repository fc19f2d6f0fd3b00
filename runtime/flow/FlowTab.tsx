/** `$flow`: where the approval of a document stands, node by node, and everything that was done, round by round. */

import { duration } from '../../schemas/language/codec/span';
import { CodeTags } from '../fields/shared/CodeTags';
import { FileThumb } from '../files/FileThumb';
import { openFile } from '../files/open-file';
import { PageLoading } from '../page/PageStates';
import { FlowDiagram, type Look } from './FlowDiagram';
import styles from './FlowTab.module.css';
import { type ProcessNode, type Round, type TrailRow, useProcess } from './process';

export interface FlowTabProps {
  readonly object: string;
  readonly id: string;
  readonly version: unknown;
}

export function FlowTab({ object, id, version }: FlowTabProps) {
  const { data, isPending, error, refetch } = useProcess(object, id, version);
  if (isPending) return <PageLoading />;
  if (error !== null && data === undefined)
    return (
      <p className={styles.state}>
        没有取到审批轨迹，
        <button type="button" onClick={() => void refetch()}>
          重试
        </button>
      </p>
    );
  if (data.picture !== undefined)
    return (
      <div className={styles.rounds}>
        <FlowDiagram picture={data.picture} />
      </div>
    );
  if (data.instances.length === 0) return <p className={styles.state}>尚未提交审批</p>;
  return (
    <div className={styles.rounds}>
      {data.instances.map((round) => (
        <section key={round.id} aria-label={`第${round.round}轮 ${round.flow}`}>
          <h2>
            {round.flow}
            <CodeTags
              dict={{ code: 'flowStatus', title: '', version: '', items: [round.status] }}
              codes={[round.status.code]}
            />
            <small>
              第{round.round}轮 · {round.starter} {round.startAt.slice(0, 16)} 发起
              {round.endAt === null ? '' : ` · ${round.endAt.slice(0, 16)} 结束`}
            </small>
          </h2>
          {round.error !== null && <p className={styles.error}>自动流转失败：{round.error}</p>}
          {round.waiting.length > 0 && (
            <p className={styles.waiting}>
              等待 {round.waiting.map((item) => `${item.user}（${item.node}）`).join('、')} 处理
            </p>
          )}
          <FlowDiagram picture={round.picture} looks={looksOf(round)} />
          <Nodes round={round} />
          <Trail rows={round.trail} />
        </section>
      ))}
    </div>
  );
}

/** Nodes as they look; what is implied was passed with what it follows from. */
function looksOf({ nodes, status }: Round): ReadonlyMap<string, Look> {
  const looks = new Map<string, Look>(nodes.map((node) => [node.node, node.look]));
  looks.set('Start_1', 'done');
  if (status.code === PASSED) looks.set('End_1', 'done');
  return looks;
}
const PASSED = '60';

/** The flow as its text: nodes from top to bottom, ways of a block moved in. */
function Nodes({ round }: { readonly round: Round }) {
  return (
    <ol className={styles.nodes} aria-label="流程">
      {round.nodes.map((node) => (
        <li key={node.node} data-look={node.look} data-node={node.node} style={{ marginLeft: `${node.depth * 2}rem` }}>
          <b>
            {node.way !== null && <i>{node.way}</i>}
            {node.title}
          </b>
          <span>{LOOKS[node.look]}</span>
          <span>{peopleOf(node)}</span>
          {node.seconds !== null && (
            <span
              className={styles.spent}
            >{`${node.look === 'current' ? '已停留' : '用时'} ${duration(node.seconds)}`}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
const LOOKS: Readonly<Record<ProcessNode['look'], string>> = {
  done: '已完成',
  current: '进行中',
  rejected: '已驳回',
  skipped: '未经过',
  ahead: '未到达',
};
const peopleOf = (node: ProcessNode): string =>
  node.people
    .map((person) => {
      const who = person.owner === null ? person.user : `${person.user} 代 ${person.owner}`;
      return person.result === null ? who : `${who} ${person.result}`;
    })
    .join('，');

/** Arrivals say whom it went to; everything else who did it. */
function Trail({ rows }: { readonly rows: readonly TrailRow[] }) {
  return (
    <ol className={styles.trail} aria-label="轨迹">
      {rows.map((row, n) => (
        <li key={`${row.at} ${n}`} data-tone={TONES[row.act]} data-system={row.actor === null ? '' : undefined}>
          <time dateTime={row.at} title={row.at}>
            {row.at.slice(5, 16)}
          </time>
          <b>{row.title}</b>
          <span>{row.node}</span>
          <span>
            {row.actor === null ? '系统' : row.owner === null ? row.actor : `${row.actor} 代 ${row.owner}`}
            {row.to.length > 0 && ` → ${row.to.join('、')}`}
          </span>
          {row.text !== null && <q>{row.text}</q>}
          {row.signature && (
            <span className={styles.signature}>
              <FileThumb file={row.signature} />
            </span>
          )}
          {row.files?.map((file, at) => (
            <button key={file.id} type="button" onClick={() => openFile(row.files ?? [], at)}>
              {file.name}
            </button>
          ))}
        </li>
      ))}
    </ol>
  );
}
const TONES: Readonly<Record<string, string | undefined>> = {
  agree: 'ok',
  done: 'ok',
  finish: 'ok',
  reject: 'bad',
  late: 'bad',
  terminate: 'bad',
  fail: 'bad',
  back: 'warn',
  withdraw: 'warn',
  recall: 'warn',
};

/** Cards of the publish screen beside the plan: problems, examples, one version beside another. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Icon } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import { isNode } from '../../schemas/language/resolve/merge';
import type { DesignProblem } from '../../schemas/language/wire-design';
import { type ChangeWord, changeWords } from '../../schemas/language/words/index';
import { ChangeList } from './ChangeList';
import { publishClient } from './client';
import { namesOf } from './names';
import { Card, type DraftedText } from './PlanCards';
import styles from './publish.module.css';
import { SourceDiff } from './SourceDiff';

export const problemState = (problems: readonly DesignProblem[]) => {
  const errors = problems.filter((problem) => problem.level !== 'warn').length;
  if (errors > 0) return { tone: 'bad' as const, text: `${errors} 个错误` };
  return problems.length > 0
    ? { tone: 'warn' as const, text: `没有错误，${problems.length} 个提醒` }
    : { tone: 'ok' as const, text: '没有错误' };
};

export const Problems = ({
  problems,
  documents,
  onJump,
}: {
  readonly problems: readonly DesignProblem[];
  /** of the draft; where it is one only nobody has to be told whose problem it is */
  readonly documents: readonly DraftedText[];
  readonly onJump: (document: string, address: string) => void;
}) => (
  <Card title="检查" detail={`${problems.length} 个`} state={problemState(problems)}>
    {problems.map((problem) => (
      <button
        key={`${problem.document} ${problem.path} ${problem.text}`}
        type="button"
        className={styles.problem}
        data-level={problem.level ?? 'error'}
        onClick={() => onJump(problem.document, problem.path)}
      >
        <Icon name="warn" />
        {documents.length > 1 && <b>{documents.find(({ id }) => id === problem.document)?.title}</b>}
        {problem.text} <code>{problem.path}</code>
      </button>
    ))}
  </Card>
);

/** Examples are run by the publish itself; a failed one stops it. */
export const Examples = ({ documents }: { readonly documents: readonly DraftedText[] }) => {
  const examples = documents.flatMap(({ text }) => (isNode(text.examples) ? Object.keys(text.examples) : []));
  return (
    <Card title="示例" detail={examples.length === 0 ? '没有写' : `${examples.length} 个`}>
      <p className={styles.remark}>
        {examples.length === 0 ? '写了示例，发布前会先跑一遍' : `发布时先跑 ${examples.join('、')}，一个不过就不发布`}
      </p>
    </Card>
  );
};

export const Compared = ({
  document,
  title,
  version,
  draft,
  library,
  source,
}: {
  readonly document: string;
  readonly title: string;
  readonly version: number;
  readonly draft: string;
  readonly library: Library;
  /** lines of the text instead of words */
  readonly source: boolean;
}) => {
  const compared = useQuery({
    queryKey: ['design', 'compare', document, version, draft],
    queryFn: () => publishClient.compare({ document, from: version, draft }),
    staleTime: 0,
    retry: false,
  });
  const changes = useMemo<readonly ChangeWord[]>(
    () =>
      compared.data === undefined
        ? []
        : changeWords(compared.data.from, compared.data.to, namesOf(compared.data.to, library)),
    [compared.data, library],
  );
  const heading = version === 0 ? `「${title}」与标准的差异` : `v${version} 到草稿`;
  if (source && compared.data !== undefined)
    return <SourceDiff title={heading} before={compared.data.from} after={compared.data.to} />;
  return (
    <Card title={heading} detail={`${changes.length} 处`}>
      {compared.isPending && <p className={styles.remark}>加载中…</p>}
      {compared.error !== null && <p className={styles.bad}>{compared.error.message}</p>}
      {compared.data !== undefined && changes.length === 0 && <p className={styles.remark}>没有差异</p>}
      <ChangeList changes={changes} />
    </Card>
  );
};

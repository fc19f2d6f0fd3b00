/** 发布: versions at the left, what changes and whom it touches in the middle, what is to be decided at the right. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input, Segmented, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { HttpError } from '../../runtime/data/http';
import { newToken } from '../../runtime/data/ids';
import { Icon, useHost } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import { isNode } from '../../schemas/language/resolve/merge';
import { type ChangeWord, changeWords } from '../../schemas/language/words/index';
import { ChangeList } from './ChangeList';
import { type Answer, type Answers, type Plan, type PlanProblem, publishClient, type Question } from './client';
import { namesOf } from './names';
import { Card, type DraftedText, ImpactCard, isAnswered, TablesCard } from './PlanCards';
import styles from './publish.module.css';
import { RollbackDialog } from './RollbackDialog';
import { VersionList } from './VersionList';

export interface PublishScreenProps {
  readonly draft: string;
  /** last step the draft is known to have: others' steps behind it are not published unseen */
  readonly seq?: number | undefined;
  readonly app: string;
  /** documents of the draft */
  readonly documents: readonly DraftedText[];
  /** the document whose versions are shown first */
  readonly open: string | undefined;
  readonly library: Library;
  readonly mayPublish: boolean;
  /** shipped documents are changed by overlay and can be held against what was shipped */
  readonly isOverlay: (document: string) => boolean;
  readonly onBack: () => void;
  readonly onJump: (document: string, address: string) => void;
  /** the documents stand differently now: what is open is to be read anew */
  readonly onPublished: () => void;
}
const NONE: Answers = {};

export const PublishScreen = (props: PublishScreenProps) => {
  const { draft, seq, app, documents, library, mayPublish, isOverlay, onBack, onJump, onPublished } = props;
  const { feedback } = useHost();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(props.open ?? documents[0]?.id ?? '');
  const [tab, setTab] = useState<'versions' | 'standard'>('versions');
  const [shown, setShown] = useState<number>();
  const [rolling, setRolling] = useState<number>();
  const [answers, setAnswers] = useState<Answers>(NONE);
  const [asked, setAsked] = useState<Answers>(NONE);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(answers), 400);
    return () => clearTimeout(timer);
  }, [answers]);
  const plan = useQuery({
    queryKey: ['design', 'plan', draft, seq ?? 0, asked],
    queryFn: () => publishClient.plan(draft, asked),
    staleTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  const versions = useQuery({
    queryKey: ['design', 'versions', chosen],
    queryFn: () => publishClient.versions(chosen),
    enabled: chosen !== '',
    staleTime: 0,
    retry: false,
  });
  const changes = useMemo(
    () => documents.map((one) => ({ ...one, changes: changeWords(one.base, one.text, namesOf(one.text, library)) })),
    [documents, library],
  );
  const count = changes.reduce((sum, one) => sum + one.changes.length, 0);
  const next = (versions.data?.[0]?.version ?? 0) + 1;
  const title = documents.find((one) => one.id === chosen)?.title ?? '';
  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: ['design'] });
    onPublished();
  };
  const answer = ({ document, address }: Question, given: Answer | undefined): void => {
    const { [address]: _old, ...rest } = answers[document] ?? {};
    setAnswers({ ...answers, [document]: given === undefined ? rest : { ...rest, [address]: given } });
  };
  const compares = shown !== undefined || tab === 'standard';
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <nav aria-label="位置">
          {app} <Icon name="right" />
          <button type="button" onClick={onBack}>
            {title}
          </button>
          <Icon name="right" /> <b>发布</b>
        </nav>
        <Button onClick={onBack}>返回设计</Button>
      </header>
      <aside className={styles.left}>
        {documents.length > 1 && (
          <Select
            value={chosen}
            options={documents.map((one) => ({ value: one.id, label: one.title }))}
            aria-label="看哪个文档"
            onChange={(id) => {
              setChosen(id);
              setShown(undefined);
            }}
          />
        )}
        {isOverlay(chosen) && (
          <Segmented
            block
            options={[
              { value: 'versions' as const, label: '版本' },
              { value: 'standard' as const, label: '与标准的差异' },
            ]}
            value={tab}
            aria-label="左侧"
            onChange={setTab}
          />
        )}
        {tab === 'versions' && versions.data !== undefined && (
          <VersionList
            versions={versions.data}
            changes={changes.find((one) => one.id === chosen)?.changes.length ?? 0}
            shown={shown}
            mayRollback={mayPublish}
            onShow={setShown}
            onRollback={setRolling}
          />
        )}
        {versions.error !== null && <p className={styles.bad}>{versions.error.message}</p>}
        {tab === 'standard' && <p className={styles.remark}>右边是「{title}」与随产品的标准相比改了什么。</p>}
      </aside>
      <main className={styles.middle}>
        {compares ? (
          <Compared
            document={chosen}
            title={title}
            version={tab === 'standard' ? 0 : (shown ?? 0)}
            draft={draft}
            library={library}
          />
        ) : (
          <>
            <Card
              title="改了什么"
              detail={`${count} 处`}
              {...(plan.data === undefined ? {} : { state: problemState(plan.data.problems) })}
            >
              {changes.map((one) => (
                <div key={one.id}>
                  {documents.length > 1 && one.changes.length > 0 && <h4>{one.title}</h4>}
                  <ChangeList changes={one.changes} onJump={(address) => onJump(one.id, address)} />
                </div>
              ))}
              {count === 0 && <p className={styles.remark}>和已发布的一样</p>}
            </Card>
            {plan.isPending && <p className={styles.remark}>正在核对数据…</p>}
            {plan.error !== null && (
              <p className={styles.bad} role="alert">
                {plan.error.message} <Button onClick={() => void plan.refetch()}>重试</Button>
              </p>
            )}
            {plan.data !== undefined && (
              <>
                {plan.data.problems.length > 0 && <Problems problems={plan.data.problems} onJump={onJump} />}
                <TablesCard
                  plan={plan.data}
                  documents={documents}
                  library={library}
                  answers={answers}
                  onAnswer={answer}
                />
                <ImpactCard impact={plan.data.impact} />
                <Examples documents={documents} />
              </>
            )}
          </>
        )}
      </main>
      <Deciding
        draft={draft}
        seq={seq}
        next={next}
        several={documents.length > 1}
        plan={plan.data}
        answers={answers}
        settled={answers === asked && !plan.isFetching}
        added={changes.flatMap((one) =>
          one.changes.filter((change) => change.change === 'add' && change.what === '动作'),
        )}
        mayPublish={mayPublish}
        onPublished={(text) => {
          feedback.success(text);
          refresh();
          onBack();
        }}
      />
      {rolling !== undefined && (
        <RollbackDialog
          document={chosen}
          title={title}
          version={rolling}
          library={library}
          onClose={() => setRolling(undefined)}
          onDone={() => {
            setRolling(undefined);
            setShown(undefined);
            feedback.success(`已回滚到 v${rolling}`);
            refresh();
          }}
        />
      )}
    </div>
  );
};

const problemState = (problems: readonly PlanProblem[]) => {
  const errors = problems.filter((one) => one.level !== 'warn').length;
  if (errors > 0) return { tone: 'bad' as const, text: `${errors} 个错误` };
  return problems.length > 0
    ? { tone: 'warn' as const, text: `没有错误，${problems.length} 个提醒` }
    : { tone: 'ok' as const, text: '没有错误' };
};

const Problems = ({
  problems,
  onJump,
}: {
  readonly problems: readonly PlanProblem[];
  readonly onJump: (document: string, address: string) => void;
}) => (
  <Card title="检查" detail={`${problems.length} 个`} state={problemState(problems)}>
    {problems.map((one) => (
      <button
        key={`${one.document} ${one.path} ${one.text}`}
        type="button"
        className={styles.problem}
        data-level={one.level ?? 'error'}
        onClick={() => onJump(one.document, one.path)}
      >
        <Icon name="warn" /> {one.text} <code>{one.path}</code>
      </button>
    ))}
  </Card>
);

/** Examples are run by the publish itself; a failed one stops it. */
const Examples = ({ documents }: { readonly documents: readonly DraftedText[] }) => {
  const examples = documents.flatMap(({ text }) => (isNode(text.examples) ? Object.keys(text.examples) : []));
  return (
    <Card title="示例" detail={examples.length === 0 ? '没有写' : `${examples.length} 个`}>
      <p className={styles.remark}>
        {examples.length === 0 ? '写了示例，发布前会先跑一遍' : `发布时先跑 ${examples.join('、')}，一个不过就不发布`}
      </p>
    </Card>
  );
};

const Compared = ({
  document,
  title,
  version,
  draft,
  library,
}: {
  readonly document: string;
  readonly title: string;
  readonly version: number;
  readonly draft: string;
  readonly library: Library;
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
  return (
    <Card title={version === 0 ? `「${title}」与标准的差异` : `v${version} 到草稿`} detail={`${changes.length} 处`}>
      {compared.isPending && <p className={styles.remark}>加载中…</p>}
      {compared.error !== null && <p className={styles.bad}>{compared.error.message}</p>}
      {compared.data !== undefined && changes.length === 0 && <p className={styles.remark}>没有差异</p>}
      <ChangeList changes={changes} />
    </Card>
  );
};

interface DecidingProps {
  readonly draft: string;
  readonly seq: number | undefined;
  readonly next: number;
  readonly several: boolean;
  readonly plan: Plan | undefined;
  readonly answers: Answers;
  /** the plan is that of these answers */
  readonly settled: boolean;
  readonly added: readonly ChangeWord[];
  readonly mayPublish: boolean;
  readonly onPublished: (text: string) => void;
}
const Deciding = (props: DecidingProps) => {
  const { draft, seq, next, several, plan, answers, settled, added, mayPublish, onPublished } = props;
  const [note, setNote] = useState('');
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<{ readonly text: string; readonly lines: readonly string[] }>();
  const [busy, setBusy] = useState(false);
  const token = useRef(newToken());
  const hidden = plan?.hidden ?? [];
  const open = (plan?.questions ?? []).filter((one) => !isAnswered(one, answers));
  const agreements = [
    ...hidden.map((one) => one.text),
    ...(plan?.impact ?? []).filter((one) => !one.blocks).map((one) => `${one.title}：${one.text}`),
  ];
  const waiting = agreements.filter((text) => !agreed.includes(text));
  const reason = !mayPublish
    ? '没有发布的权限'
    : plan === undefined || !settled
      ? '正在核对…'
      : plan.empty
        ? '没有要发布的改动'
        : open.length > 0
          ? `还有 ${open.length} 项要补值`
          : plan.refusal !== ''
            ? plan.refusal
            : waiting.length > 0
              ? '请先确认下面的影响'
              : '';
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { versions } = await publishClient.publish(
        { draft, ...(seq === undefined ? {} : { seq }), note: note.trim(), answers },
        token.current,
      );
      onPublished(several ? `已发布 ${versions.length} 个文档` : `已发布 v${versions[0]?.version ?? next}`);
    } catch (cause) {
      setFailure({ text: cause instanceof Error ? cause.message : '发布失败', lines: linesOf(cause) });
      // a refusal is answered for good; another attempt is another intention
      token.current = newToken();
    } finally {
      setBusy(false);
    }
  };
  const errors = plan?.problems.filter((one) => one.level !== 'warn').length ?? 0;
  return (
    <aside className={styles.right}>
      <header>
        <h2>{several ? '发布' : `发布 v${next}`}</h2>
        {!several && next > 1 && <span>替换 v{next - 1}</span>}
      </header>
      <dl className={styles.checks}>
        <Check
          title="检查"
          ok={errors === 0}
          text={plan === undefined ? '…' : errors === 0 ? '没有错误' : `${errors} 个错误`}
        />
        <Check
          title="数据表"
          ok={(plan?.refused.length ?? 0) === 0 && open.length === 0}
          text={plan === undefined ? '…' : `${plan.steps.length} 项，可全部回退`}
        />
        <Check
          title="影响"
          ok={waiting.length === 0}
          text={plan === undefined ? '…' : waiting.length === 0 ? '没有要确认的' : `${waiting.length} 处要确认`}
        />
      </dl>
      <label className={styles.note}>
        版本说明
        <Input.TextArea
          value={note}
          maxLength={500}
          autoSize={{ minRows: 3, maxRows: 8 }}
          placeholder="这次改了什么，为什么改"
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      {added.length > 0 && (
        <section className={styles.hintBox}>
          <h4>新权限</h4>
          <p>多了{added.map((one) => one.text.split('，')[0]).join('、')}，还没有角色拥有，发布后在角色里授权。</p>
        </section>
      )}
      <section className={styles.hintBox}>
        <h4>正在使用</h4>
        <p>打开着页面的人会看到「页面已更新」，填了一半的内容保留。</p>
      </section>
      <div className={styles.foot}>
        {agreements.map((text) => (
          <Checkbox
            key={text}
            checked={agreed.includes(text)}
            onChange={(event) =>
              setAgreed(event.target.checked ? [...agreed, text] : agreed.filter((one) => one !== text))
            }
          >
            {text}，我已知道
          </Checkbox>
        ))}
        {failure !== undefined && (
          <div className={styles.bad} role="alert">
            {failure.text}
            {failure.lines.length > 0 && (
              <ul>
                {failure.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </div>
        )}
        {reason !== '' && <p className={styles.reason}>{reason}</p>}
        <Button type="primary" block size="large" disabled={reason !== ''} loading={busy} onClick={() => void run()}>
          {several ? '发布' : `发布 v${next}`}
        </Button>
        <small>任何一步失败，全部回退{next > 1 ? `，v${next - 1} 不受影响` : ''}</small>
      </div>
    </aside>
  );
};
const Check = ({ title, ok, text }: { readonly title: string; readonly ok: boolean; readonly text: string }) => (
  <div data-ok={ok}>
    <dt>
      <Icon name={ok ? 'check' : 'warn'} /> {title}
    </dt>
    <dd>{text}</dd>
  </div>
);

/** What a refusal says beside its sentence: problems, failed examples. */
function linesOf(cause: unknown): readonly string[] {
  const data: unknown = cause instanceof HttpError ? cause.data : undefined;
  const problems = isNode(data) && Array.isArray(data.problems) ? (data.problems as readonly unknown[]) : [];
  return problems.flatMap((one) => (isNode(one) && typeof one.text === 'string' ? [one.text] : [])).slice(0, 8);
}

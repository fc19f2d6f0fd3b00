/** 发布: versions at the left, what changes and whom it touches in the middle, what is to be decided at the right. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Icon, useHost } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import type { Answers } from '../../schemas/language/wire-design';
import { changeWords } from '../../schemas/language/words/index';
import { Compared, Examples, Problems, problemState } from './Cards';
import { ChangeList } from './ChangeList';
import { publishClient } from './client';
import { Deciding } from './Deciding';
import { namesOf } from './names';
import { answered, Card, type DraftedText, ImpactCard, TablesCard } from './PlanCards';
import styles from './publish.module.css';
import { RollbackDialog } from './RollbackDialog';
import { SourceDiff } from './SourceDiff';
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
  const [source, setSource] = useState(false);
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
    () =>
      documents.map((drafted) => ({
        ...drafted,
        changes: changeWords(drafted.base, drafted.text, namesOf(drafted.text, library)),
      })),
    [documents, library],
  );
  const count = changes.reduce((sum, change) => sum + change.changes.length, 0);
  const next = (versions.data?.[0]?.version ?? 0) + 1;
  const title = documents.find((drafted) => drafted.id === chosen)?.title ?? '';
  const refresh = (): void => {
    // what was asked about the draft of before is of no use any more
    queries.removeQueries({ queryKey: ['design'] });
    onPublished();
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
          <Icon name="right" /> <h1>发布</h1>
        </nav>
        <Button aria-pressed={source} onClick={() => setSource(!source)}>
          {source ? '看改动说明' : '看源码差异'}
        </Button>
        <Button onClick={onBack}>返回设计</Button>
      </header>
      <aside className={styles.left}>
        {documents.length > 1 && (
          <Select
            value={chosen}
            options={documents.map((drafted) => ({ value: drafted.id, label: drafted.title }))}
            aria-label="看哪个文档"
            onChange={(id) => {
              setChosen(id);
              setShown(undefined);
            }}
          />
        )}
        {isOverlay(chosen) && (
          <Segmented
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
            changes={changes.find((change) => change.id === chosen)?.changes.length ?? 0}
            shown={shown}
            hasStandard={isOverlay(chosen)}
            mayRollback={mayPublish}
            onShow={setShown}
            onRollback={setRolling}
          />
        )}
        {versions.error !== null && <p className={styles.bad}>{versions.error.message}</p>}
        {tab === 'standard' && <p className={styles.remark}>右边是「{title}」与随产品的标准相比改了什么。</p>}
      </aside>
      <div className={styles.middle}>
        {compares ? (
          <Compared
            document={chosen}
            title={title}
            version={tab === 'standard' ? 0 : (shown ?? 0)}
            draft={draft}
            library={library}
            source={source}
          />
        ) : source ? (
          documents.map((drafted) => (
            <SourceDiff key={drafted.id} title={drafted.title} before={drafted.base} after={drafted.text} />
          ))
        ) : (
          <>
            <Card
              title="改了什么"
              detail={`${count} 处`}
              {...(plan.data === undefined ? {} : { state: problemState(plan.data.problems) })}
            >
              {changes.map((change) => (
                <div key={change.id}>
                  {documents.length > 1 && change.changes.length > 0 && <h3>{change.title}</h3>}
                  <ChangeList changes={change.changes} onJump={(address) => onJump(change.id, address)} />
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
                {plan.data.problems.length > 0 && (
                  <Problems problems={plan.data.problems} documents={documents} onJump={onJump} />
                )}
                <TablesCard
                  plan={plan.data}
                  documents={documents}
                  library={library}
                  answers={answers}
                  onAnswer={(question, given) => setAnswers(answered(answers, question, given))}
                />
                <ImpactCard impact={plan.data.impact} />
                <Examples documents={documents} />
              </>
            )}
          </>
        )}
      </div>
      <Deciding
        draft={draft}
        seq={seq}
        next={next}
        several={changes.filter((change) => change.changes.length > 0).length > 1}
        plan={plan.data}
        answers={answers}
        settled={answers === asked && !plan.isFetching}
        added={changes.flatMap((item) =>
          item.changes.filter((change) => change.change === 'add' && change.what === '动作'),
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
            feedback.success(rolling === 0 ? '已回滚到标准' : `已回滚到 v${rolling}`);
            refresh();
          }}
        />
      )}
    </div>
  );
};

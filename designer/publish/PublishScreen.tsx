/** 发布: versions at the left, what changes and whom it touches in the middle, what is to be decided at the right. */

import { Button, Segmented, Select } from 'antd';
import { Icon, useHost } from '../../runtime/page/index';
import { Compared, Examples, Problems, problemState } from './Cards';
import { ChangeList } from './ChangeList';
import { Deciding } from './Deciding';
import { Card, ImpactCard, TablesCard } from './PlanCards';
import styles from './publish.module.css';
import { RollbackDialog } from './RollbackDialog';
import { SourceDiff } from './SourceDiff';
import { type Publishing, type PublishScreenProps, usePublish } from './use-publish';
import { VersionList } from './VersionList';

/** the address of an action, of the object or a view */
const ACTION = /^(views\.\w+\.)?actions\.\w+$/;

export const PublishScreen = (props: PublishScreenProps) => {
  const { draft, seq, app, documents, library, mayPublish, onBack } = props;
  const { feedback } = useHost();
  const publishing = usePublish(props);
  const { chosen, title, source, plan, versions, changes, answers, rolling, setRolling, refresh } = publishing;
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
        <Button aria-pressed={source} onClick={() => publishing.setSource(!source)}>
          {source ? '看改动说明' : '看源码差异'}
        </Button>
        <Button onClick={onBack}>返回设计</Button>
      </header>
      <DocumentVersions {...props} publishing={publishing} />
      <div className={styles.middle}>
        {publishing.compares ? (
          <Compared
            document={chosen}
            title={title}
            version={publishing.tab === 'standard' ? 0 : (publishing.shown ?? 0)}
            draft={draft}
            library={library}
            source={source}
          />
        ) : source ? (
          documents.map((drafted) => (
            <SourceDiff key={drafted.id} title={drafted.title} before={drafted.base} after={drafted.text} />
          ))
        ) : (
          <WhatChanges {...props} publishing={publishing} />
        )}
      </div>
      <Deciding
        draft={draft}
        seq={seq}
        next={(versions.data?.[0]?.version ?? 0) + 1}
        several={changes.filter((change) => change.changes.length > 0).length > 1}
        plan={plan.data}
        answers={answers}
        settled={publishing.settled}
        added={changes.flatMap((item) =>
          item.changes.filter((change) => change.change === 'add' && ACTION.test(change.address)),
        )}
        mayPublish={mayPublish}
        onPublished={(text) => {
          feedback.success(text);
          refresh();
          onBack();
        }}
        onRefused={() => void Promise.all([plan.refetch(), versions.refetch()])}
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
            publishing.setShown(undefined);
            feedback.success(rolling === 0 ? '已回退到标准' : `已回退到 v${rolling}`);
            refresh();
          }}
        />
      )}
    </div>
  );
};

type PartProps = PublishScreenProps & { readonly publishing: Publishing };

/** At the left: the document that is looked at, its versions, or what it is beside the shipped one. */
const DocumentVersions = ({ documents, isOverlay, mayPublish, publishing }: PartProps) => {
  const { chosen, tab, versions, changes } = publishing;
  return (
    <aside className={styles.left}>
      {documents.length > 1 && (
        <Select
          value={chosen}
          options={documents.map((drafted) => ({ value: drafted.id, label: drafted.title }))}
          aria-label="看哪个文档"
          onChange={publishing.choose}
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
          onChange={publishing.setTab}
        />
      )}
      {tab === 'versions' && versions.data !== undefined && (
        <VersionList
          versions={versions.data}
          changes={changes.find((change) => change.id === chosen)?.changes.length ?? 0}
          shown={publishing.shown}
          hasStandard={isOverlay(chosen)}
          mayRollback={mayPublish}
          onShow={publishing.setShown}
          onRollback={publishing.setRolling}
        />
      )}
      {versions.error !== null && <p className={styles.bad}>{versions.error.message}</p>}
      {tab === 'standard' && <p className={styles.remark}>右边是「{publishing.title}」与随产品的标准相比改了什么。</p>}
    </aside>
  );
};

/** In the middle: what changes, the tables and pages it touches, what is wrong. */
const WhatChanges = ({ documents, library, onJump, publishing }: PartProps) => {
  const { plan, changes, answers } = publishing;
  const count = changes.reduce((sum, change) => sum + change.changes.length, 0);
  return (
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
            onAnswer={publishing.answer}
          />
          <ImpactCard impact={plan.data.impact} />
          <Examples documents={documents} />
        </>
      )}
    </>
  );
};

/** A record to read: head with its facts, then tabs: its groups as text with its rows, what it led to, who did what, its files. */
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { displayText } from '../../schemas/language/codec/shown';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { openWay, useActions } from '../actions/index';
import { useSignal } from '../data/signal';
import { displayOf } from '../fields/displays';
import { CodeTags } from '../fields/shared/CodeTags';
import type { FormModel } from '../form/form-model';
import { sourceOf } from '../form/load';
import { NoticeBar, type Way } from '../form/NoticeBar';
import { lookOf } from '../form/render';
import { type OpenForm, useForm } from '../form/use-form';
import { useHost } from '../page/host';
import { Icon } from '../page/Icon';
import { neighboursOf } from '../page/neighbours';
import { PageFault, PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';
import styles from './DetailPage.module.css';
import { DetailRail } from './DetailRail';
import { DetailTab } from './DetailTab';
import { detailActions } from './detail-actions';
import { detailTabs } from './detail-tabs';
import { asRow, titleOf } from './EditPage';
import { useFollow } from './use-follow';
import { useWide } from './use-wide';

const ApprovalBar = lazy(() => import('../flow/index').then((module) => ({ default: module.ApprovalBar })));

export interface DetailPageProps {
  readonly page: Page;
  readonly id?: string | undefined;
  readonly params: URLSearchParams;
  readonly embedded?: boolean;
}

export function DetailPage({ page, id, params, embedded = false }: DetailPageProps) {
  const keeps = page.object.floor?.keeps === true;
  const source = sourceOf(page.code, id, params);
  const state = useForm({ page, source: keeps ? { ...source, keeps } : source, viewing: true });
  if (state.status === 'error') return <PageFault error={state.error} onRetry={state.retry} />;
  if (state.status === 'loading') return <PageLoading />;
  return <OpenDetail page={page} form={state.form} embedded={embedded} />;
}

interface OpenDetailProps {
  readonly page: Page;
  readonly form: OpenForm;
  readonly embedded: boolean;
}

/** What a loaded record shows. */
export function OpenDetail({ page, form, embedded }: OpenDetailProps) {
  const host = useHost();
  const { model } = form;
  useFollow(form);
  const [tab, setTab] = useState(0);
  const [answered, setAnswered] = useState<string>();
  useSignal(model.standing);
  const actions = useActions(page, (action, data) => {
    if (action.code === 'del') host.closePage();
    else if (data.record !== undefined) model.load(data.record);
    else void form.reload();
  });
  const run = (action: ResolvedAction, rows?: readonly string[]): void =>
    void actions.run(action, [asRow(model)], {
      ...(rows === undefined ? {} : { rows }),
      onRefused: (text, refusal) => form.show({ text, refusal }),
    });
  const takeWay = (way: Way): void => {
    form.dismiss();
    const action = way.action === undefined ? undefined : page.object.actions[way.action];
    if (action !== undefined) run(action);
    else openWay(host, way);
  };
  const tabs = detailTabs(page, model);
  const at = Math.min(tab, tabs.length - 1);
  const section = tabs[at];
  const { next, more } = detailActions(page, model);
  const railed = useWide() && !embedded;
  // with a rail the steps of the document stand there, changing it stays on top
  const steps = railed ? next.filter((action) => action.code !== 'edit') : [];
  const top = next.filter((action) => !steps.includes(action));
  const isAnswered = answered !== undefined && answered === model.stored?.id;
  const history = tabs.findIndex((tab) => tab.part === '$history');
  useTitle(host.setTitle, titleOf(page, model, 'detail'));
  const body = (
    <div className={embedded ? styles.embedded : styles.page}>
      <section className={styles.head}>
        <div className={styles.line}>
          {!embedded && <h1>{titleOf(page, model, 'detail')}</h1>}
          {!embedded && <Beside page={page} model={model} />}
          <States model={model} />
          <span className={styles.grow} />
          {top.map((action, n) => (
            <Button
              key={action.code}
              data-action={action.code}
              type={n === 0 && !railed ? 'primary' : 'default'}
              danger={action.tone === 'danger'}
              onClick={() => run(action)}
            >
              {action.title}
            </Button>
          ))}
          {more.length > 0 && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: more.map((action) => ({
                  key: action.code,
                  label: action.title,
                  danger: action.tone === 'danger',
                  onClick: () => run(action),
                })),
              }}
            >
              <Button className={styles.more} aria-label="更多操作">
                ⋯
              </Button>
            </Dropdown>
          )}
        </div>
        <Facts page={page} model={model} />
      </section>
      {form.notice !== null && (
        <NoticeBar
          text={form.notice.text}
          rows={form.notice.refusal.rows}
          ways={form.notice.refusal.ways}
          onWay={takeWay}
          onClose={form.dismiss}
        />
      )}
      <section className={styles.body}>
        <div className={styles.tabs} role="tablist">
          {tabs.map((tab, n) => (
            <button
              key={tab.code}
              type="button"
              role="tab"
              data-part={tab.code}
              aria-selected={n === at}
              data-on={n === at ? '' : undefined}
              onClick={() => setTab(n)}
            >
              {tab.title}
              {tab.count !== undefined && <small>{tab.count}</small>}
            </button>
          ))}
        </div>
        {section !== undefined && (
          <DetailTab key={section.code} page={page} model={model} section={section} onRun={run} />
        )}
      </section>
      {(model.stored?.flowStatus === '30' || isAnswered) && (
        <Suspense fallback={null}>
          <ApprovalBar
            object={page.object.object}
            id={String(model.stored?.id ?? '')}
            version={model.stored?.version}
            isAnswered={isAnswered}
            onDone={() => {
              setAnswered(String(model.stored?.id ?? ''));
              void form.reload();
            }}
          />
        </Suspense>
      )}
      {actions.outlet}
    </div>
  );
  if (!railed) return body;
  return (
    <div className={styles.withRail}>
      {body}
      <DetailRail
        page={page}
        model={model}
        next={steps}
        onAction={(action) => run(action)}
        onHistory={history < 0 ? undefined : () => setTab(history)}
      />
    </div>
  );
}

/** To the record before and after it, as the list it came from has them. */
function Beside({ page, model }: { readonly page: Page; readonly model: FormModel }) {
  const host = useHost();
  const id = model.stored?.id;
  const beside = neighboursOf(page.object.object, typeof id === 'string' ? id : undefined);
  if (beside === undefined || host.inWindow === true) return null;
  const go = (to: string | undefined): void => {
    const params = new URLSearchParams(host.params);
    params.set('id', to ?? '');
    host.setParams(params);
  };
  return (
    <span className={styles.beside}>
      {[['上一条', 'left', beside.before] as const, ['下一条', 'right', beside.after] as const].map(
        ([title, icon, to]) => (
          <Button
            key={title}
            type="text"
            size="small"
            aria-label={title}
            title={title}
            disabled={to === undefined}
            icon={<Icon name={icon} />}
            onClick={() => go(to)}
          />
        ),
      )}
    </span>
  );
}

function useTitle(tell: (title: string) => void, title: string): void {
  const [told] = useState({ title: '' });
  if (told.title !== title) {
    told.title = title;
    queueMicrotask(() => tell(title));
  }
}

function States({ model }: { readonly model: FormModel }) {
  const codes = [...(model.object.audited ? ['auditStatus', 'flowStatus'] : []), model.object.state ?? 'isDisabled'];
  return codes.map((code) => {
    const field = model.field(code);
    const value = model.value(code);
    if (field?.dict === undefined || typeof value !== 'string') return null;
    return <CodeTags key={code} dict={model.env.dict(field.dict)} codes={[value]} />;
  });
}

/** Three to six facts in larger type: what `detail.head` places, else who it is with, how much, when; its state stands beside its number. */
function Facts({ page, model }: { readonly page: Page; readonly model: FormModel }) {
  const facts = factsOf(page, model);
  if (facts.length === 0) return null;
  return (
    <div className={styles.facts}>
      {facts.map((code) => {
        const field = model.field(code);
        if (field === undefined) return null;
        const { View } = displayOf(field.kind);
        const value = model.value(code);
        const percent = isProgress(page, code) && typeof value === 'number' ? Math.max(0, Math.min(100, value)) : null;
        return (
          <div key={code} data-fact={code}>
            <small>{field.title}</small>
            <b
              data-long={isLong(displayText(value, field, { label: (of, id) => model.env.label(of, id) })) || undefined}
            >
              {value === null ? '--' : <View value={value} field={field} look={lookOf(model, field)} />}
            </b>
            {percent !== null && (
              <span className={styles.progress} data-tone={percent <= 50 ? 'bad' : percent <= 70 ? 'warn' : 'ok'}>
                <i style={{ width: `${percent}%` }} />
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A share that says how far it is, as the list shows it; any other percent is a number. */
const isProgress = (page: Page, code: string): boolean =>
  page.object.list.columns.some(({ field, as }) => field === code && as === 'progress');

/** Numbers of documents and long names stand in smaller type, whole: twelve letters, or half as many characters, fill a fact. */
const MOST_LETTERS = 12;
const isLong = (text: string): boolean =>
  [...text].reduce((sum, one) => sum + (one > '\u2e80' ? 2 : 1), 0) > MOST_LETTERS;

const MOST_FACTS = 6;
function factsOf(page: Page, model: FormModel): readonly string[] {
  const placed = page.object.detail.head.flatMap((object) => object.field ?? []);
  if (placed.length > 0) return placed.filter((code) => code !== page.object.state).slice(0, MOST_FACTS);
  if (!page.object.audited) return [];
  const shown = Object.values(page.object.fields).filter((field) => field.hidden !== true && field.base !== true);
  const partner = shown.find((field) => field.type === 'ref' && field.required === true);
  const total = shown.findLast(
    (field) => field.formula !== undefined && field.scale === 2 && field.suffix === undefined,
  );
  const due = shown.find((field) => field.warn !== undefined && field.type === 'date');
  const rate = shown.find((field) => field.suffix === '%' && field.formula !== undefined);
  return [partner, total, due, rate].flatMap((field) =>
    field === undefined || model.states.hidden.has(field.code) ? [] : [field.code],
  );
}

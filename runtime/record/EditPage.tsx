/** The edit page of a record: strip, form, problems, and the bar with what can be done. In a dialog it is the same without the frame. */
import { useEffect, useRef, useState } from 'react';
import { openWay, useActions } from '../actions/index';
import { useSignal } from '../data/signal';
import type { WireRow } from '../data/types';
import { DraftBar } from '../form/DraftBar';
import { FormHost } from '../form/FormHost';
import type { FormModel } from '../form/form-model';
import { type FormSource, sourceOf } from '../form/load';
import { NoticeBar, type Way } from '../form/NoticeBar';
import { StaleBar } from '../form/StaleBar';
import { StateStrip } from '../form/StateStrip';
import { type OpenForm, useForm } from '../form/use-form';
import { useGridWidths } from '../form/use-grid-widths';
import { useHost } from '../page/host';
import { PageFault, PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';
import { isSingle } from '../page/use-page';
import { PickOutlet } from '../pick/PickOutlet';
import { ActionBar, maySave } from './ActionBar';
import styles from './EditPage.module.css';
import { useFollow } from './use-follow';
import { useOpeningFocus } from './use-opening-focus';

export interface EditPageProps {
  readonly page: Page;
  readonly id?: string | undefined;
  readonly params: URLSearchParams;
  readonly onSaved?: (id: string) => void;
  readonly onDirty?: (dirty: boolean) => void;
}

export function EditPage({ page, id, params, onSaved, onDirty }: EditPageProps) {
  const host = useHost();
  const source = isSingle(page) ? { page: page.code, single: true } : sourceOf(page.code, id, params);
  // what nobody here may save is not typed either
  const viewing = id !== undefined && !maySave(page, false);
  const state = useForm({ page, source, viewing, onSaved: isSingle(page) ? undefined : onSaved });
  useGridWidths(page.code, state.status === 'ready' ? state.form.model : undefined);
  if (state.status === 'error') return <PageFault error={state.error} onRetry={state.retry} />;
  if (state.status === 'loading') return <PageLoading />;
  return (
    <OpenEdit
      page={page}
      form={state.form}
      onDirty={onDirty}
      onTitle={host.setTitle}
      onClose={() => host.closePage()}
    />
  );
}

export interface OpenEditProps {
  readonly page: Page;
  readonly form: OpenForm;
  readonly embedded?: boolean;
  readonly onDirty?: ((dirty: boolean) => void) | undefined;
  readonly onTitle?: ((title: string) => void) | undefined;
  readonly onClose: () => void;
}

/** What a loaded form shows; dialogs use it too. */
export function OpenEdit({ page, form, embedded = false, onDirty, onTitle, onClose }: OpenEditProps) {
  const host = useHost();
  const { model, layout } = form;
  useFollow(form);
  const actions = useActions(page, (action, data) => {
    if (action.code === 'del') onClose();
    else if (data.record !== undefined) model.load(data.record);
    else void form.reload();
  });
  useTold(model, onDirty, onTitle);
  const sheet = useRef<HTMLDivElement>(null);
  useOpeningFocus(sheet, model, layout);
  const record = (): readonly WireRow[] => [asRow(model)];
  const run = async (code: string): Promise<void> => {
    const action = page.object.actions[code];
    if (action === undefined) return;
    // a stored document is changed first: the action works on what is stored
    if (action.draft !== true && (model.dirty || model.isNew) && !(await form.save())) return;
    await actions.run(action, record(), {
      draft: () => model.toSend(),
      onPatch: (patch) => model.merge(patch),
      onRefused: (text, refusal) => form.show({ text, refusal }),
    });
  };
  const takeWay = (way: Way): void => {
    form.dismiss();
    if (way.action !== undefined) void run(way.action);
    else openWay(host, way);
  };
  const title = titleOf(page, model, 'edit');
  return (
    <div
      ref={sheet}
      tabIndex={-1}
      className={embedded ? styles.embedded : styles.page}
      onKeyDown={(event) => {
        const isSave = event.key.toLowerCase() === 's' || event.key === 'Enter';
        if (!(event.ctrlKey || event.metaKey) || !isSave || event.defaultPrevented) return;
        event.preventDefault();
        void form.save();
      }}
    >
      <FormHost
        model={model}
        layout={layout}
        labelWidth={page.object.edit.labelWidth}
        embedded={embedded}
        tab={form.tab}
        onTab={form.setTab}
      >
        {!embedded && <StateStrip model={model} title={title} />}
        {form.keeper !== undefined && <DraftBar model={model} keeper={form.keeper} />}
        {form.newer !== null && (
          <StaleBar
            key={form.newer.current?.version}
            model={model}
            newer={form.newer}
            onReload={() => void form.reload()}
            onSettle={(choices) => void form.settle(choices)}
          />
        )}
        {form.notice !== null && (
          <NoticeBar
            text={form.notice.text}
            rows={form.notice.refusal.rows}
            ways={form.notice.refusal.ways}
            onWay={takeWay}
            onClose={form.dismiss}
          />
        )}
      </FormHost>
      <ActionBar page={page} form={form} embedded={embedded} onRun={(code) => void run(code)} onClose={onClose} />
      <PickOutlet desk={model.desk} />
      {actions.outlet}
    </div>
  );
}

/** The tab learns the number and whether something is unsaved. */
function useTold(
  model: FormModel,
  onDirty: ((dirty: boolean) => void) | undefined,
  onTitle: ((title: string) => void) | undefined,
): void {
  const [told] = useState(() => ({ dirty: false, title: '' }));
  useSignal(model.standing);
  const { dirty } = model;
  const title = titleOf(model.page, model, 'edit');
  useEffect(() => {
    if (told.dirty !== dirty) {
      told.dirty = dirty;
      onDirty?.(dirty);
    }
    if (told.title !== title) {
      told.title = title;
      onTitle?.(title);
    }
  });
}

/** 采购订单 CGDD202601150003, or 新增采购订单; a page with a name of its own: 报工 BGD202601150003, or 报工 */
export function titleOf({ object }: Page, model: FormModel, sort: 'edit' | 'detail'): string {
  const own = object[sort].title;
  if (isSingle({ object })) return own ?? object.title;
  if (model.isNew) return own ?? `新增${object.title}`;
  return `${own ?? object.title} ${model.label}`.trim();
}

/** The record as actions take it: with what the server allows now. */
export function asRow(model: FormModel): WireRow {
  const { stored, object, actions } = model;
  const label = Object.fromEntries(object.label.map((code) => [code, stored?.[code] ?? null]));
  const version = stored?.version;
  return {
    ...(label as Record<string, string>),
    ...model.toRow(),
    id: String(stored?.id ?? ''),
    ...(typeof version === 'number' ? { version } : {}),
    _actions: actions,
  };
}

export type { FormSource };

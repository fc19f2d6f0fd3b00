/** What may be done with the stored record, as large buttons with their keys; without network it waits in the queue like a report. */
import { useEffect, useRef } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Actions } from '../actions/index';
import { offlineQueue } from '../data/offline-queue';
import { useSignal } from '../data/signal';
import type { Refusal } from '../data/types';
import type { FormModel } from '../form/form-model';
import { useHost } from '../page/host';
import type { Page } from '../page/types';
import { asRow } from '../record/EditPage';
import styles from './floor.module.css';
import type { FloorPlan } from './floor-form';
import { floorActions, isQueued, mayWait, queueAction, waitsFor } from './queued-action';
import type { ScanDesk } from './scan-desk';

export interface FloorActionsProps {
  readonly page: Page;
  readonly model: FormModel;
  readonly plan: FloorPlan;
  readonly scans: ScanDesk;
  readonly actions: Actions;
  readonly onRefused: (text: string, refusal: Refusal) => void;
  /** the record moved on: read it again */
  readonly onNext: () => void;
}

export function FloorActions({ page, model, plan, scans, actions, onRefused, onNext }: FloorActionsProps) {
  const host = useHost();
  useSignal(model.standing);
  useSignal(offlineQueue.signal);
  const isWaiting = waitsFor(model);
  const shown = isWaiting ? [] : floorActions(page, model);
  const waited = useRef(isWaiting);
  useEffect(() => {
    if (waited.current && !isWaiting) onNext();
    waited.current = isWaiting;
  }, [isWaiting, onNext]);
  const run = async (action: ResolvedAction): Promise<void> => {
    if (action.builtIn && model.dirty) {
      onRefused('内容有改动，请先提交', {});
      return;
    }
    if (!isQueued(action, model, plan)) {
      // its answer is loaded over the form
      await scans.hold();
      try {
        await actions.run(action, [asRow(model)], { onRefused });
      } finally {
        scans.free();
      }
      return;
    }
    if (!mayWait(action, plan)) {
      host.feedback.warning(`断网时不能${action.title}，请联网后操作`);
      return;
    }
    if (action.confirm !== undefined && !(await host.feedback.confirm(`确认${action.title}？`))) return;
    await queueAction(action, model, plan, host.session.now());
    host.feedback.warning('已存本机，待上传');
  };
  const latest = useRef({ shown, run });
  latest.current = { shown, run };
  const { active } = host;
  useEffect(() => {
    if (!active) return;
    const pressed = (event: KeyboardEvent): void => {
      const action = latest.current.shown.find(({ key }) => key === event.key);
      if (action === undefined || event.defaultPrevented) return;
      event.preventDefault();
      void latest.current.run(action);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [active]);
  return (
    <>
      {shown.length > 0 && (
        <div className={styles.acts} role="toolbar" aria-label="操作">
          {shown.map((action) => (
            <button
              key={action.code}
              type="button"
              data-tone={action.tone}
              aria-keyshortcuts={action.key}
              onClick={() => void run(action)}
            >
              <b>{action.title}</b>
              {action.key !== undefined && <kbd>{action.key}</kbd>}
            </button>
          ))}
        </div>
      )}
      {isWaiting && <p className={styles.note}>本条操作已存本机，上传后继续</p>}
    </>
  );
}

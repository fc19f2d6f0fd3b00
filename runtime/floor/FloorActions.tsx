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
import { actOnFloor, floorActions, subjectOf, waitsFor, waitText } from './queued-action';
import type { ScanDesk } from './scan-desk';

export interface FloorActionsProps {
  readonly page: Page;
  readonly model: FormModel;
  readonly scans: ScanDesk;
  readonly actions: Actions;
  readonly onRefused: (text: string, refusal: Refusal) => void;
  /** the record moved on: read it again */
  readonly onNext: () => void;
}

export function FloorActions({ page, model, scans, actions, onRefused, onNext }: FloorActionsProps) {
  const host = useHost();
  useSignal(model.standing);
  useSignal(offlineQueue.signal);
  const waiting = waitsFor(String(model.stored?.id ?? ''));
  const isWaiting = waiting !== undefined;
  const shown = floorActions(page, model);
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
    // its answer is loaded over the form
    await scans.hold();
    try {
      await actOnFloor({
        page,
        action,
        subject: subjectOf(model),
        host,
        run: (options) => actions.run(action, [asRow(model)], { ...options, onRefused }),
      });
    } finally {
      scans.free();
    }
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
      {waiting !== undefined && <p className={styles.note}>{waitText(page, waiting)}</p>}
    </>
  );
}

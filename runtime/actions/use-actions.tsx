/**
 * Runs a declared action on records: opens, asks, confirms, pushes, calls, and shows what came of it. Dialogs are lazy, so a list that
 * never runs one loads no form library. The caller draws `outlet` once.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { useSignal } from '../data/signal';
import type { ActData, WireRow } from '../data/types';
import { useHost } from '../page/host';
import type { RecordPlace } from '../page/rooms';
import type { Page } from '../page/types';
import { builtInGo, openRecord, type RunOptions } from './built-in-go';
import { createDialogDesk, type DialogDesk } from './dialog-desk';
import { createOnce } from './once';
import { Run } from './run';

export interface Actions {
  /** true = something was done. Never throws: refusals are shown. */
  run(action: ResolvedAction, records: readonly WireRow[], options?: RunOptions): Promise<boolean>;
  /** edit or detail page of a record, as its document says: tab, dialog or drawer */
  open(place: RecordPlace): void;
  readonly outlet: ReactNode;
}

/** Actions of a page; `onDone` is told after every one that wrote something. */
export function useActions(page: Page, onDone?: (action: ResolvedAction, data: ActData) => void): Actions {
  const host = useHost();
  const client = useQueryClient();
  const [desk] = useState(createDialogDesk);
  const [once] = useState(() => createOnce());
  const latest = useRef({ page, host, client, onDone });
  latest.current = { page, host, client, onDone };
  const outlet = useMemo(() => <Outlet desk={desk} />, [desk]);
  return useMemo(() => {
    const at = () => latest.current;
    const open = (place: RecordPlace): void => openRecord(at(), desk, place);
    return {
      outlet,
      open,
      run: async (action, records, options = {}) => {
        const go = builtInGo(action, records, options, at, desk, open);
        if (go !== undefined) {
          await go();
          return true;
        }
        const ids = records.map((record) => record.id).join(',');
        let done = false;
        // the same answers are the same click; another place a row is put to is not
        const said = options?.answers === undefined ? '' : JSON.stringify(options.answers);
        await once.run(`${action.code}:${ids}${said}`, async () => {
          done = await new Run({ at: at(), desk, open, action, records, options }).start();
        });
        return done;
      },
    };
  }, [desk, once, outlet]);
}

function Outlet({ desk }: { readonly desk: DialogDesk }) {
  useSignal(desk.signal);
  return <Suspense fallback={null}>{desk.current()}</Suspense>;
}

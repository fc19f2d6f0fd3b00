/** One act of a row: busy while it runs, the success said, then the page asks anew; a refusal is said by the call itself. */
import { useState } from 'react';
import type { Feedback } from '../../../runtime/page/host';

export interface Act {
  readonly feedback: Feedback;
  readonly ask?: string;
  readonly run: () => Promise<unknown>;
  readonly said: string;
  readonly onDone: () => void;
}

export const useAct = ({ feedback, ask, run, said, onDone }: Act): { readonly busy: boolean; act(): Promise<void> } => {
  const [busy, setBusy] = useState(false);
  const act = async (): Promise<void> => {
    if (ask !== undefined && !(await feedback.confirm(ask, { danger: true }))) return;
    setBusy(true);
    try {
      await run();
      feedback.success(said);
    } catch {
      // said by the call itself
    }
    setBusy(false);
    onDone();
  };
  return { busy, act };
};

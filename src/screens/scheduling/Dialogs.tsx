/** Dialogs of the board, one at a time. */
import { lazy, Suspense } from 'react';
import type { PlanAnswer } from '../../../schemas/language/wire-schedule';
import { RunDialog } from './RunDialog';
import { Scenarios } from './Scenarios';
import type { Board } from './use-board';
import type { Words } from './words';

/** with the forms it is made of */
const Settings = lazy(() => import('./Settings').then((module) => ({ default: module.Settings })));

export type DialogName = 'runWith' | 'scenarios' | 'settings';
interface Props {
  readonly name: DialogName | null;
  readonly board: Board;
  readonly plan: PlanAnswer;
  readonly words: Words;
  readonly onClose: () => void;
}
export const Dialogs = ({ name, board, plan, words, onClose }: Props) => (
  <>
    {name === 'runWith' && <RunDialog board={board} words={words} onClose={onClose} />}
    {name === 'scenarios' && <Scenarios board={board} plan={plan} words={words} onClose={onClose} />}
    {name === 'settings' && (
      <Suspense fallback={null}>
        <Settings board={board} words={words} onClose={onClose} />
      </Suspense>
    )}
  </>
);

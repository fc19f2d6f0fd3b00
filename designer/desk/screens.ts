/** What the screens of single documents share: where they stand in the workspace, and what is said of them before the linter answers. */
import type { Problem } from '../../schemas/language/value';
import type { DeskProblem, DeskView } from './desk';
import type { StoreDesk } from './store-desk';

export interface ScreenProps {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  readonly onHome: () => void;
  readonly onTree: () => void;
  readonly onPublish: () => void;
  readonly onJump: (document: string, address: string) => void;
  /** what is published changed: everything is read anew, and a document opened again */
  readonly onReload: (open?: string) => void;
}

/** The linter's own answer comes after the save; `found` of the open document is known at once and stands for the codes it `covers`. */
export function withOwnProblems(
  view: DeskView,
  found: readonly Problem[],
  covers: (code: string) => boolean,
): DeskView {
  const document = view.open?.id ?? '';
  const own = found.map(
    ({ code, path, text, level }): DeskProblem => ({ document, code, address: path, text, level: level ?? 'error' }),
  );
  const others = view.problems.filter((problem) => problem.document !== document || !covers(problem.code));
  return { ...view, problems: [...own, ...others] };
}

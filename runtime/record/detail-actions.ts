/** The actions of a record to read: those that lead on, and the others. */
import { meansAllRows } from '../../schemas/language/offered';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { FormModel } from '../form/form-model';
import type { Page } from '../page/types';

/** An own action to another state; one that ends badly is not what comes next. */
const isWayOn = ({ builtIn, to, tone }: ResolvedAction): boolean => !builtIn && to !== undefined && tone !== 'danger';
const ELSEWHERE = new Set(['add', 'view', 'save', 'import', 'export']);

/** What comes next, in its order, and what else may be done. */
export function detailActions(
  page: Pick<Page, 'object' | 'can'>,
  model: Pick<FormModel, 'states' | 'actions'>,
): { readonly next: readonly ResolvedAction[]; readonly more: readonly ResolvedAction[] } {
  const allowed = Object.values(page.object.actions).filter(
    (action) =>
      action.auto === undefined &&
      (action.in === undefined || meansAllRows(action)) &&
      !ELSEWHERE.has(action.code) &&
      (action.at.includes('detail') || action.at.includes('row')) &&
      page.can(action.right) &&
      !model.states.actions.has(action.code) &&
      model.actions.includes(action.code),
  );
  const known = (action: ResolvedAction): number =>
    action.push !== undefined
      ? 0
      : action.code === 'submit' || action.code === 'audit' || action.tone === 'primary'
        ? 1
        : action.code === 'edit'
          ? 2
          : 9;
  // where nothing else leads on, what changes the state does
  const isStuck = !allowed.some((action) => known(action) < 2);
  const rank = (action: ResolvedAction): number => (isStuck && isWayOn(action) ? 1 : known(action));
  const sorted = [...allowed].sort((a, b) => rank(a) - rank(b));
  const next = sorted.filter((action) => rank(action) < 9).slice(0, 3);
  return { next, more: allowed.filter((action) => !next.includes(action)) };
}

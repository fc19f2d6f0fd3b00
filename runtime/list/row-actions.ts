/** Which actions a list offers where, in which order, and which of them a row or a choice of rows allows. */
import type { ActionPlace } from '../../schemas/language/document';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import type { Page } from '../page/index';

/** Actions of a place that the user holds the right to. `auto` ones have no button. */
export const actionsAt = (page: Page, place: ActionPlace): readonly ResolvedAction[] =>
  Object.values(page.object.actions).filter(
    (action) =>
      action.auto === undefined && action.in === undefined && action.at.includes(place) && page.can(action.right),
  );

/** Allowed on a row now: the server says so in `_actions`; rows without that key (a service) allow all. */
export const allows = (row: WireRow, action: ResolvedAction): boolean =>
  row._actions === undefined || row._actions.includes(action.code);

/** Bulk offers what every chosen row allows. */
export const allowedForAll = (
  rows: readonly WireRow[],
  actions: readonly ResolvedAction[],
): readonly ResolvedAction[] => actions.filter((action) => rows.length > 0 && rows.every((row) => allows(row, action)));

const DESTRUCTIVE: ReadonlySet<string> = new Set(['del', 'void', 'disable']);
/** Takes something away: stands last, in red letters. */
export const isDestructive = (action: ResolvedAction): boolean =>
  action.tone === 'danger' || DESTRUCTIVE.has(action.code);

/** The next step of the thing first: what its document calls so, passing it on, auditing it, changing it; then what is only looked at, then the rest. */
const NEXT_STEP = 1;
const rank = (action: ResolvedAction): number => {
  if (action.tone === 'primary') return -1;
  if (action.push !== undefined) return 0;
  if (action.code === 'audit' || action.code === 'submit') return 1;
  if (action.code === 'edit') return 2;
  if (action.code === 'view') return 4;
  return isDestructive(action) ? 6 : action.builtIn ? 5 : 3;
};

/** At most two words stand in the row: the next step and 查看; what is left waits behind ⋯ in the document's order. */
export const rowWords = (
  row: WireRow,
  actions: readonly ResolvedAction[],
): { readonly words: readonly ResolvedAction[]; readonly rest: readonly ResolvedAction[] } => {
  const allowed = actions.filter((action) => allows(row, action));
  if (allowed.length <= 2) return { words: ranked(allowed), rest: [] };
  const first = ranked(allowed)[0];
  const second = allowed.find((action) => action.code === 'view' && action !== first) ?? ranked(allowed)[1];
  const words = [first, second].filter((action) => action !== undefined);
  return { words, rest: allowed.filter((action) => !words.includes(action)) };
};

/** Buttons over chosen rows: the next step first and alone in full colour, what takes away last. */
export const bulkButtons = (actions: readonly ResolvedAction[]): Buttons => {
  const ordered = ranked(actions);
  const [first] = ordered;
  return { ordered, primary: first !== undefined && rank(first) <= NEXT_STEP ? first : undefined };
};

/** Sheets and paper: work for a desk. */
const DESK: ReadonlySet<string> = new Set(['import', 'export', 'print']);

/**
 * Buttons of the list itself: the one that makes a new record, or the step its document offers or calls so (`tone`), is the primary. Where few
 * have room what the document itself offers comes before sheets and paper.
 */
export const toolbarButtons = (actions: readonly ResolvedAction[], narrow = false): Buttons => {
  const primary =
    actions.find((action) => action.code === 'add') ??
    actions.find((action) => action.tone === 'primary') ??
    actions.find((action) => action.to !== undefined);
  const rest = actions.filter((action) => action !== primary && action.menu === undefined);
  const late = (action: ResolvedAction): number =>
    isDestructive(action) ? 2 : narrow && DESK.has(action.code) ? 1 : 0;
  const ordered = rest.toSorted((a, b) => late(a) - late(b));
  const menus = [...new Set(actions.flatMap((action) => action.menu ?? []))].map(
    (title) => [title, actions.filter((action) => action.menu === title)] as const,
  );
  return { ordered: primary === undefined ? ordered : [primary, ...ordered], primary, menus };
};

export interface Buttons {
  readonly ordered: readonly ResolvedAction[];
  readonly primary: ResolvedAction | undefined;
  /** actions that stand together in a drop-down, by its name */
  readonly menus?: readonly (readonly [title: string, actions: readonly ResolvedAction[]])[];
}

const ranked = (actions: readonly ResolvedAction[]): readonly ResolvedAction[] =>
  actions.toSorted((a, b) => rank(a) - rank(b));

/** Room the widest two words and ⋯ need, px at 1440. */
export const wordsWidth = (actions: readonly ResolvedAction[]): number => {
  const view = actions.some((action) => action.code === 'view');
  const steps = actions.filter((action) => action.code !== 'view');
  const longest = Math.max(2, ...steps.map((action) => action.title.length));
  const second = actions.length < 2 ? 0 : view ? 2 : longest;
  return 24 + 14 * longest + (second > 0 ? 10 + 14 * second : 0) + (actions.length > 2 ? 32 : 0);
};

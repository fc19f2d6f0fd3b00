/** What waits for the user, for the home page: rows behind the shipped schemes of waiting work, of the lists he may see. */
import type { Page } from '../registry/pages';
import { hasButton } from './allowed';
import type { EngineCtx } from './host';
import { countSchemes, type SchemeCount } from './scheme-counts';

/** Schemes of waiting work, and the actions of which one must be the user's: else it waits for somebody else. */
const WAITING: Readonly<Record<string, readonly string[] | undefined>> = { todo: ['audit', 'agree'], late: undefined };

export interface Waiting extends SchemeCount {
  readonly page: string;
  readonly scheme: string;
  readonly title: string;
}

/** By page and scheme, in the order of the registry; one that cannot be applied is left out. */
export async function waitingOf(ctx: EngineCtx): Promise<readonly Waiting[]> {
  const found: Waiting[] = [];
  for (const page of ctx.registry.pages.values()) {
    if (page.sort !== 'list' || page.view !== undefined || !ctx.session.rights.has(page.right)) continue;
    const schemes = page.list.schemes.filter(({ code }) => waitsHere(ctx, page, code));
    if (schemes.length === 0) continue;
    const counts = await countSchemes(ctx, page, { schemes: schemes.map(({ code }) => code) });
    for (const { code, title } of schemes) {
      const count = counts[code];
      if (count !== undefined) found.push({ page: page.code, scheme: code, title, ...count });
    }
  }
  return found;
}

const waitsHere = (ctx: EngineCtx, page: Page, scheme: string): boolean => {
  if (!Object.hasOwn(WAITING, scheme)) return false;
  const acts = WAITING[scheme];
  if (acts === undefined) return true;
  return acts.some((code) => {
    const action = page.actions[code];
    // documents that go through a flow wait as tasks of theirs
    return action !== undefined && hasButton(ctx, page.object, action) && ctx.session.rights.has(action.right);
  });
};

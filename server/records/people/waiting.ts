/** What waits for the user, for the home page: rows behind the shipped schemes of waiting work, of the lists he may see. */
import type { Waiting } from '../../../schemas/language/home/wire';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { countSchemes } from '../list/scheme-counts';
import { hasButton } from '../read/allowed';

/** Schemes of waiting work, and the actions of which one must be the user's: else it waits for somebody else. */
const WAITING: Readonly<Record<string, readonly string[] | undefined>> = { todo: ['audit', 'agree'], late: undefined };

export interface WaitingScheme {
  readonly page: Page;
  readonly scheme: Page['list']['schemes'][number];
}

/** Schemes of lists the user may see behind which work may wait for him, in the order of the registry. */
export const waitingSchemes = (ctx: EngineCtx): readonly WaitingScheme[] =>
  [...ctx.registry.pages.values()].flatMap((page) =>
    page.sort !== 'list' || page.view !== undefined || !ctx.session.rights.has(page.right)
      ? []
      : page.list.schemes.filter(({ code }) => waitsHere(ctx, page, code)).map((scheme) => ({ page, scheme })),
  );

/** How much waits behind each; one that cannot be applied is left out. */
export async function waitingOf(ctx: EngineCtx): Promise<readonly Waiting[]> {
  const found: Waiting[] = [];
  for (const { page, scheme } of waitingSchemes(ctx)) {
    const count = (await countSchemes(ctx, page, { schemes: [scheme.code] }))[scheme.code];
    if (count !== undefined) found.push({ page: page.code, scheme: scheme.code, title: scheme.title, ...count });
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

/** 选单: the documents a new one may be made from, seen from its own edit page (language §7.4). */
import { linkKey } from '../../registry/doc-links';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { pushesInto } from './push-model';

export interface Pull {
  /** page of the sources, and the action there that passes their lines on */
  readonly page: string;
  readonly action: string;
  readonly title: string;
}

/** Pushes into this document that leave it unsaved, as far as the user may see their sources and make the target. */
export function pullsOf(ctx: EngineCtx, page: Page): readonly Pull[] {
  const { rights } = ctx.session;
  const { object } = page;
  if (!rights.has(`${object.object}:add`)) return [];
  return pushesInto(ctx.registry, object).flatMap(({ push, source, action }) => {
    const how = push.how ?? 'both';
    const from = ctx.registry.page(source.object);
    const may = from !== undefined && rights.has(from.right) && rights.has(action.right);
    if (ctx.registry.links?.off.has(linkKey(source.object, action.code))) return [];
    if (!may || how === 'push' || how === 'auto' || (push.then ?? 'edit') !== 'edit') return [];
    return [{ page: from.code, action: action.code, title: source.title }];
  });
}

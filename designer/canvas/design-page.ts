/** A document that is being designed as a page of the runtime: resolved in the browser, everything on it may be seen. */
import { createEnv, factoryTime, HopStore, type HostSession, type Page, type PageSort } from '../../runtime/page/index';
import type { ResolvedDict, ResolvedObject, TypeLib } from '../../schemas/language/resolved';

/** What the documents of a draft say about one object. */
export interface Drafted {
  readonly object: ResolvedObject;
  readonly lib: TypeLib;
  readonly dicts: ReadonlyMap<string, ResolvedDict>;
}
export interface DesignPageOptions extends Drafted {
  readonly sort: PageSort;
  readonly session: HostSession;
  /** rights of the role the page is previewed as; without it everything shows */
  readonly rights?: ReadonlySet<string> | undefined;
}
const ALL: ReadonlySet<string> = new Set(['*']);

/** The page of a draft, as the runtime draws it. */
export function designPage({ object, lib, dicts, sort, session, rights = ALL }: DesignPageOptions): Page {
  const can = (right: string): boolean => rights.has('*') || rights.has(right);
  return {
    code: object.object,
    sort,
    title: object.title,
    object,
    lib,
    dicts,
    rights,
    can,
    env: (hops = new HopStore()) =>
      createEnv(
        { me: session.me, now: () => factoryTime(session.now()), dicts, sys: (key) => session.sys(key), can },
        hops,
      ),
  };
}

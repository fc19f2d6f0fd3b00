/** The environment of expressions in the browser: the session, the dictionaries of the page and the referenced values at hand. */
import { callKey, type Env, type Me, type QueryNeed } from '../../schemas/language/env';
import type { ResolvedDict } from '../../schemas/language/resolved';
import type { Row, Value } from '../../schemas/language/value';
import type { HopStore } from './hop-store';

export interface BrowserEnv extends Env {
  readonly hops: HopStore;
}
export interface EnvSource {
  readonly me: Me;
  /** 'YYYY-MM-DD HH:mm:ss' in factory time, of this moment: a form may stand open for hours */
  now(): string;
  readonly dicts: ReadonlyMap<string, ResolvedDict>;
  sys(key: string): Value | undefined;
  can(right: string): boolean;
}

export const createEnv = (source: EnvSource, hops: HopStore): BrowserEnv => ({
  hops,
  get now() {
    return source.now();
  },
  me: source.me,
  sys: (key) => source.sys(key) ?? null,
  dict: (code) => source.dicts.get(code),
  can: (right) => source.can(right),
  hop: (object: string, id: string, field: string): Value | readonly Row[] | undefined => hops.value(object, id, field),
  label: (object, id) => hops.label(object, id),
  query: (need: QueryNeed) => hops.answered(need.key),
  call: (name, args) => hops.answered(callKey(name, args)),
  used: (object, id) => {
    const value = hops.answered(`used(${object}:${id})`);
    return value === undefined ? undefined : value === true;
  },
});

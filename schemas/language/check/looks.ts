/** A library as look-ups by name, and a library over them: what a judgement asks of the others is told by what it looked up. */
import { factsOf, withFacts } from './facts';
import type { Library } from './library';

type Maps = Pick<Library, 'objects' | 'reports' | 'boards' | 'flows' | 'blocks' | 'dicts' | 'settings'>;
type Value<name extends keyof Maps> = Maps[name] extends ReadonlyMap<string, infer V> ? V | undefined : never;
const MAPS = ['objects', 'reports', 'boards', 'flows', 'blocks', 'dicts', 'settings'] as const;

const SETS = ['groups', 'menus', 'menuGrants', 'prints'] as const;
const REGISTERED = ['services', 'screens', 'pages'] as const;

type Look<T> = (key: string) => T;
export type LibraryLooks = { readonly [name in keyof Maps]: Look<Value<name>> } & {
  readonly [name in (typeof SETS)[number] | (typeof REGISTERED)[number]]: Look<boolean>;
} & {
  /** keys and values of a map in turn */
  readonly whole: Look<readonly unknown[]>;
  readonly settingDocs: Look<Library['settingDocs']>;
  readonly moduleActions: Look<readonly string[] | undefined>;
  readonly typeOfObject: Look<ReturnType<Library['types']['object']>>;
  readonly typeOfSetting: Look<ReturnType<Library['types']['setting']>>;
  readonly serverFunction: Look<ReturnType<NonNullable<Library['types']['serverFunction']>>>;
  readonly rowsOwner: Look<string | undefined>;
  readonly isPushedInto: Look<boolean>;
  readonly pushedBySelf: Look<ReturnType<ReturnType<typeof factsOf>['pushedBySelf']>>;
  readonly hasDefaultFlow: Look<boolean>;
};

export function looksOf(library: Library): LibraryLooks {
  const { registry, types } = library;
  const facts = factsOf(library);
  const looks: { [name: string]: Look<unknown> } = {
    whole: (name) => [...library[name as keyof Maps]].flat(),
    settingDocs: () => library.settingDocs,
    moduleActions: (object) => registry.moduleActions?.(object),
    typeOfObject: (code) => types.object(code),
    typeOfSetting: (key) => types.setting(key),
    serverFunction: (name) => types.serverFunction?.(name),
    rowsOwner: facts.rowsOwner,
    isPushedInto: facts.isPushedInto,
    pushedBySelf: facts.pushedBySelf,
    hasDefaultFlow: facts.hasDefaultFlow,
  };
  for (const name of MAPS) looks[name] = (key) => library[name].get(key);
  for (const name of SETS) looks[name] = (key) => library[name].has(key);
  for (const name of REGISTERED) looks[name] = (key) => registry[name]?.has(key) === true;
  return looks as LibraryLooks;
}

/** Which parts a registry gives at all. */
export const partsOf = ({ registry: { services, moduleActions } }: Library): readonly unknown[] => [
  services === undefined,
  moduleActions === undefined,
];

/** The library that answers by these look-ups, with the parts that `of` has. */
export function libraryOver(looks: LibraryLooks, of: Library): Library {
  const map = <name extends keyof Maps>(name: name): Maps[name] =>
    new LookedMap<unknown>(looks[name], () => looks.whole(name)) as unknown as Maps[name];
  const set = (name: (typeof SETS)[number] | (typeof REGISTERED)[number]) => new LookedSet(looks[name]);
  const { registry } = of;
  const library: Library = {
    objects: map('objects'),
    reports: map('reports'),
    boards: map('boards'),
    flows: map('flows'),
    blocks: map('blocks'),
    dicts: map('dicts'),
    settings: map('settings'),
    groups: set('groups'),
    menus: set('menus'),
    menuGrants: set('menuGrants'),
    prints: set('prints'),
    get settingDocs() {
      return looks.settingDocs('');
    },
    registry: {
      ...(registry.services === undefined ? {} : { services: set('services') }),
      ...(registry.moduleActions === undefined ? {} : { moduleActions: looks.moduleActions }),
      screens: set('screens'),
      pages: set('pages'),
    },
    types: {
      object: looks.typeOfObject,
      dict: looks.dicts,
      setting: looks.typeOfSetting,
      serverFunction: looks.serverFunction,
    },
  };
  return withFacts(library, {
    rowsOwner: looks.rowsOwner,
    isPushedInto: looks.isPushedInto,
    pushedBySelf: () => looks.pushedBySelf(''),
    hasDefaultFlow: looks.hasDefaultFlow,
  });
}

/** Names that are asked for one by one; nobody walks them. */
class LookedSet extends Set<string> {
  readonly #has: Look<boolean>;
  constructor(has: Look<boolean>) {
    super();
    this.#has = has;
  }
  override has(key: string): boolean {
    return this.#has(key);
  }
  override [Symbol.iterator](): SetIterator<string> {
    throw new Error('names of a library are asked for one by one');
  }
}

/** A map whose values are looked up one by one; who walks it has looked at all of it. */
class LookedMap<V> extends Map<string, V> {
  readonly #look: Look<V | undefined>;
  readonly #all: () => readonly unknown[];
  constructor(look: Look<V | undefined>, all: () => readonly unknown[]) {
    super();
    this.#look = look;
    this.#all = all;
  }
  #whole(): Map<string, V> {
    const all = this.#all();
    const whole = new Map<string, V>();
    for (let n = 0; n < all.length; n += 2) whole.set(all[n] as string, all[n + 1] as V);
    return whole;
  }
  override get(key: string): V | undefined {
    return this.#look(key);
  }
  override has(key: string): boolean {
    return this.#look(key) !== undefined;
  }
  override get size(): number {
    return this.#whole().size;
  }
  override keys(): MapIterator<string> {
    return this.#whole().keys();
  }
  override values(): MapIterator<V> {
    return this.#whole().values();
  }
  override entries(): MapIterator<[string, V]> {
    return this.#whole().entries();
  }
  override [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }
  override forEach(each: (value: V, key: string, map: Map<string, V>) => void): void {
    this.#whole().forEach(each);
  }
}

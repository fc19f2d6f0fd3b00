/** What a judgement asks of all documents at once; found once for each library. */
import { isDefaultFlow } from '../flow/document';
import type { ResolvedAction, ResolvedObject } from '../resolved';
import type { Library } from './library';

export interface Pushed {
  readonly object: ResolvedObject;
  readonly action: ResolvedAction;
}
export interface Facts {
  /** `object.field` whose rows are stored under this name */
  rowsOwner(name: string): string | undefined;
  isPushedInto(object: string): boolean;
  /** pushes by themselves whose document is audited at once */
  pushedBySelf(): readonly Pushed[];
  hasDefaultFlow(object: string): boolean;
}

const known = new WeakMap<Library, Facts>();
export function factsOf(library: Library): Facts {
  const facts = known.get(library) ?? found(library);
  known.set(library, facts);
  return facts;
}
/** The facts of a library that stands over another. */
export function withFacts(library: Library, facts: Facts): Library {
  known.set(library, facts);
  return library;
}

/** Rows are stored under the name of their object and their field. */
export const rowsName = (object: string, sub: string): string =>
  `${object}${sub.charAt(0).toUpperCase()}${sub.slice(1)}`;

function found({ objects, flows }: Library): Facts {
  const owners = lazy(() => {
    const owners = new Map<string, string>();
    for (const { object } of objects.values())
      for (const { code, sub } of Object.values(object.fields))
        if (sub !== undefined) owners.set(rowsName(object.object, code), `${object.object}.${code}`);
    return owners;
  });
  const actions = lazy(() =>
    [...objects.values()].flatMap(({ object }) => Object.values(object.actions).map((action) => ({ object, action }))),
  );
  const targets = lazy(() => new Set(actions().map(({ action }) => action.push?.to)));
  const bySelf = lazy(() =>
    actions()
      .filter(({ action: { push } }) => push?.how === 'auto' && push.then === 'audit')
      .map(pushOf),
  );
  return {
    rowsOwner: (name) => owners().get(name),
    isPushedInto: (object) => targets().has(object),
    pushedBySelf: bySelf,
    hasDefaultFlow: (object) => [...flows.values()].some((flow) => flow.object === object && isDefaultFlow(flow)),
  };
}

/** An action stands in one object: the pair is one thing as well. */
const pushes = new WeakMap<ResolvedAction, Pushed>();
function pushOf(pushed: Pushed): Pushed {
  const known = pushes.get(pushed.action);
  if (known?.object === pushed.object) return known;
  pushes.set(pushed.action, pushed);
  return pushed;
}

function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

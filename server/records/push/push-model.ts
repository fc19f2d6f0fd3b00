/** The compiled form of a `push` (§7.4): lines, limit, grouping and what is carried over, bound once per documents of an organisation. */

import type { Literal, Many, PushDoc } from '../../../schemas/language/document';
import type { Env } from '../../../schemas/language/env';
import type { Bound, Ty } from '../../../schemas/language/expr/check';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { BOOL, DECIMAL } from '../../../schemas/language/expr/types';
import { copiesByItself, mayFlow, OF_EACH } from '../../../schemas/language/pushed';
import { scopeAt, wantOf } from '../../../schemas/language/record/bind';
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { isTyped } from '../../../schemas/language/written';
import { refuse } from '../../errors';
import { linkKey } from '../../registry/doc-links';
import { memo } from '../../registry/memo';
import type { Registry } from '../../registry/registry';
import { bindText } from '../expression';
import { type LinkPlace, linkPlaces } from './link-place';

export interface Mapping {
  readonly field: ResolvedField;
  readonly value: { readonly literal: Value } | { readonly bound: Bound };
  /** named in the document; others copy by equal code and type */
  readonly named: boolean;
  /** kept by the server in the target: the source is the only one who sets it */
  readonly kept: boolean;
}
export interface PushModel {
  readonly source: ResolvedObject;
  readonly action: ResolvedAction;
  readonly push: PushDoc;
  readonly target: ResolvedObject;
  /** sub-table of the lines; absent = the head is the line */
  readonly rows?: string;
  readonly place: LinkPlace;
  readonly where?: Bound;
  readonly limit?: Bound;
  readonly by: readonly Bound[] | 'row' | 'all' | 'document';
  /** target field of the asked quantity, when the place has it */
  readonly qty?: string;
  /** `map` of the quantity: what is still to come of a line; without it all that is open */
  readonly asked?: Mapping;
  readonly head: readonly Mapping[];
  readonly map: readonly Mapping[];
}

const known = new WeakMap<Registry, readonly PushModel[]>();
/** Every push of every document. A push whose target has no place for links is a mistake of the document. */
export const pushModels = (registry: Registry): readonly PushModel[] =>
  memo(known, registry, () =>
    [...registry.objects.values()].flatMap((source) =>
      Object.values(source.actions).flatMap((action) =>
        action.push ? compiled(registry, source, action, action.push) : [],
      ),
    ),
  );

/** A push of the organisation that does not hold any more is left out; what it added to one of the product is taken away from that. */
function compiled(registry: Registry, source: ResolvedObject, action: ResolvedAction, push: PushDoc): PushModel[] {
  const { links } = registry;
  if (links === undefined) return [compile(registry, source, action, push)];
  try {
    return [compile(registry, source, action, push)];
  } catch {
    if (links.own.has(linkKey(source.object, action.code))) return [];
    const plain = (map: PushDoc['map']) =>
      Object.fromEntries(Object.entries(map ?? {}).filter(([code]) => !code.startsWith(EXT)));
    return [compile(registry, source, action, { ...push, head: plain(push.head), map: plain(push.map) })];
  }
}
/** code of an extension field */
const EXT = 'ext_';

/** Refuses a link that the organisation has switched off. */
export const mustBeOn = (registry: Registry, pm: PushModel): void => {
  const off = registry.links?.off.get(linkKey(pm.source.object, pm.action.code));
  if (off !== undefined) throw refuse(off);
};

export const pushOf = (registry: Registry, source: ResolvedObject, action: string): PushModel | undefined =>
  pushModels(registry).find((model) => model.source.object === source.object && model.action.code === action);
/** Pushes into a document: who its rows may come from. */
export const pushesInto = (registry: Registry, target: ResolvedObject): readonly PushModel[] =>
  pushModels(registry).filter((model) => model.target.object === target.object);
/** Pushes out of the head or one sub-table of a document. */
export const pushesFrom = (
  registry: Registry,
  source: ResolvedObject,
  rows: string | undefined,
): readonly PushModel[] =>
  pushModels(registry).filter((model) => model.source.object === source.object && model.rows === rows);

const fieldsOfEach = ({ files }: Registry): ReadonlySet<string> =>
  new Set(files.blocks.flatMap(({ doc }) => (OF_EACH.includes(doc.block) ? Object.keys(doc.fields ?? {}) : [])));

function compile(registry: Registry, source: ResolvedObject, action: ResolvedAction, push: PushDoc): PushModel {
  const target = registry.find(push.to);
  const places = target ? linkPlaces(target) : [];
  const place =
    places.find((place) => place.sub === (push.into ?? (target?.fields.items?.sub ? 'items' : undefined))) ?? places[0];
  if (!target || !place) throw new Error(`${source.object}.${action.code}: ${push.to} keeps no links`);
  const { rows } = push;
  const { lib } = registry;
  const ofEach = fieldsOfEach(registry);
  const sub = rows === undefined ? {} : { sub: rows };
  const line = rows === undefined ? source.fields : (source.fields[rows]?.sub?.fields ?? {});
  const qty = push.qty ?? (place.fields.qty ? 'qty' : undefined);
  const limit = push.limit ?? (line.qty ? 'qty' : undefined);
  const text = (code: string, want?: Ty): Bound =>
    bindText(lib, source.object, code, { ...sub, ...(want ? { want } : {}) });
  const mapsOf = (
    object: ResolvedObject,
    to: Many<ResolvedField>,
    subOf: string | undefined,
    from: Many<ResolvedField>,
    prefix: string,
    own: Many<Literal> = {},
  ): Mapping[] => {
    const type = lib.object(object.object);
    return Object.values(to).flatMap((field): Mapping[] => {
      const kept = !isTyped(field);
      const given = own[field.code];
      if (given !== undefined) {
        // null: nothing is carried over, the target's own default holds
        if (field.formula !== undefined || given === null) return [];
        const value =
          typeof given === 'string' && given.startsWith('=')
            ? { bound: text(given.slice(1), type && wantOf(type, field.code, subOf)) }
            : { literal: given as Value };
        return [{ field, value, named: true, kept }];
      }
      const same = from[field.code];
      // the linter tells a text that would copy a secret; what was published before it did copies none
      if (!same || kept || ofEach.has(field.code) || !copiesByItself(field, same) || !mayFlow(same, field)) return [];
      return [{ field, value: { bound: text(`${prefix}${field.code}`) }, named: false, kept }];
    });
  };
  const lines =
    place.sub === undefined
      ? mapsOf(target, target.fields, undefined, line, '', push.map).filter((map) => map.named)
      : mapsOf(target, place.fields, place.sub, line, '', push.map);
  const asked = lines.find((line) => line.named && line.field.code === qty);
  return {
    source,
    action,
    push,
    target,
    place,
    ...(rows === undefined ? {} : { rows }),
    ...(push.where === undefined ? {} : { where: text(push.where, BOOL) }),
    ...(limit === undefined ? {} : { limit: text(limit, DECIMAL) }),
    by:
      push.by === undefined
        ? 'document'
        : push.by === 'row' || push.by === 'all'
          ? push.by
          : // one expression is printed without its list
            [push.by].flat().map((eachText) => text(eachText)),
    ...(qty === undefined ? {} : { qty }),
    head: mapsOf(target, target.fields, undefined, source.fields, rows === undefined ? '' : 'doc.', push.head),
    ...(asked === undefined ? {} : { asked }),
    map: lines.filter((line) => line !== asked),
  };
}

/** Value of a mapping for one source line. Run it inside `settle`. */
export function mapped(mapping: Mapping, env: Env, head: Rec, line: Row | undefined): Value {
  if ('literal' in mapping.value) return mapping.value.literal;
  return evaluate(mapping.value.bound, scopeAt(env, head, line));
}

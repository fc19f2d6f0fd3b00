/** What a flow reads of its document: conditions, the title of an instance, messages, key fields. One binding per published flow. */
import { fieldAt } from '../check/paths';
import type { Env } from '../env';
import { type Bound, bindExpr } from '../expr/check';
import { truth } from '../expr/evaluate';
import { type BoundTemplate, bindTemplate, renderTemplate, shownText } from '../expr/template';
import { BOOL } from '../expr/types';
import { scopeAt } from '../record/bind';
import type { ObjectType, TypeLib } from '../resolved';
import type { Rec, Value } from '../value';
import type { FlowDoc } from './document';
import { flowTypes } from './names';
import type { KeyText } from './state';
import type { FlowFacts } from './world';

/** A document at a moment of its flow. */
export interface FlowAt {
  readonly env: Env;
  readonly record: Rec;
  readonly facts: FlowFacts;
}
export interface FlowReader {
  /** a condition that does not bind is false: the linter refused it, so the object has changed since */
  test(when: string, at: FlowAt): boolean;
  /** title of the instance: the flow's own, else title and label of the document */
  title(at: FlowAt): string;
  /** a message with its values */
  text(template: string, at: FlowAt): string;
  /** key fields as their readers see them; hidden when the user of the environment may not */
  keys(at: FlowAt): readonly KeyText[];
}

/**
 * Reads documents of `object` for a flow. Total: what does not bind is false or stays as it is written. References are asked of the
 * environment like everywhere, so a server settles it before it trusts an answer.
 */
export function flowReader(doc: FlowDoc, object: ObjectType, lib: TypeLib): FlowReader {
  const types = flowTypes(object, lib);
  const tests = new Map<string, Bound | undefined>();
  const templates = new Map<string, BoundTemplate | undefined>();
  const known = <T>(
    map: Map<string, T | undefined>,
    key: string,
    make: () => T | readonly unknown[],
  ): T | undefined => {
    if (!map.has(key)) {
      const made = make();
      map.set(key, Array.isArray(made) ? undefined : (made as T));
    }
    return map.get(key);
  };
  const render = (template: string, at: FlowAt): string => {
    const bound = known<BoundTemplate>(templates, template, () => bindTemplate(template, types));
    return bound === undefined ? template : renderTemplate(bound, scopeOf(at));
  };
  const name = doc.name ?? [object.title, ...object.label.map((field) => `{${field}}`)].join(' ');
  return {
    test: (when, at) => {
      const bound = known<Bound>(tests, when, () => bindExpr(when, types, BOOL));
      return bound !== undefined && truth(bound, scopeOf(at));
    },
    title: (at) => render(name, at),
    text: render,
    keys: (at) =>
      (doc.keys ?? []).flatMap((path) => {
        const field = fieldAt(path, object, lib);
        const bound = known<Bound>(tests, `key ${path}`, () => bindExpr(path, types));
        if (field === undefined || field === 'any' || bound === undefined) return [];
        const format = field.type === 'decimal' && field.scale !== undefined ? decimals(field.scale) : undefined;
        return [
          {
            field: path,
            title: field.title,
            text: shownText(bound, scopeOf(at), format),
            ...(field.grant === undefined ? {} : { grant: field.grant }),
          },
        ];
      }),
  };
}
const decimals = (scale: number): string => (scale === 0 ? '0' : `0.${'0'.repeat(scale)}`);

/** `flow` is a reference that only this environment can follow. */
function scopeOf({ env, record, facts }: FlowAt) {
  const instance: { readonly [field: string]: Value } = {
    round: facts.round,
    startAt: facts.startAt,
    dept: facts.dept,
    title: null,
  };
  const inner: Env = Object.create(env, {
    hop: {
      value: (object: string, id: string, field: string) =>
        object === 'flowInstance' ? (instance[field] ?? null) : env.hop(object, id, field),
    },
  });
  return scopeAt(inner, record, undefined, undefined, { extra: { starter: facts.starter, flow: 'flow' } });
}

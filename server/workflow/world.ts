/** What a call of the flow engine may ask, loaded before it runs: people, the document, the truth of all conditions of the flow. */

import { fieldAt } from '../../schemas/language/check/paths';
import {
  type FlowAt,
  type FlowDoc,
  type FlowFacts,
  type FlowWorld,
  flowReader,
  type KeyText,
  nodesOf,
} from '../../schemas/language/flow/index';
import { toObjectType } from '../../schemas/language/object-type';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { keyFor } from '../../schemas/language/settings';
import type { Rec, Row } from '../../schemas/language/value';
import { makeEnv } from '../records/env';
import type { EngineCtx } from '../records/host';
import { deptOf } from '../records/read/dept';
import { loadDirectory } from './directory';
import { workTimeOf } from './work-time';

export interface WorldParts {
  readonly facts: FlowFacts;
  readonly autoPass: boolean;
  readonly maxRounds: number;
  /** the audit of the document posts stock or pay */
  readonly isPosting: boolean;
  readonly agents?: { readonly [user: string]: string };
}
export interface LoadedWorld extends FlowWorld {
  /** title of the instance */
  readonly title: string;
  /** the fields people see in lists of tasks */
  readonly summary: readonly KeyText[];
  /** a message of the flow with the document's values */
  text(template: string): string;
  /** the condition of a bind over this document; only those of the flow were loaded */
  bindTest(when: string): boolean;
}

/** The world of a flow over a record as it is stored now; the environment is settled, so every answer is final for this call. */
export async function loadWorld(
  ctx: EngineCtx,
  flow: FlowDoc,
  object: ResolvedObject,
  record: Rec,
  parts: WorldParts,
): Promise<LoadedWorld> {
  const { facts } = parts;
  const people = await loadDirectory(ctx, parts.agents);
  const { lib } = ctx.registry;
  const type = toObjectType(object);
  const reader = flowReader(flow, type, lib);
  const env = makeEnv(ctx);
  env.remember(object.object, record);
  const whens = [
    ...nodesOf(flow).flatMap(({ node }) => (node.ways ?? []).flatMap((way) => way.when ?? [])),
    ...(flow.binds ?? []).flatMap((bind) => bind.when ?? []),
  ];
  const messages = nodesOf(flow).flatMap(({ node }) => [node.notice?.text ?? [], node.do?.notify?.text ?? []].flat());
  const shown = flowReader({ ...flow, keys: flow.summary ?? [] }, type, lib);
  const { truths, texts, title, keys, summary } = await env.settle((live) => {
    const at: FlowAt = { env: live, record, facts };
    return {
      truths: new Map(whens.map((when) => [when, reader.test(when, at)])),
      texts: new Map(messages.map((message) => [message, reader.text(message, at)])),
      title: reader.title(at),
      keys: reader.keys(at),
      summary: shown.keys(at),
    };
  });
  const calendar = await workTimeOf(ctx, flow);
  const users = await usersIn(ctx, flow, object, record);
  const test = (when: string): boolean => truths.get(when) === true;
  const dept = await deptOf(ctx, object, record);
  return {
    now: ctx.now,
    people,
    title,
    summary,
    text: (template) => texts.get(template) ?? template,
    document: {
      title: object.title,
      creator: String(record.createdBy ?? facts.starter),
      dept,
      isPosting: parts.isPosting,
      users: (path) => users.get(path) ?? [],
      depts: (path) => valuesAt(record, path),
      day: (path) => one(valuesAt(record, path)),
      keys: (): readonly KeyText[] => keys,
      fieldTitle: (path) => {
        const field = fieldAt(path, type, lib);
        return field === undefined || field === 'any' ? path : field.title;
      },
    },
    calendar,
    settings: {
      self: ctx.setting(keyFor('audit.self', object.object)) !== false,
      autoPass: parts.autoPass,
      maxRounds: parts.maxRounds,
    },
    test,
    bindTest: test,
  };
}

/** Users that person fields name; a field of employees names the users who sign in for them. */
async function usersIn(
  ctx: EngineCtx,
  flow: FlowDoc,
  object: ResolvedObject,
  record: Rec,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const sources = nodesOf(flow).flatMap(({ node }) => [...(node.who ?? []), ...(node.do?.notify?.to ?? [])]);
  for (const { by, field: path } of sources) {
    if (by !== 'field' || path === undefined || found.has(path)) continue;
    const values = valuesAt(record, path);
    const field = fieldAt(path, toObjectType(object), ctx.registry.lib);
    const isEmployee = field !== undefined && field !== 'any' && field.ref === 'employee';
    const employees = isEmployee ? await ctx.asSystem().records.many('employee', [...new Set(values)]) : [];
    found.set(path, isEmployee ? employees.flatMap(({ user }) => (typeof user === 'string' ? [user] : [])) : values);
  }
  return found;
}

/** Texts in a field of the head, or in a column of one of its sub-tables. */
function valuesAt(record: Rec, path: string): readonly string[] {
  const [head = '', column] = path.split('.');
  const value = record[head];
  const values =
    column === undefined ? [value] : Array.isArray(value) ? (value as readonly Row[]).map((row) => row[column]) : [];
  return values.flat().flatMap((value: unknown) => (typeof value === 'string' && value !== '' ? [value] : []));
}
const one = (values: readonly string[]): string | null => values[0] ?? null;

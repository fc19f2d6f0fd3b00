/** A rule of notices as it is stored, and what it says of a record (domain 20 §10.14). */
import { bindTemplate, renderTemplate } from '../../../schemas/language/expr/template';
import { toObjectType } from '../../../schemas/language/object-type';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row } from '../../../schemas/language/value';
import { makeEnv } from '../env';
import type { EngineCtx } from '../host';

/** Whom a row of `receivers` or `escalate` means. */
export interface Target {
  readonly kind: 'role' | 'user' | 'head' | 'field' | 'leader';
  readonly role: string | null;
  readonly user: string | null;
  readonly field: string | null;
  readonly sameDept: boolean;
}
export interface NoticeRule {
  readonly id: string;
  readonly event: string;
  readonly condition: string | null;
  readonly level: string;
  readonly channels: readonly string[];
  readonly title: string;
  readonly body: string;
  readonly opens: 'record' | 'list' | 'tasks';
  readonly mergeMin: number;
  readonly repeatMin: number;
  readonly repeatMax: number;
  readonly stopsWhen: 'read' | 'handled';
  readonly receivers: readonly Target[];
  readonly escalate: readonly (Target & { readonly afterMin: number })[];
}
/** What is said, and what it is about. */
export interface Said {
  readonly title: string;
  readonly body: string;
  readonly docType: string | null;
  readonly docId: string | null;
  readonly docNbr: string | null;
}

const KINDS: Readonly<Record<string, Target['kind']>> = { 1: 'role', 2: 'user', 3: 'head', 4: 'field', 5: 'leader' };
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
export const targetOf = (row: Readonly<Record<string, unknown>>): Target => ({
  kind: KINDS[String(row.kind)] ?? 'head',
  role: text(row.role),
  user: text(row.user),
  field: text(row.field),
  sameDept: row.sameDept === true,
});
const rowsIn = (rec: Rec, code: string): readonly Row[] => (rec[code] ?? []) as readonly Row[];

export const ruleOf = (rec: Rec): NoticeRule => ({
  id: rec.id as string,
  event: String(rec.event),
  condition: text(rec.condition),
  level: String(rec.level),
  channels: Array.isArray(rec.channels) ? rec.channels.map(String) : [],
  title: String(rec.title),
  body: String(rec.body),
  opens: rec.pushLink === '2' ? 'list' : rec.pushLink === '3' ? 'tasks' : 'record',
  mergeMin: Number(rec.mergeMin ?? 0),
  repeatMin: Number(rec.repeatMin ?? 0),
  repeatMax: Number(rec.repeatMax ?? 0),
  stopsWhen: rec.stopWhen === '2' ? 'handled' : 'read',
  receivers: rowsIn(rec, 'receivers').map(targetOf),
  escalate: rowsIn(rec, 'escalate').map((row) => ({ ...targetOf(row), afterMin: Number(row.afterMin) })),
});

/** The rules in use, those of one event or all. */
export const rulesInUse = async (ctx: EngineCtx, ids?: readonly string[]): Promise<readonly NoticeRule[]> => {
  const { records } = ctx.asSystem();
  const known =
    ids ?? (await records.find('noticeRule', 'isDisabled == 0', { limit: 1_000 })).map(({ id }) => id as string);
  if (known.length === 0) return [];
  const all = await records.many('noticeRule', [...known], { rows: true });
  return all.filter(({ isDisabled }) => isDisabled === '0').map(ruleOf);
};

/** The object an event is about: `<object>.<action>`. */
export const objectOfEvent = (ctx: EngineCtx, event: string): ResolvedObject | undefined =>
  ctx.registry.find(event.split('.', 1)[0] ?? '');

/** Whether the record as it is now fulfils the condition; without one always. */
export const holds = async (
  ctx: EngineCtx,
  object: ResolvedObject,
  id: string,
  condition: string | null,
): Promise<boolean> =>
  condition === null ||
  (await ctx.asSystem().records.find(object.object, `id == param.id && (${condition})`, { param: { id }, limit: 1 }))
    .length > 0;

/** Title and content with the values of the record; what does not bind stays as it is written. */
export const sayOf = async (ctx: EngineCtx, rule: NoticeRule, object: ResolvedObject, record: Rec): Promise<Said> => {
  const type = toObjectType(object);
  const env = makeEnv(ctx.asSystem());
  env.remember(object.object, record);
  const render = async (template: string): Promise<string> => {
    const bound = bindTemplate(template, { lib: ctx.registry.lib, object: type });
    return Array.isArray(bound)
      ? template
      : env.settle((live) => renderTemplate(bound as never, scopeAt(live, record)));
  };
  const nbr = object.label.map((field) => record[field]).find((value) => typeof value === 'string');
  return {
    title: (await render(rule.title)).slice(0, 200),
    body: await render(rule.body),
    docType: rule.opens === 'tasks' ? 'flowTask' : object.object,
    docId: rule.opens === 'record' ? (record.id as string) : null,
    docNbr: text(nbr),
  };
};

/** What tells whether somebody dealt with a record since: its state and its audit. */
export const standOf = (object: ResolvedObject, record: Rec | null): string =>
  record === null
    ? 'gone'
    : JSON.stringify([object.state === undefined ? null : record[object.state], record.auditStatus ?? null]);

/** 通知配置 (20 §7): a rule is about one object; what it names there exists and may be told to everybody. */
import { bindExpr } from '../../../schemas/language/expr/check';
import { bindTemplate } from '../../../schemas/language/expr/template';
import { BOOL } from '../../../schemas/language/expr/types';
import { toObjectType } from '../../../schemas/language/object-type';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Problem } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';
import { type EngineCtx, engineOf } from '../../records/host';
import { NAMES_PEOPLE } from '../../records/notice/receivers';
import { objectOfEvent } from '../../records/notice/rule';
import { tryRule } from '../../records/notice/trial';
import type { JudgedOf } from '../../rows';

export const noticeRule: DomainModule<'noticeRule'> = {
  async check(record, _old, ctx) {
    const engine = engineOf(ctx);
    const object = objectOfEvent(engine, record.event);
    if (!object) return [];
    return [
      ...placeholders(engine, object, record, 'title'),
      ...placeholders(engine, object, record, 'body'),
      ...condition(engine, object, record),
      ...people(object, record),
      ...steps(record),
    ];
  },
  actions: {
    async trial(record, ask, ctx) {
      const nbr = ask.nbr?.trim() || null;
      const stored = await ctx.asSystem().records.get('noticeRule', record.id);
      const { to, text, count } = await tryRule(engineOf(ctx), stored ?? record, nbr);
      return { trialTo: to, trialText: text, trialCount: count };
    },
  },
};

/** A text goes to people whatever groups they hold: it names no field that has one. */
const placeholders = (
  ctx: EngineCtx,
  object: ResolvedObject,
  record: JudgedOf<'noticeRule'>,
  path: 'title' | 'body',
): readonly Problem[] => {
  const source = record[path] ?? '';
  const type = toObjectType(object);
  const bound = bindTemplate(source, { lib: ctx.registry.lib, object: type });
  if (Array.isArray(bound)) {
    const name = /\{([^}]*)\}?/.exec(source)?.[1] ?? source;
    return [{ code: 'notice.placeholder', path, text: `占位符${nameOf(ctx, object, source) ?? name}不存在` }];
  }
  // Array.isArray does not rule out a readonly list
  const { parts } = bound as Exclude<typeof bound, readonly unknown[]>;
  const closed = parts.find((part) => 'bound' in part && isClosed(object, part.name));
  return closed === undefined || !('name' in closed)
    ? []
    : [{ code: 'notice.grant', path, text: `「${closed.name}」只有部分人可看，不能写在通知里` }];
};
/** the first placeholder that does not bind */
const nameOf = (ctx: EngineCtx, object: ResolvedObject, source: string): string | undefined =>
  [...source.matchAll(/\{([^{}]*)\}/g)]
    .map(([whole, name]) => [whole, name] as const)
    .find(([whole]) =>
      Array.isArray(bindTemplate(whole, { lib: ctx.registry.lib, object: toObjectType(object) })),
    )?.[1];
const isClosed = (object: ResolvedObject, text: string): boolean =>
  [...text.matchAll(/[A-Za-z_]\w*/g)].some(
    ([word]) =>
      object.fields[word]?.grant !== undefined ||
      Object.values(object.fields).some(({ sub }) => sub?.fields[word]?.grant !== undefined),
  );

const condition = (ctx: EngineCtx, object: ResolvedObject, record: JudgedOf<'noticeRule'>): readonly Problem[] => {
  if (!record.condition) return [];
  const bound = bindExpr(record.condition, { lib: ctx.registry.lib, object: toObjectType(object) }, BOOL);
  return Array.isArray(bound)
    ? [{ code: 'notice.condition', path: 'condition', text: `条件不正确：${bound[0]?.text ?? ''}` }]
    : [];
};

const people = (object: ResolvedObject, record: JudgedOf<'noticeRule'>): readonly Problem[] =>
  (['receivers', 'escalate'] as const).flatMap((sub) =>
    record[sub].flatMap((row): readonly Problem[] => {
      if (row.kind !== '4' || row.field === null) return [];
      const { ref } = object.fields[row.field] ?? {};
      if (ref !== undefined && NAMES_PEOPLE.has(ref)) return [];
      const text = `「${object.title}」没有人员字段「${row.field}」`;
      return [{ code: 'notice.field', path: `${sub}[${row.id}].field`, text }];
    }),
  );

const steps = (record: JudgedOf<'noticeRule'>): readonly Problem[] => {
  const minutes = record.escalate.map(({ afterMin }) => afterMin);
  return minutes.some((each, n) => n > 0 && each <= (minutes[n - 1] ?? 0))
    ? [{ code: 'notice.steps', path: 'escalate', text: '升级时间必须递增' }]
    : [];
};

/** 上下游配置 (20 §7): what may be set of a push of the product, and what a push of one's own must say. */
import { leakOf } from '../../../schemas/language/check/judge';
import { type Bound, bindExpr, type Ty } from '../../../schemas/language/expr/check';
import { BOOL, DECIMAL } from '../../../schemas/language/expr/types';
import { toObjectType } from '../../../schemas/language/object-type';
import { wantOf } from '../../../schemas/language/record/bind';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Problem } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';
import { type EngineCtx, engineOf } from '../../records/host';
import { mappingRows, readShipped } from '../../records/push/doc-links';
import { type LinkPlace, linkPlaces } from '../../records/push/link-place';
import { mergeField } from '../../registry/doc-links';
import type { JudgedOf, LineOf, RowOf } from '../../rows';

const SUBS = ['heads', 'lines'] as const;
const FIXED = '系统预置的映射不能修改';
/** codes of extension fields */
const EXT = 'ext_';

export const docLink: DomainModule<'docLink'> = {
  async derive(record, _old, ctx) {
    if (record.isSystem) {
      const { head, heads, lines } = readShipped(record.shipped);
      const said = (item: { readonly [Code in (typeof SET)[number]]?: unknown }): string =>
        JSON.stringify(SET.map((code) => item[code] ?? null));
      const isSame = said(record) === said(head) && record.heads.length === heads.length;
      return { changed: !isSame || record.lines.length !== lines.length };
    }
    const source = sourceOf(record, engineOf(ctx));
    const dst = String(record.dstDoc ?? '');
    return {
      action: `xTo${dst.slice(0, 1).toUpperCase()}${dst.slice(1)}`,
      srcRows: Object.values(source?.fields ?? {}).find(({ sub }) => sub?.fields.qty)?.code ?? null,
    };
  },
  async check(record, old, ctx) {
    const engine = engineOf(ctx);
    const source = sourceOf(record, engine);
    const target = engine.registry.find(String(record.dstDoc ?? ''));
    if (!source || !target) return [];
    const place = linkPlaces(target)[0];
    if (!place) return [problem('dstDoc', `「${target.title}」的明细没有来源字段，不能由其他单据生成`)];
    const merge = record.merge;
    const problems: Problem[] = [];
    if (['1', '2'].includes(merge) && mergeField(Object.keys(source.fields), merge) === undefined)
      problems.push(problem('merge', `「${source.title}」没有${merge === '1' ? '往来单位' : '仓库'}，不能这样合并`));
    if (record.saveMode === '3' && !target.audited) problems.push(problem('saveMode', `「${target.title}」不需要审核`));
    const bind = (text: string, want?: Ty, sub?: string) =>
      bindExpr(
        text,
        { lib: engine.registry.lib, object: toObjectType(source), ...(sub === undefined ? {} : { sub }) },
        want,
      );
    const rows = record.srcRows ?? undefined;
    if (record.condition) {
      const bound = bind(record.condition, BOOL);
      if (Array.isArray(bound)) problems.push(problem('condition', `上游条件不正确：${bound[0]?.text ?? ''}`));
    }
    if (!record.isSystem && record.srcQty) {
      const bound = bind(record.srcQty, DECIMAL, rows);
      if (Array.isArray(bound)) problems.push(problem('srcQty', `上游数量不正确：${bound[0]?.text ?? ''}`));
    }
    if (record.isSystem && old !== null)
      for (const code of KEPT.filter((text) => (record[text] ?? null) !== (old[text] ?? null)))
        problems.push(problem(code, FIXED));
    for (const sub of SUBS) {
      if (record.isSystem) problems.push(...kept(sub, record, old));
      const fields = sub === 'heads' ? target.fields : place.fields;
      const type = engine.registry.lib.object(target.object);
      for (const row of record[sub].filter(({ isSystem }) => !isSystem)) {
        const code = row.dst;
        const path = `${sub}[${row.id}]`;
        const field = fields[code];
        if (!field || field.sub) problems.push(problem(`${path}.dst`, `「${target.title}」没有字段「${code}」`));
        else {
          const want = type && wantOf(type, code, sub === 'heads' ? undefined : placeSub(place));
          const bound = bind(row.expr, want, rows);
          if (Array.isArray(bound)) problems.push(problem(`${path}.expr`, `映射字段「${field.title}」类型不一致`));
          else {
            // what is no list of problems is bound
            const leak = leakOf(bound as Bound, field.grant);
            if (leak !== undefined)
              problems.push(problem(`${path}.expr`, `映射使用了受限字段${leak}，「${field.title}」缺少同样的权限组`));
          }
        }
      }
    }
    return problems;
  },
  actions: {
    async restore(record, _ask, ctx) {
      const { head, heads, lines } = readShipped(record.shipped);
      await ctx.asSystem().records.patch('docLink', record.id, {
        rows: { heads: mappingRows(heads), lines: mappingRows(lines) },
      });
      return { ...head, changed: false };
    },
  },
};

/** What an organisation may set of a push of the product. */
const SET = ['mode', 'autoEvent', 'condition', 'overRate', 'merge', 'saveMode'] as const;

/** What it may not. */
const KEPT = ['srcDoc', 'dstDoc', 'qtyControl', 'srcQty', 'stamp'] as const;

const problem = (path: string, text: string): Problem => ({ code: 'docLink', path, text });
const placeSub = ({ sub }: LinkPlace): string | undefined => sub;
const sourceOf = (
  record: { readonly srcDoc?: string | null | undefined },
  { registry }: EngineCtx,
): ResolvedObject | undefined => registry.find(String(record.srcDoc ?? ''));

type Mapping = LineOf<'docLink', (typeof SUBS)[number]>;
/** Mappings of the product stay as they are; beside them stand extension fields only. */
function kept(
  sub: (typeof SUBS)[number],
  record: JudgedOf<'docLink'>,
  old: RowOf<'docLink'> | null,
): readonly Problem[] {
  const now = record[sub];
  const before = (old?.[sub] ?? []).filter(({ isSystem }) => isSystem);
  const same = (a: Mapping, b: Mapping | undefined): boolean => b?.dst === a.dst && b.expr === a.expr && b.isSystem;
  if (
    before.some(
      (row) =>
        !same(
          row,
          now.find(({ id }) => id === row.id),
        ),
    )
  )
    return [problem(sub, FIXED)];
  return now
    .filter((row) => !row.isSystem && !row.dst.startsWith(EXT))
    .map((row) => problem(`${sub}[${row.id}].dst`, FIXED));
}

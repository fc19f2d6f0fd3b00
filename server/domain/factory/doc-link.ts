/** 上下游配置 (20 §7): what may be set of a push of the product, and what a push of one's own must say. */
import { bindExpr, type Ty } from '../../../schemas/language/expr/check';
import { BOOL, DECIMAL } from '../../../schemas/language/expr/types';
import { toObjectType } from '../../../schemas/language/object-type';
import { wantOf } from '../../../schemas/language/record/bind';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';
import { mappingRows, readShipped } from '../../records/doc-links';
import type { EngineCtx } from '../../records/host';
import { type LinkPlace, linkPlaces } from '../../records/link-place';
import { mergeField } from '../../registry/doc-links';

const SUBS = ['heads', 'lines'] as const;
const FIXED = '系统预置的映射不能修改';
/** codes of extension fields */
const EXT = 'ext_';

export const docLink: DomainModule = {
  async derive(record, _old, ctx) {
    if (record.isSystem === true) {
      const { head, heads, lines } = readShipped(record.shipped);
      const said = (one: Readonly<Record<string, unknown>>): string =>
        JSON.stringify(SET.map((code) => one[code] ?? null));
      const isSame = said(record) === said(head) && rowsOf(record, 'heads').length === heads.length;
      return { changed: !isSame || rowsOf(record, 'lines').length !== lines.length };
    }
    const source = sourceOf(record, ctx as EngineCtx);
    const dst = String(record.dstDoc ?? '');
    return {
      action: `xTo${dst.slice(0, 1).toUpperCase()}${dst.slice(1)}`,
      srcRows: Object.values(source?.fields ?? {}).find(({ sub }) => sub?.fields.qty)?.code ?? null,
    };
  },
  async check(record, old, ctx) {
    const engine = ctx as EngineCtx;
    const source = sourceOf(record, engine);
    const target = engine.registry.find(String(record.dstDoc ?? ''));
    if (!source || !target) return [];
    const place = linkPlaces(target)[0];
    if (!place) return [problem('dstDoc', `「${target.title}」的明细没有来源字段，不能由其他单据生成`)];
    const merge = String(record.merge);
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
    const rows = typeof record.srcRows === 'string' ? record.srcRows : undefined;
    if (typeof record.condition === 'string' && record.condition !== '') {
      const bound = bind(record.condition, BOOL);
      if (Array.isArray(bound)) problems.push(problem('condition', `上游条件不正确：${bound[0]?.text ?? ''}`));
    }
    if (record.isSystem !== true && typeof record.srcQty === 'string' && record.srcQty !== '') {
      const bound = bind(record.srcQty, DECIMAL, rows);
      if (Array.isArray(bound)) problems.push(problem('srcQty', `上游数量不正确：${bound[0]?.text ?? ''}`));
    }
    if (record.isSystem === true && old !== null)
      for (const code of KEPT.filter((one) => (record[one] ?? null) !== (old[one] ?? null)))
        problems.push(problem(code, FIXED));
    for (const sub of SUBS) {
      if (record.isSystem === true) problems.push(...kept(sub, record, old));
      const fields = sub === 'heads' ? target.fields : place.fields;
      const type = engine.registry.lib.object(target.object);
      for (const row of rowsOf(record, sub).filter(({ isSystem }) => isSystem !== true)) {
        const code = String(row.dst);
        const path = `${sub}[${row.id}]`;
        const field = fields[code];
        if (!field || field.sub) problems.push(problem(`${path}.dst`, `「${target.title}」没有字段「${code}」`));
        else {
          const want = type && wantOf(type, code, sub === 'heads' ? undefined : placeSub(place));
          const bound = bind(String(row.expr), want, rows);
          if (Array.isArray(bound)) problems.push(problem(`${path}.expr`, `映射字段「${field.title}」类型不一致`));
        }
      }
    }
    return problems;
  },
  actions: {
    async restore(record, _ask, ctx) {
      const { head, heads, lines } = readShipped(record.shipped);
      await ctx.asSystem().records.patch('docLink', record.id as string, {
        rows: { heads: mappingRows(heads), lines: mappingRows(lines) },
      });
      return { ...head, changed: false };
    },
  },
};

/** What an organisation may set of a push of the product. */
const SET = ['mode', 'autoEvent', 'condition', 'overRate', 'merge', 'saveMode'];

/** What it may not. */
const KEPT = ['srcDoc', 'dstDoc', 'qtyControl', 'srcQty', 'stamp'];

const problem = (path: string, text: string): Problem => ({ code: 'docLink', path, text });
const placeSub = ({ sub }: LinkPlace): string | undefined => sub;
const rowsOf = (record: Rec | null, sub: string): readonly Row[] => (record?.[sub] as readonly Row[] | undefined) ?? [];
const sourceOf = (record: Rec, { registry }: EngineCtx): ResolvedObject | undefined =>
  registry.find(String(record.srcDoc ?? ''));

/** Mappings of the product stay as they are; beside them stand extension fields only. */
function kept(sub: string, record: Rec, old: Rec | null): readonly Problem[] {
  const now = rowsOf(record, sub);
  const before = rowsOf(old, sub).filter(({ isSystem }) => isSystem === true);
  const same = (a: Row, b: Row | undefined): boolean => b?.dst === a.dst && b?.expr === a.expr && b?.isSystem === true;
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
    .filter((row) => row.isSystem !== true && !String(row.dst).startsWith(EXT))
    .map((row) => problem(`${sub}[${row.id}].dst`, FIXED));
}

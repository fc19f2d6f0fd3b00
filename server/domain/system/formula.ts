/** 计算公式 (domain 10 §5.12): named expressions with versions and cases that must hold before one is published. */
import type { Problem, Row, Value } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { makeEnv } from '../../records/env';
import { engineOf } from '../../records/host';
import { answer, type DraftOf } from '../../rows';
import { bindFormula, cycleOf, type Formula, FormulaError, type Formulas, readGiven, runFormula } from './formula-run';

const PUBLISHED = '60';

export const formula: DomainModule<'formula'> = {
  /** what each case comes to, as it stands; whoever reads them need not run them */
  async derive(record, _old, ctx) {
    if (record.docStatus === PUBLISHED || typeof record.expr !== 'string') return undefined;
    const others = await effective(ctx, record);
    for (const row of record.cases) {
      const got = await compute(ctx, record, others, String(row.given ?? ''));
      row.result = 'fault' in got ? got.fault : textOf(got.value, record);
      row.pass = !('fault' in got) && isSame(String(row.expect ?? ''), got.value, record);
      row.steps = 'fault' in got ? null : got.steps.join('\n').slice(0, 2000);
    }
    return undefined;
  },
  async check(record, _old, ctx) {
    const others = await effective(ctx, record);
    const own = formulaOf(record);
    const cycle = cycleOf(own, others);
    const fault = cycle === undefined ? bound(ctx, own, others) : `公式循环引用：${cycle}`;
    const problems: Problem[] = fault === undefined ? [] : [{ code: 'formula', path: 'expr', text: fault }];
    for (const row of record.cases) {
      const given = readGiven(libOf(ctx), own.object, String(row.given ?? ''));
      if (typeof given === 'string')
        problems.push({ code: 'formula.case', path: `cases[${row.id}].given`, text: given });
    }
    return problems;
  },
  actions: {
    async publish(record, _ask, ctx) {
      const others = await effective(ctx, record);
      const own = formulaOf(record);
      const cycle = cycleOf(own, others);
      const fault = cycle === undefined ? bound(ctx, own, others) : `公式循环引用：${cycle}`;
      if (fault !== undefined) throw refuse(fault);
      for (const [n, row] of record.cases.entries()) {
        const got = await compute(ctx, record, others, String(row.given ?? ''));
        const is = 'fault' in got ? got.fault : textOf(got.value, record);
        if ('fault' in got || !isSame(String(row.expect ?? ''), got.value, record))
          throw refuse(`第${n + 1}个用例不通过：期望${String(row.expect ?? '')}，实际${is}`);
      }
      return undefined;
    },
    /** the cases and a row made up for now, with every step; nothing is stored */
    async test(record, ask, ctx) {
      const others = await effective(ctx, record);
      const fault = bound(ctx, formulaOf(record), others);
      if (fault !== undefined) throw refuse(fault);
      const asked =
        typeof ask.given === 'string' && ask.given.trim() !== '' ? [{ given: ask.given, expect: null }] : [];
      const rows: Row[] = [];
      for (const [n, row] of [...record.cases, ...asked].entries()) {
        const got = await compute(ctx, record, others, String(row.given ?? ''));
        const isFree = row.expect === null || row.expect === undefined || row.expect === '';
        rows.push({
          id: String(n),
          lineNo: (n + 1) * 10,
          given: String(row.given ?? ''),
          expect: isFree ? null : String(row.expect),
          result: 'fault' in got ? got.fault : textOf(got.value, record),
          pass: !('fault' in got) && (isFree || isSame(String(row.expect), got.value, record)),
          steps: 'fault' in got ? null : got.steps.join('；'),
        });
      }
      if (rows.length === 0) throw refuse('请先添加测试用例，或填写试算数据');
      return answer({ rows });
    },
  },
};

const libOf = (ctx: Ctx) => engineOf(ctx).registry.lib;
/** What is judged, whether it was stored or not. */
type Judged = Pick<DraftOf<'formula'>, 'code' | 'name' | 'object' | 'expr' | 'resultType' | 'scale'>;
const formulaOf = (record: Judged): Formula => ({
  code: String(record.code ?? ''),
  title: String(record.name ?? ''),
  object: String(record.object ?? ''),
  expr: String(record.expr ?? ''),
  resultType: String(record.resultType ?? 'dec'),
  scale: Number(record.scale ?? 4),
});
const bound = (ctx: Ctx, own: Formula, others: Formulas): string | undefined => {
  const got = bindFormula(libOf(ctx), own, others);
  return typeof got === 'string' ? got : undefined;
};

/** The versions others are read in today; the one that is judged stands for itself. */
async function effective(ctx: Ctx, record: Judged): Promise<Formulas> {
  return new Map([...(await formulasToday(ctx))].filter(([code]) => code !== record.code));
}
/** By code, the versions in force today. */
export async function formulasToday(ctx: Ctx): Promise<Formulas> {
  const heads = await ctx
    .asSystem()
    .records.find(
      'formula',
      'docStatus == 60 && isDefault && effectDate <= today() && (empty(expireDate) || expireDate >= today())',
    );
  return new Map(heads.map((head) => [String(head.code), formulaOf(head)]));
}

type Got = { readonly value: Value; readonly steps: readonly string[] } | { readonly fault: string };
async function compute(ctx: Ctx, record: Judged, others: Formulas, text: string): Promise<Got> {
  const own = formulaOf(record);
  const given = readGiven(libOf(ctx), own.object, text);
  if (typeof given === 'string') return { fault: given };
  if (cycleOf(own, others) !== undefined) return { fault: '公式循环引用' };
  try {
    return await makeEnv(engineOf(ctx)).settle((env) =>
      runFormula({ lib: libOf(ctx), env, formula: own, others, given }),
    );
  } catch (error) {
    if (error instanceof FormulaError) return { fault: error.message };
    throw error;
  }
}

const NUMBERS: ReadonlySet<unknown> = new Set(['dec', 'int']);
const textOf = (value: Value, record: Judged): string =>
  value === null || value === ''
    ? '空'
    : typeof value === 'number' && record.resultType === 'dec'
      ? String(Number(value.toFixed(Number(record.scale ?? 4))))
      : typeof value === 'boolean'
        ? value
          ? '是'
          : '否'
        : String(value);
/** 33.950 is 33.95; 是 and true are the same. */
function isSame(expect: string, value: Value, record: Judged): boolean {
  const said = expect.trim();
  if (NUMBERS.has(record.resultType) && value !== null) return said !== '' && Number(said) === Number(value);
  if (typeof value === 'boolean') return (value ? ['是', 'true', '1'] : ['否', 'false', '0']).includes(said);
  return said === textOf(value, record);
}

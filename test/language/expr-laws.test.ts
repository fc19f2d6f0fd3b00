import { describe, expect, it } from 'vitest';
import type { Env } from '../../schemas/language/env';
import { bindExpr, printBound, type TypeEnv } from '../../schemas/language/expr/check';
import { depsOf } from '../../schemas/language/expr/deps';
import { evaluate, evaluateTo, truth } from '../../schemas/language/expr/evaluate';
import { parseExpr } from '../../schemas/language/expr/parse';
import { printExpr } from '../../schemas/language/expr/print';
import { bindTemplate, renderTemplate } from '../../schemas/language/expr/template';
import { trace } from '../../schemas/language/expr/trace';
import { toObjectType } from '../../schemas/language/object-type';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { expression, HEAD_PLACE, TYPES as WORLD_TYPES } from '../support/expr-generator';
import { ORDER, randomRecords, WORLD_DICTS, WORLD_LIB } from '../support/expr-world';
import { envOf, fields, OBJECTS, RECORDS, ROW_TYPES, random, TYPES } from './expr-fixture';
import { FULL, mutate, pick, randomAst, randomText, SEED, shape } from './expr-random';

const SAMPLES = [
  'pct(received, sum(items.qty))',
  'auditStatus == 2 && !exists(items, openQty > qty * underRate / 100)',
  'docStatus in [10, 20] && needBy < today()',
  "count(purchaseIn, srcNbr == row.nbr && bizDate in period('thisMonth'))",
  'supplier.qualStatus != 3 || me.employee in warehouse.keepers',
  "label(supplier) + '-' + text(bizDate, 'yyyyMMdd')",
  "join(items.material, '; ')",
  'uniqueBy(items, material, attrKey, needDate)',
  "dateDiff(reportAt, now(), 'hour') > 2 ? 1 : 0",
  'coalesce(min(items.price, qty > 0), max(total, 3)) * ceil(count, 2)',
  'sum(supplier.materials, price * 2) / 7 % 3',
  "span.from <= reportAt && any(tags, ['a', 'b'])",
];

describe('laws of expressions', () => {
  it(`parse(print(tree)) is the tree, seed ${SEED}`, () => {
    const runs = FULL ? 50_000 : 4_000;
    let checked = 0;
    for (let i = 0; i < runs; i += 1) {
      const tree = randomAst(random(SEED + i), 6);
      const text = printExpr(tree);
      const again = parseExpr(text);
      if (again.problem?.code === 'expr.limit') continue;
      const seen = `seed ${SEED + i}: ${text}`;
      expect(again.ast, seen).toBeDefined();
      expect(shape(again.ast as never), seen).toEqual(shape(tree));
      expect(printExpr(again.ast as never), seen).toBe(text);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(runs / 2);
  });

  it(`no text reaches a host object, none throws, seed ${SEED}`, { timeout: 600_000 }, () => {
    const runs = FULL ? 220_000 : 22_000;
    const touched: string[] = [];
    const scope = trapped(touched);
    const places: readonly [TypeEnv, Rec | Row][] = [
      [{ ...TYPES, ask: fields({ qty: 'decimal' }), param: fields({ since: 'date' }) }, scope.doc],
      [ROW_TYPES, scope.row],
      [{ ...TYPES, candidate: OBJECTS.supplier as never }, scope.doc],
      [{ ...TYPES, rowsAtHand: true, print: true, hops: 2, extra: { page: { t: 'int' } } }, scope.doc],
    ];
    let ran = 0;
    for (let i = 0; i < runs; i += 1) {
      const next = random(SEED * 7 + i);
      const text = next() < 0.55 ? mutate(next, pick(next, SAMPLES)) : randomText(next);
      const [types, self] = pick(next, places);
      const seen = `seed ${SEED * 7 + i}: ${text}`;
      const bound = bindExpr(text, types);
      if (Array.isArray(bound)) {
        expect(bound.length, seen).toBeGreaterThan(0);
        for (const problem of bound)
          if (!/^(expr\.(syntax|limit|type|name|scope)|dict\.code)$/.test(problem.code))
            expect.fail(`${seen}: ${problem.code}`);
      } else {
        ran += 1;
        const at = { env: scope.env, self, doc: scope.doc, row: scope.row, old: null, rows: [scope.row] };
        const value = evaluate(bound, at);
        if (bound.ty.t !== 'rows' && !isPlain(value)) expect.fail(`${seen}: gives ${String(value)}`);
        evaluateTo(bound, at, { scale: 2 });
        truth(bound, at);
        depsOf(bound);
        trace(bound, at);
        const canonical = printBound(bound);
        const again = bindExpr(canonical, types);
        expect(Array.isArray(again) ? again[0]?.text : printBound(again), seen).toBe(canonical);
        if (!Array.isArray(again) && bound.ty.t !== 'rows') expect(evaluate(again, at), seen).toEqual(value);
      }
      const template = bindTemplate(`a{${text}}b`, types);
      if (!Array.isArray(template)) {
        expect(typeof renderTemplate(template, { env: scope.env, self, doc: scope.doc, row: scope.row })).toBe(
          'string',
        );
      }
      if (touched.length > 0) expect.fail(`${seen}: touched ${touched.join()}`);
    }
    expect(ran).toBeGreaterThan(runs / 100);
  });

  it(`typed expressions keep their meaning in canonical text and survive broken records, seed ${SEED}`, {
    timeout: 600_000,
  }, () => {
    const runs = FULL ? 30_000 : 3_000;
    const env = envOf({ dict: (code) => WORLD_DICTS.get(code) });
    const types: TypeEnv = { lib: WORLD_LIB, object: toObjectType(ORDER) };
    for (let i = 0; i < runs; i += 1) {
      const next = random(SEED * 13 + i);
      const ty = pick(next, WORLD_TYPES);
      const text = expression(next, HEAD_PLACE, ty, 4);
      const seen = `seed ${SEED * 13 + i}: ${text}`;
      const bound = bindExpr(text, types);
      if (Array.isArray(bound)) {
        if (bound.some((problem) => problem.code !== 'expr.limit')) expect.fail(`${seen}: ${bound[0]?.text}`);
        continue;
      }
      const again = bindExpr(printBound(bound), types);
      if (Array.isArray(again)) expect.fail(`${seen}: ${again[0]?.text}`);
      else expect(printBound(again), seen).toBe(printBound(bound));
      const { order } = randomRecords(next, 2, 2);
      for (const rec of [...order, broken(next, order[0] as Rec)]) {
        const value = evaluate(bound, { env, self: rec, doc: rec });
        if (!isPlain(value)) expect.fail(`${seen}: gives ${String(value)}`);
        if (bound.ty.t === 'bool' && typeof value !== 'boolean')
          expect.fail(`${seen}: a condition gives ${String(value)}`);
        if (!Array.isArray(again)) expect(evaluate(again, { env, self: rec, doc: rec }), seen).toEqual(value);
      }
    }
  });
});

const JUNK: readonly unknown[] = [
  '',
  'x',
  5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  [null],
  {},
  [[1]],
  '2026-02-30',
  '99999-01-01',
  Symbol('x'),
  () => 1,
  undefined,
  1n,
];
/** a record whose values have nothing to do with their types */
function broken(next: () => number, rec: Rec): Rec {
  const codes = [...Object.keys(rec), 'items', 'partner'];
  return Object.fromEntries(codes.map((code) => [code, pick(next, JUNK)])) as Rec;
}

/** Records and hosts whose prototypes tell when anything but a declared field is read from them. */
function trapped(touched: string[]) {
  const known = new Set<string>([
    'id',
    'lineNo',
    'version',
    'ext',
    'label',
    'createdBy',
    'createdAt',
    'updatedBy',
    'updatedAt',
    'isDeleted',
  ]);
  for (const object of Object.values(OBJECTS)) {
    for (const [code, field] of Object.entries(object.fields)) {
      known.add(code);
      for (const sub of Object.keys(field.sub ?? {})) known.add(sub);
    }
  }
  for (const code of ['qty', 'since']) known.add(code);
  const prototype = new Proxy(
    {},
    {
      get: (_target, key) => {
        if (typeof key !== 'string' || !known.has(key)) touched.push(String(key));
        return () => 'reached';
      },
      has: () => false,
    },
  );
  const guard = <T extends object>(value: T): T => Object.setPrototypeOf({ ...value }, prototype) as T;
  const row: Row = guard({
    id: 'r1',
    lineNo: 10,
    material: 'm1',
    qty: 1.5,
    price: 2,
    amount: 3,
    lot: 1,
    needDate: '2026-01-01',
  });
  const doc: Rec = guard({
    id: 'o1',
    nbr: 'N',
    total: 3.5,
    count: 2,
    bizDate: '2026-01-31',
    reportAt: '2026-01-15 08:00:00',
    docStatus: '10',
    supplier: 's1',
    warehouse: 'w1',
    remark: 'Ab中',
    tags: ['a'],
    span: ['2026-01-01 00:00:00', '2026-02-01 00:00:00'],
    ext: { weight: 2 },
    urgent: true,
    items: [row],
  });
  const records: Readonly<Record<string, Readonly<Record<string, Rec>>>> = RECORDS;
  const env: Env = envOf({
    hop: (object, id, field) => {
      if (!known.has(field)) touched.push(`hop ${field}`);
      return Object.hasOwn(records, object) ? (records[object]?.[id]?.[field] as Value | undefined) : undefined;
    },
    sys: (key) => {
      if (key !== 'prd.overRate' && key !== 'audit.self') touched.push(`sys ${key}`);
      return 2;
    },
  });
  return { doc, row, env };
}

function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value)) return value.every(isPlain);
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  );
}

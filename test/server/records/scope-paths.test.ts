/**
 * Twelve ways to read give the same rows for whatever scopes roles have: random rules over 10,000 rows, each compared with the same rule
 * written in JavaScript. A rule that failed comes again from the seed in its title.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc, ObjectDoc } from '../../../schemas/language/document';
import type { ReportDoc } from '../../../schemas/language/document-report';
import type { ScopeGrant } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { listPrintJob } from '../../../server/print/list';
import { exportList } from '../../../server/records/export/export';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { pickRows } from '../../../server/records/pick/pick';
import { getOne } from '../../../server/records/read/read';
import { usageOf } from '../../../server/records/read/usage-list';
import { chartData } from '../../../server/records/report/chart';
import { drillOf } from '../../../server/records/report/drill';
import { getReportList } from '../../../server/records/report/list';
import { linksCall } from '../../../server/records/save/write-calls';
import { historyOf } from '../../../server/records/trail/history';
import { type Factory, openFactory } from '../../support/records';
import { sheetRows } from '../../support/sheets';

const ROWS = 10_000;
const RULES = process.env.LAWS === 'full' ? 40 : 5;
const BANDS = 40;

/** mulberry32: the same numbers for the same seed */
const randomOf = (seed: number): (() => number) => {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
type Random = () => number;
const below = (random: Random, n: number): number => Math.floor(random() * n);
const one = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)]!;

interface Memo {
  readonly id: string;
  readonly code: string;
  readonly above: string | null;
  readonly dept: string | null;
  readonly owner: string | null;
  readonly by: string;
  readonly level: number | null;
  readonly band: string;
  readonly open: boolean;
  readonly gone: boolean;
}
/** A condition in both tongues. */
interface Rule {
  readonly text: string;
  readonly holds: (memo: Memo) => boolean;
}

const setUp = randomOf(20_260_115);
const ids = (count: number): string[] => Array.from({ length: count }, () => newId());
const depts = ids(8);
/** each below the one at half its place */
const upOf = (at: number): number | null => (at === 0 ? null : Math.floor((at - 1) / 2));
const underOf = (at: number): string[] =>
  depts.filter((_dept, n) => {
    for (let up: number | null = n; up !== null; up = upOf(up)) if (up === at) return true;
    return false;
  });
const employees = ids(5);
const users = ids(5);
const memos: Memo[] = [];
for (let n = 0; n < ROWS; n++) {
  const orNot = <T>(list: readonly T[]): T | null => (setUp() < 0.15 ? null : one(setUp, list));
  memos.push({
    id: newId(),
    code: `M${String(n).padStart(5, '0')}`,
    above: n === 0 || setUp() < 0.5 ? null : one(setUp, memos).id,
    dept: orNot(depts),
    owner: orNot(employees),
    by: one(setUp, users),
    level: orNot([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    band: `B${String(below(setUp, BANDS)).padStart(2, '0')}`,
    open: setUp() < 0.5,
    gone: setUp() < 0.05,
  });
}
const wang = { id: users[0]!, employee: employees[0]!, dept: depts[1]!, depts: underOf(1) };
const isMine = (memo: Memo): boolean => memo.by === wang.id || memo.owner === wang.employee;

const leaf = (random: Random): Rule => {
  const n = below(random, 10);
  const band = `B${below(random, BANDS)}`;
  return one<Rule>(random, [
    { text: `level < ${n}`, holds: ({ level }) => level !== null && level < n },
    { text: `level >= ${n}`, holds: ({ level }) => level !== null && level >= n },
    { text: 'empty(level)', holds: ({ level }) => level === null },
    { text: `band != '${band}'`, holds: (memo) => memo.band !== band },
    { text: `contains(band, '${n}')`, holds: (memo) => memo.band.includes(String(n)) },
    { text: 'open', holds: ({ open }) => open },
    { text: 'owner == me.employee', holds: ({ owner }) => owner === wang.employee },
    { text: 'dept in me.depts', holds: ({ dept }) => dept !== null && wang.depts.includes(dept) },
    { text: "dept.name == '部3'", holds: ({ dept }) => dept === depts[3] },
    { text: 'createdBy == me.id', holds: ({ by }) => by === wang.id },
  ]);
};
const ruleOf = (random: Random, depth: number): Rule => {
  if (depth === 0 || random() < 0.3) return leaf(random);
  const a = ruleOf(random, depth - 1);
  const b = ruleOf(random, depth - 1);
  return one<() => Rule>(random, [
    () => ({ text: `(${a.text}) && (${b.text})`, holds: (memo) => a.holds(memo) && b.holds(memo) }),
    () => ({ text: `(${a.text}) || (${b.text})`, holds: (memo) => a.holds(memo) || b.holds(memo) }),
    () => ({ text: `!(${a.text})`, holds: (memo) => !a.holds(memo) }),
  ])();
};

/** What one user has: one to three roles, each with a scope of any sort. */
interface Case {
  readonly seed: number;
  readonly named: Readonly<Record<string, Rule>>;
  readonly grants: readonly ScopeGrant[];
  readonly holds: (memo: Memo) => boolean;
}
const caseOf = (seed: number): Case => {
  const random = randomOf(seed);
  const named: Record<string, Rule> = {};
  const parts = Array.from({ length: 1 + below(random, 3) }, (_, at): readonly [ScopeGrant, Rule['holds']] => {
    const chosen = depts.filter(() => random() < 0.3);
    const orMine = (inside: (dept: string) => boolean) => (memo: Memo) =>
      memo.dept === null ? isMine(memo) : inside(memo.dept);
    const rule = ruleOf(random, 3);
    const name = `r${seed}n${at}`;
    const [scope, holds] = one<readonly [string, Rule['holds']]>(random, [
      ['2', orMine((dept) => wang.depts.includes(dept))],
      ['3', orMine((dept) => dept === wang.dept)],
      ['4', isMine],
      ['5', orMine((dept) => chosen.includes(dept))],
      [name, rule.holds],
      [name, rule.holds],
      [name, rule.holds],
    ]);
    if (scope === name) named[name] = rule;
    return [{ scope, depts: chosen }, holds];
  });
  return {
    seed,
    named,
    grants: parts.map(([grant]) => grant),
    holds: (memo) => !memo.gone && parts.some(([, holds]) => holds(memo)),
  };
};
/** rules that nearly all rows keep, or none, would show nothing */
const tellsApart = ({ holds }: Case): boolean => {
  const share = memos.filter(holds).length / ROWS;
  return share > 0.02 && share < 0.9;
};
const cases: Case[] = [];
for (let seed = 1; cases.length < RULES; seed++) {
  const made = caseOf(seed);
  if (tellsApart(made)) cases.push(made);
}

const memo: ObjectDoc = {
  $schema: 'object/2',
  object: 'memo',
  title: '便条',
  label: 'code',
  route: '/memo',
  fields: {
    code: { title: '编码', kind: 'input' },
    above: { title: '上级', ref: 'self' },
    dept: { title: '部门', kind: 'tree', ref: 'dept' },
    owner: { title: '负责人', ref: 'employee' },
    level: { title: '级别', type: 'int' },
    band: { title: '段', kind: 'input' },
    open: { title: '开放', type: 'bool' },
  },
  list: {
    as: ['tree:above'],
    search: ['code', 'band'],
    columns: ['code', 'dept', 'level', 'band'],
    sort: 'code',
    summary: { level: 'sum' },
  },
  actions: { add: {}, view: {}, export: {}, print: {} },
  access: {
    owner: ['createdBy', 'owner'],
    rows: Object.fromEntries(
      cases.flatMap(({ named }) =>
        Object.entries(named).map(([name, { text }]) => [name, { title: name, where: text }]),
      ),
    ),
  },
};
const memoStat: ReportDoc = {
  $schema: 'report/1',
  report: 'memoStat',
  title: '便条统计',
  route: '/memo/stat',
  from: 'memo',
  dims: { band: {} },
  by: ['band'],
  measures: {
    count: { title: '条', type: 'int', of: 'count()' },
    level: { title: '级', of: 'sum(level)' },
  },
  list: { columns: ['$group', 'count', 'level'], sort: 'band' },
  drill: { page: 'memo' },
};
const letter: ObjectDoc = {
  $schema: 'object/2',
  object: 'letter',
  title: '信',
  label: 'code',
  route: '/letter',
  fields: { code: { title: '编码', kind: 'input' }, memo: { title: '便条', ref: 'memo' } },
  actions: { add: {}, view: {} },
};
const DOCS: readonly AnyDoc[] = [memo, letter, memoStat];
const RIGHTS = ['memo:view', 'memo:export', 'memo:print', 'memoStat:view', 'letter:add'];

let factory: Factory;
beforeAll(async () => {
  factory = await openFactory({ documents: DOCS });
  await factory.insert(
    'dept',
    depts.map((id, at) => ({
      id,
      code: `D${at}`,
      name: `部${at}`,
      parent_id: upOf(at) === null ? null : depts[upOf(at)!],
      type: '20',
    })),
  );
  await factory.insert(
    'employee',
    employees.map((id, at) => ({ id, code: `E${at}`, name: `人${at}` })),
  );
  const rows = memos.map(({ id, code, above, dept, owner, by, level, band, open, gone }) => ({
    id,
    code,
    above_id: above,
    dept_id: dept,
    owner_id: owner,
    created_by_id: by,
    level,
    band,
    open,
    is_deleted: gone ? 1 : 0,
  }));
  const own = factory.db.withSchema(factory.org.schema);
  for (let at = 0; at < ROWS; at += 1000)
    await own
      .insertInto('memo')
      .values(rows.slice(at, at + 1000))
      .execute();
});
afterAll(() => factory?.close());

const page = (code: string) => factory.registry.page(code)!;
type Wire = Record<string, unknown>;
const codesOf = (records: readonly Wire[]): string[] => records.map((record) => String(record.code));
const listed = async (ctx: EngineCtx, body: Wire): Promise<Wire[]> => {
  const found: Wire[] = [];
  for (let current = 1; ; current++) {
    const { records } = await getPageList(ctx, page('memo'), { size: 1000, ...body, current });
    found.push(...records);
    if (records.length < 1000) return found;
  }
};
const sumOf = (list: readonly Memo[]): number => list.reduce((sum, { level }) => sum + (level ?? 0), 0);
/** Rows of each band, for bands that have any, and the sum of their levels. */
const byBand = (list: readonly Memo[]): Record<string, readonly [count: number, level: number]> => {
  const found = new Map<string, Memo[]>();
  for (const memo of list) found.set(memo.band, [...(found.get(memo.band) ?? []), memo]);
  return Object.fromEntries([...found].map(([band, own]) => [band, [own.length, sumOf(own)]]));
};

describe.each(cases)('scopes of seed $seed', ({ seed, grants, holds }) => {
  const expected = memos.filter(holds);
  const codes = expected.map(({ code }) => code);
  let ctx: EngineCtx;
  beforeAll(async () => {
    ctx = await factory.as(
      grants.map((scope) => ({ functions: RIGHTS, scope })),
      wang,
    );
  });

  it('reach the same rows of a list, its total, its sum, a search, a tree and an export', async () => {
    expect(codesOf(await listed(ctx, {}))).toEqual(codes);
    const first = await getPageList(ctx, page('memo'), { size: 1 });
    expect([first.total, Number(first.summary?.level ?? 0)]).toEqual([codes.length, sumOf(expected)]);
    expect(codesOf(await listed(ctx, { search: { code: 'M012' } }))).toEqual(
      codes.filter((code) => code.startsWith('M012')),
    );
    const there = new Set(expected.map(({ id }) => id));
    const tops = expected.filter(({ above }) => above === null || !there.has(above));
    expect(codesOf(await listed(ctx, { level: 'top' }))).toEqual(tops.map(({ code }) => code));
    if (codes.length === 0) return;
    const sheet = await exportList(ctx, page('memo'), { columns: ['code'] });
    expect((await sheetRows(sheet.stream)).slice(1, codes.length + 1).map(([code]) => code)).toEqual(codes);
  });

  it('and of a picker, a report, a chart, the rows behind a number, and paper', async () => {
    const pick = (body: Wire) => pickRows(ctx, page('letter'), 'memo', { record: { code: 'x' }, ...body });
    // a picker does not count further
    expect((await pick({ size: 1 })).total).toBe(Math.min(codes.length, 1000));
    const picked = await pick({ size: 200, search: 'M034' });
    expect(picked.records.map(({ label }) => label).sort()).toEqual(codes.filter((code) => code.startsWith('M034')));
    const bands = byBand(expected);
    const stat = await getReportList(ctx, page('memoStat'), { size: 200 });
    expect(Object.fromEntries(stat.records.map((row) => [row.band, [row.count, row.level]]))).toEqual(bands);
    const chart = await chartData(ctx, {
      report: page('memoStat').report!,
      chart: { chart: 'bar', x: 'band', y: ['count'] },
      search: {},
      wheres: [],
    });
    expect(Object.fromEntries(chart.rows.map(({ k, v }) => [k[0], v.count]))).toEqual(
      Object.fromEntries(Object.entries(bands).map(([band, [count]]) => [band, count])),
    );
    const band = `B${String(seed % BANDS).padStart(2, '0')}`;
    const behind = codesOf(expected.filter((memo) => memo.band === band) as unknown as Wire[]);
    const { where } = drillOf(ctx, page('memoStat'), { cell: { band } });
    expect(codesOf(await listed(ctx, { where }))).toEqual(behind);
    const print = listPrintJob(ctx, page('memo'), page('memo').actions.print!, { list: { search: { band } } });
    if (behind.length === 0) await expect(print).rejects.toMatchObject({ message: '没有可打印的数据' });
    else {
      const texts = (await print).pages.flatMap(({ items }) =>
        items.flatMap((item) => (item.k === 'text' ? item.text : [])),
      );
      expect(texts.filter((text) => /^M\d{5}$/.test(text))).toEqual(behind);
    }
  });

  it('and by id: what is missing, deleted, out of reach or no id at all is told in the same words', async () => {
    const random = randomOf(seed * 7);
    const ways: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => getOne(ctx, page('memo'), { id }),
      (id) => historyOf(ctx, page('memo'), { id }),
      (id) => usageOf(ctx, page('memo'), { id }),
      (id) => linksCall(ctx, page('memo'), { id }),
    ];
    const there = new Set(expected.map(({ id }) => id));
    const asked = [...Array.from({ length: 25 }, () => one(random, memos).id), newId(), letters];
    for (const id of asked)
      for (const way of ways) {
        const isFound = await way(id).then(
          () => true,
          ({ code, message, data }) => {
            expect({ code, message, data }).toEqual({ code: 203, message: '数据不存在或无权查看', data: null });
            return false;
          },
        );
        expect([id, isFound]).toEqual([id, there.has(id)]);
      }
  });
});
/** an id of another object */
const letters = employees[0]!;

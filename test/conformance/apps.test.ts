/**
 * Law: every app's export opens alone. Random apps whose documents name each other are packed one by one and linted among the shipped
 * documents alone: what is right where it was made is right where it is opened.
 */
import { expect, it } from 'vitest';
import { type FiledDoc, lintAll } from '../../schemas/language/check/index';
import type { AnyDoc } from '../../schemas/language/document';
import { type Packable, packed } from '../../server/design/packed';
import { pathOf, type Sort } from '../../server/design/sorts';
import { pick, type Random, seeded } from '../language/random-steps';
import { stubDocs, stubRegistry } from '../language/stub';

const RUNS = process.env.LAWS === 'full' ? 1000 : 40;
const APPS = ['xA', 'xB', 'xC'] as const;
type Stored = Packable & { readonly doc: AnyDoc; readonly steps?: readonly never[] };

const stored = (sort: Sort, code: string, area: string, doc: unknown): Stored => ({
  id: `${sort}:${code}`,
  sort,
  code,
  area,
  isOverlay: false,
  text: JSON.stringify(doc),
  doc: doc as AnyDoc,
});

/** One object with what stands around it; it may name objects, fields and dictionaries of any app. */
function around(random: Random, app: string, objects: readonly string[]): readonly Stored[] {
  const code = `x${app.slice(1)}Doc`;
  const chance = (share: number): boolean => random() < share;
  const dict = `x${(pick(random, APPS) ?? 'xA').slice(1)}Sort`;
  const target = pick(random, objects) ?? code;
  const fields = {
    name: { title: '名称', kind: 'input', required: true },
    sort: { title: '种类', dict },
    ...(chance(0.6) ? { other: { title: '关联', ref: target } } : {}),
    ...(chance(0.4) ? { supplier: { title: '供应商', ref: 'supplier' } } : {}),
    ...(chance(0.4) ? { count: { title: '数量', type: 'int', formula: `count(${target}, name == doc.name)` } } : {}),
  };
  const shown = Object.keys(fields);
  const use = chance(0.6) ? { use: ['audited'], ...(chance(0.7) ? { audit: 'flow' } : {}) } : {};
  const object = {
    $schema: 'object/2',
    object: code,
    title: `单据${app}`,
    ...use,
    route: `/app/${code}/list`,
    label: 'name',
    fields,
    ...('supplier' in fields && chance(0.7)
      ? { checks: { owner: { that: 'empty(supplier.xOwner)', say: '有负责人' } } }
      : {}),
    list: { columns: shown },
    edit: { groups: { base: { title: '基本', fields: shown } } },
    actions: { add: {}, edit: {} },
  };
  const flow = {
    $schema: 'flow/1',
    flow: `${code}Flow`,
    title: '审批',
    object: code,
    binds: [{ default: true }],
    nodes: [{ node: 'head', title: '负责人', sort: 'approve', who: [{ by: 'deptHead' }] }],
  };
  const report = {
    $schema: 'report/1',
    report: `${code}Stat`,
    title: `统计${app}`,
    route: `/app/${code}Stat/list`,
    from: chance(0.5) ? code : target,
    dims: { name: {} },
    by: ['name'],
    measures: { n: { title: '数', of: 'count()' } },
    list: { columns: ['$group', 'n'] },
  };
  const items = { [code]: { title: '单据', page: code }, [`${code}Stat`]: { title: '统计', page: `${code}Stat` } };
  return [
    stored('object', code, app, object),
    stored('dictionaries', app, app, {
      $schema: 'dictionaries/1',
      area: app,
      dicts: { [`x${app.slice(1)}Sort`]: { title: '种类', items: [{ code: '1', title: '一' }] } },
    }),
    stored('report', `${code}Stat`, app, report),
    stored('menus', app, app, { $schema: 'menus/1', area: app, title: app, items }),
    ...('use' in use ? [stored('flow', `${code}Flow`, chance(0.5) ? app : 'flow', flow)] : []),
  ];
}
/** the organisation's own field of a shipped object, which documents of any app may read */
const OWNER = [
  { insert: 'fields.xOwner', value: { title: '负责人', kind: 'input' }, after: 'buyer' },
  { insert: 'edit.groups.xMore', value: { title: '更多', fields: ['xOwner'] } },
];
const overlay: Stored = {
  ...stored('object', 'supplier', 'stub', { $schema: 'overlay/1', overlay: 'supplier', steps: OWNER }),
  isOverlay: true,
};

const errorsOf = (own: readonly Stored[]): readonly string[] => {
  const isOver = own.some(({ isOverlay }) => isOverlay);
  const shipped = stubDocs().map(
    (filed): FiledDoc =>
      isOver && filed.path.endsWith('/supplier.json') ? { ...filed, overlay: OWNER as never } : filed,
  );
  const filed = own
    .filter((each) => !each.isOverlay)
    .map((each): FiledDoc => ({ path: pathOf(each.sort, each.code, each.area), doc: each.doc }));
  const paths = new Set(filed.map(({ path }) => path));
  return lintAll([...shipped, ...filed], stubRegistry)
    .filter(({ path, problem }) => problem.level !== 'warn' && (paths.has(path) || path.endsWith('/supplier.json')))
    .map(({ path, problem }) => `${path} ${problem.code} ${problem.path} ${problem.text}`);
};

it(`every app's export opens alone, in ${RUNS} organisations`, () => {
  let carried = 0;
  for (let n = 0; n < RUNS; n++) {
    const random = seeded(n * 7207 + 11);
    const objects = APPS.map((app) => `x${app.slice(1)}Doc`);
    const all = [overlay, ...APPS.flatMap((app) => around(random, app, objects))];
    expect(errorsOf(all), `organisation ${n}`).toEqual([]);
    const areaOf = (object: string): string | undefined =>
      all.find((each) => each.sort === 'object' && each.code === object)?.area;
    for (const app of APPS) {
      const files = packed(all, app, areaOf);
      carried += files.filter(({ area }) => area !== undefined).length;
      expect(errorsOf(files.map(({ doc }) => doc)), `${app} of organisation ${n}`).toEqual([]);
      // and nothing of it stands in two places
      expect(new Set(files.map(({ doc }) => doc.id)).size).toBe(files.length);
    }
  }
  expect(carried).toBeGreaterThan(RUNS);
});

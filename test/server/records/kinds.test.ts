/**
 * The kind law in PostgreSQL (language reference §13): what every kind stores is read back equal, every search operation it offers finds
 * once and misses once, it sorts both ways, numbers add up, and what it refuses is refused with the browser's own sentence.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc, FieldDoc, ObjectDoc } from '../../../schemas/language/document';
import { conditionOps, kindOf } from '../../../schemas/language/kinds';
import { type FilterOp, SHAPE_OF_OP } from '../../../schemas/language/kinds/kind';
import { decodeRecord, encodeRecord } from '../../../schemas/language/kinds/record-codec';
import { resolveField } from '../../../schemas/language/resolve';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { Rec, Value } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { getPageList } from '../../../server/records/list/list';
import { getOne } from '../../../server/records/read/read';
import type { Page } from '../../../server/registry/pages';
import { SAMPLES, type Sample } from '../../conformance/kinds/samples';
import { openWorld, refusal, type Wire, type World } from '../../support/writes';

/** One field for each sample of each kind that stores anything; numbers of a case stand for `kindBy`. */
const CASED: Sample = {
  field: {
    title: '按类取值',
    kindBy: 'valueType',
    cases: [
      { is: '1', kind: 'input' },
      { is: '2', type: 'decimal' },
    ],
  },
  values: ['12.5', '7'],
  wrong: [{}],
};
const all: readonly Sample[] = [...Object.values(SAMPLES).flatMap((list) => list as readonly Sample[]), CASED];
/** Numbers are typed; regions are rows, which are not here. */
const changed = ({ rule, ...field }: FieldDoc): FieldDoc => ({
  ...field,
  ...(rule === undefined ? {} : { manual: true }),
  ...(field.dict === 'region' ? { dict: 'place' } : {}),
});
const fields = all
  .map((sample, n) => ({ sample, own: resolveField(changed(sample.field), `f${n}`, `f${n}`) }))
  .filter(({ own }) => own.kind !== 'undata')
  // the rows of a table are a law of their own below
  .map((item) => (item.own.kind === 'tabTable' ? { ...item, sample: { ...item.sample, values: [ROWS()] } } : item));
function ROWS(): Value {
  return [{ id: '018f0000-0000-7000-8000-0000000000aa', lineNo: 10, name: '螺栓' }] as unknown as Value;
}
type Cell = (typeof fields)[number];
const cells = fields.map((field) => [`${field.own.kind} ${field.own.title}`, field] as const);

const OPS = [...new Set(fields.flatMap(({ own }) => kindOf(own.kind).filters(own)))];
/** operations a search row cannot be asked for: they are conditions; rows are searched by their columns */
const inSearch = (own: ResolvedField, op: FilterOp): boolean => op !== 'rel' && own.type !== 'rows';
const isNumber = ({ type, many }: ResolvedField): boolean => (type === 'int' || type === 'decimal') && many !== true;

const KINDS: ObjectDoc = {
  $schema: 'object/2',
  object: 'xKinds',
  title: '各种控件',
  label: 'name',
  tree: 'parent',
  route: '/test/xKinds/list',
  fields: {
    name: { title: '名称', kind: 'input' },
    parent: { title: '上级', kind: 'tree', ref: 'self' },
    valueType: { title: '值类型', dict: 'level', default: '2' },
    ...Object.fromEntries(fields.map(({ own, sample }) => [own.code, changed(sample.field)])),
  },
  list: {
    columns: ['name', ...fields.filter(({ own }) => own.kind !== 'tabTable').map(({ own }) => own.code)],
    summary: Object.fromEntries(fields.filter(({ own }) => isNumber(own)).map(({ own }) => [own.code, 'sum'])),
  },
  // a list whose search rows ask with one operation
  views: Object.fromEntries(
    OPS.map((op) => [
      op,
      {
        title: op,
        list: {
          search: fields
            .filter(({ own }) => kindOf(own.kind).filters(own).includes(op) && inSearch(own, op))
            .map(({ own }) => ({ field: own.code, op })),
        },
      },
    ]),
  ),
  actions: { add: {}, edit: {}, view: {}, del: {} },
};
const DOCUMENTS: readonly AnyDoc[] = [
  KINDS,
  {
    $schema: 'dictionaries/1',
    area: 'test',
    dicts: {
      level: {
        title: '级别',
        items: [
          { code: '1', title: '文字' },
          { code: '2', title: '数字' },
          { code: '10', title: '一般' },
          { code: '20', title: '重要' },
        ],
      },
      place: {
        title: '地方',
        items: [
          { code: '31', title: '上海' },
          { code: '3101', title: '市辖区', parent: '31' },
          { code: '32', title: '江苏' },
        ],
      },
    },
  },
];

let world: World;
let page: Page;
/** a record for each value of the samples, at the same place; the last one has none */
const stored: { id: string; rec: Rec }[] = [];
const most = Math.max(...fields.map(({ sample }) => sample.values.length));

beforeAll(async () => {
  world = await openWorld({ documents: DOCUMENTS });
  page = world.registry.page('xKinds')!;
  await seed();
  for (let n = 0; n <= most; n++) {
    const rec: Rec = { name: `第${n}条` };
    for (const { own, sample } of fields) if (n < sample.values.length) rec[own.code] = sample.values[n] as Value;
    const saved = await world.save('xKinds', encodeRecord(page.object, rec));
    stored.push({ id: String((saved.record as Wire | undefined)?.id ?? saved.id), rec });
  }
});
afterAll(() => world?.close());

/** What the samples point at. */
async function seed(): Promise<void> {
  const [a, b] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
  await world.insert('user', [
    { id: a, login_name: 'a', name: '甲' },
    { id: b, login_name: 'b', name: '乙' },
  ]);
  await world.insert('dept', [
    { id: a, code: 'A', name: '甲部', is_disabled: '0' },
    { id: b, code: 'B', name: '乙部', is_disabled: '0' },
  ]);
  await world.insert('material', [
    {
      id: a,
      code: 'M-A',
      name: '甲料',
      material_category_id: world.ids.category,
      unit_id: world.ids.pcs,
      is_disabled: '0',
    },
  ]);
  await world.insert('mw_file', [
    {
      id: a,
      name: 'a.png',
      ext: 'png',
      mime: 'image/png',
      file_type: '1',
      size: 10,
      sha256: '0'.repeat(64),
      uploaded_by_id: world.admin.session.me.id,
      uploaded_by: '测试员',
    },
  ]);
}
const found = async (body: Wire, view?: string): Promise<readonly unknown[]> => {
  const at = view === undefined ? page : world.registry.page(`xKinds.${view}`)!;
  return (await getPageList(world.admin, at, { current: 1, size: 100, ...body })).records.map(({ id }) => id);
};

describe.each(cells)('%s', (_title, { own, sample }: Cell) => {
  const { code } = own;
  it('reads back what it stores, and nothing where nothing was given', async () => {
    for (const { id, rec } of stored) {
      const wire = await getOne(world.admin, page, { id });
      const read = decodeRecord(page.object, wire, { newId }).rec[code];
      expect(plain(read)).toEqual(plain(rec[code] ?? kindOf(own.kind).empty(own)));
    }
  });
  const ops = kindOf(own.kind).filters(own);
  if (ops.length > 0)
    it(`finds and misses by ${ops.join(' ')}`, async () => {
      const value = sample.values[0] as Value;
      const [first, last] = [stored[0]?.id, stored.at(-1)?.id];
      for (const op of ops) {
        const [hit, miss] = probes(op, own, value);
        const tree = (v: unknown) => ({ where: { f: code, op, ...(SHAPE_OF_OP[op] === 'flag' ? {} : { v }) } });
        const ways: (readonly [string, (v: unknown) => Promise<readonly unknown[]>])[] = [
          ...(conditionOps(own).includes(op) ? [['condition', (v: unknown) => found(tree(v))] as const] : []),
          ...(inSearch(own, op) ? [['search', (v: unknown) => found({ search: { [code]: v } }, op)] as const] : []),
        ];
        expect(ways.length, `${code} ${op}`).toBeGreaterThan(0);
        for (const [way, ask] of ways) {
          const name = `${code} ${op} by ${way}`;
          if (SHAPE_OF_OP[op] === 'flag') {
            // a search says of both whether it is empty
            const isEmpty = op === 'empty' || way === 'search';
            const ids = await ask(true);
            expect([ids.includes(last), ids.includes(first)], name).toEqual([isEmpty, !isEmpty]);
            if (way === 'search') expect(await ask(false), name).toContain(first);
            continue;
          }
          expect(await ask(hit), `${name} ${JSON.stringify(hit)}`).toContain(first);
          expect(await ask(miss), `${name} ${JSON.stringify(miss)}`).not.toContain(first);
        }
      }
    });
  if (isSorted(own))
    it('sorts both ways, what is empty at one end', async () => {
      const up = await found({ sort: code });
      const down = await found({ sort: `-${code}` });
      const order = (ids: readonly unknown[]) =>
        ids.map((id) => stored.find((item) => item.id === id)?.rec[code] ?? null).filter((value) => value !== null);
      const sorted = order(up);
      expect(order(down)).toEqual([...sorted].reverse());
      if (isNumber(own)) expect(sorted).toEqual([...(sample.values as number[])].sort((a, b) => a - b));
      const blank = stored.at(-1)?.id;
      expect([up.at(-1), down.at(-1), up[0], down[0]]).toContain(blank);
    });
  if (isNumber(own))
    it('adds up', async () => {
      const { records } = await getPageList(world.admin, page, { current: 1, size: 100 });
      const sum = (sample.values as number[]).reduce((number, two) => number + two, 0);
      expect(Number(records[0]?.[`${code}Total`])).toBeCloseTo(sum, 2);
    });
  it('refuses what it cannot hold in the words of the browser', async () => {
    for (const wrong of sample.wrong) {
      const wire: unknown = JSON.parse(
        JSON.stringify(wrong, (_key, item) => (typeof item === 'bigint' ? undefined : item)) ?? 'null',
      );
      const said = kindOf(own.kind).codec.fromWire(wire, own, code);
      if (!('problem' in said)) continue;
      const key = own.type === 'ref' && own.many !== true ? `${code}Id` : code;
      const { data } = await refusal(world.save('xKinds', { name: '错', [key]: wire }));
      const problems = (data.problems ?? []) as { path: string; text: string }[];
      expect(problems.filter(({ path }) => path.startsWith(code)).map(({ text }) => text)).toContain(said.problem.text);
    }
  });
});

/** Values as they are compared: what a file row adds to a file is the store's. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, item) =>
      key === 'url' || key === 'fileType' || key === 'size' ? undefined : item,
    ),
  );

const isSorted = ({ type, many, kind }: ResolvedField): boolean =>
  many !== true && ['text', 'int', 'decimal', 'date', 'datetime', 'time', 'dict'].includes(type) && kind !== 'richText';

/** A value that finds the sample by an operation, and one that does not. */
function probes(op: FilterOp, own: ResolvedField, value: Value): readonly [unknown, unknown] {
  const eachValue = Array.isArray(value) && own.type !== 'range' ? (value[0] as Value) : value;
  const { less, more, other } = around(own, eachValue);
  const many = Array.isArray(value) ? value : [value];
  switch (op) {
    case 'eq':
      return [eachValue, other];
    case 'ne':
      return [other, eachValue];
    case 'gt':
      return [less, eachValue];
    case 'ge':
      return [eachValue, more];
    case 'lt':
      return [more, eachValue];
    case 'le':
      return [eachValue, less];
    case 'between':
      return [
        [eachValue, eachValue],
        [more, more],
      ];
    case 'rel':
      return [{ rel: 'thisMonth' }, { rel: 'lastMonth' }];
    case 'in':
    case 'has':
      return [[eachValue], [other]];
    case 'notIn':
      return [[other], [eachValue]];
    case 'sub':
      return own.type === 'path' ? [['31'], ['99']] : [[eachValue], [other]];
    case 'hasAll':
      return [many, [...many, other]];
    case 'like':
      return [String(eachValue).slice(-1), '绝不会有◎'];
    case 'starts':
      return [String(eachValue).slice(0, 1), '绝不会有◎'];
    case 'overlaps':
      return [
        (value as readonly string[]).map((end) => end ?? '2999-01-01 00:00:00'),
        own.type === 'time' ? ['05:00:00', '06:00:00'] : ['1990-01-01 00:00:00', '1990-01-02 00:00:00'],
      ];
    case 'row':
      return [
        { f: 'name', op: 'eq', v: '螺栓' },
        { f: 'name', op: 'eq', v: '螺母' },
      ];
    default:
      return [true, true];
  }
}
function around(own: ResolvedField, value: Value): { less: Value; more: Value; other: Value } {
  const by = (less: Value, more: Value, other = more) => ({ less, more, other });
  if (typeof value === 'number') return by(value - 1, value + 1);
  if (typeof value === 'boolean') return by(null, null, !value);
  switch (own.type) {
    case 'date':
      return by('1900-01-01', '2999-01-01');
    case 'datetime':
      return by('1900-01-01 00:00:00', '2999-01-01 00:00:00');
    case 'time':
      return by('00:00:00', '23:59:59');
    case 'ref':
    case 'id':
      return by(null, null, newId());
    case 'dict':
      return by(null, null, '1');
    default:
      return by(null, null, own.kind === 'colour' ? '#000000' : '99');
  }
}

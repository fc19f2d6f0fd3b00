import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDocuments, doubleKeys, fileNameOf } from '../../schemas/language/check/documents';
import { type FiledDoc, libraryOf, lintAll } from '../../schemas/language/check/index';
import { bindPlace, placesOf } from '../../schemas/language/check/places';
import type { AnyDoc } from '../../schemas/language/document';
import { depsOf } from '../../schemas/language/expr/deps';
import type { Bound } from '../../schemas/language/expr/typed';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Step } from '../../schemas/language/steps/index';
import { TEXTS } from '../../schemas/language/texts';
import { documentsIn, example, FIXTURES, filed, SCHEMAS } from './documents';
import { stubDocs, stubRegistry } from './stub';

interface Wrong {
  readonly code: string;
  readonly docs?: readonly AnyDoc[];
  /** steps over the last of the documents */
  readonly overlay?: readonly Step[];
  /** a whole file, for mistakes of form */
  readonly text?: string;
}
const wrongs = documentsIn(join(FIXTURES, 'wrong-documents')).map(
  ({ path, text }) => [path, JSON.parse(text) as Wrong] as const,
);

describe('wrong documents', () => {
  it.each(wrongs)('%s is told by exactly its code', (_name, { code, docs, text, overlay }) => {
    const own = new Set<string>();
    const place = (i: number): string => {
      own.add(`objects/wrong/${i}.json`);
      return `objects/wrong/${i}.json`;
    };
    if (text !== undefined) {
      const found = checkDocuments(
        [...stubDocs().map(({ path, doc }) => ({ path, text: JSON.stringify(doc) })), { path: place(0), text }],
        stubRegistry,
      );
      expect(found.problems.filter((problem) => own.has(problem.path)).map((problem) => problem.problem.code)).toEqual([
        code,
      ]);
      expect(found.rewrites.some((rewrite) => own.has(rewrite.path))).toBe(true);
      return;
    }
    const filed: readonly FiledDoc[] = (docs ?? []).map((doc, i, all) => ({
      path: place(i),
      doc,
      ...(overlay === undefined || i < all.length - 1 ? {} : { overlay }),
    }));
    const problems = lintAll([...stubDocs(), ...filed], stubRegistry)
      .filter((problem) => own.has(problem.path))
      .map((problem) => problem.problem);
    expect([...new Set(problems.map((problem) => problem.code))], JSON.stringify(problems)).toEqual([code]);
    for (const problem of problems) expect(problem.text).toMatch(/[一-龥]/);
  });

  it('has one for every code that can be told today', () => {
    const told = new Set(wrongs.map(([, wrong]) => wrong.code));
    // told elsewhere or later: roles, the specification's route list, examples, own documents of an organisation
    const later = [
      'code.columns',
      'grant.scope',
      'field.hidden',
      'route.missing',
      'example.fail',
      'data.field',
      'data.ref',
      // people of an organisation and diagrams of others
      'flow.user',
      'flow.role',
      'flow.autoPass',
      'flow.mode',
      'flow.start',
      'flow.exit',
      'flow.join',
      'flow.element',
      'flow.file',
    ];
    const codes = Object.keys(TEXTS).slice(0, Object.keys(TEXTS).indexOf('field.shape'));
    expect(codes.filter((code) => !told.has(code) && !later.includes(code))).toEqual([]);
  });

  it('names the field from which on a table is full', () => {
    const many = Array.from({ length: 1600 }, (_, n) => [`f${n}`, { title: `字段${n}` }]);
    const doc = (fields: object) =>
      ({ $schema: 'object/2', object: 'thing', title: '东西', label: 'f0', fields }) as unknown as AnyDoc;
    const told = (fields: object) =>
      lintAll([...stubDocs(), { path: 'objects/a/b.json', doc: doc(fields) }], stubRegistry)
        .filter(({ path, problem }) => path === 'objects/a/b.json' && problem.code === 'code.columns')
        .map(({ problem }) => problem.path);
    expect(told(Object.fromEntries(many))).toHaveLength(1);
    expect(told(Object.fromEntries(many))[0]).toMatch(/^fields\.f6[89]\d$/);
    expect(told(Object.fromEntries(many.slice(0, 600)))).toEqual([]);
    const rows = { title: '行', kind: 'tabTable', fields: Object.fromEntries(many) };
    expect(told({ f0: { title: '名称' }, items: rows })[0]).toMatch(/^fields\.items\.fields\.f6[89]\d$/);
  });

  it('says where an expression is wrong', () => {
    const doc = {
      $schema: 'object/2',
      object: 'thing',
      title: '东西',
      label: 'name',
      fields: { name: { title: '名称' } },
      list: { schemes: { s: { title: 'S', where: 'prise > 5' } } },
    } as AnyDoc;
    const [first] = lintAll([...stubDocs(), { path: 'objects/a/b.json', doc }], stubRegistry)
      .filter((problem) => problem.path === 'objects/a/b.json')
      .map((problem) => problem.problem);
    expect(first).toMatchObject({
      code: 'expr.name',
      path: 'list.schemes.s.where',
      text: '字段不存在 prise（第1个字符）',
    });
  });
});

describe('the words of a mistake', () => {
  const textsOf = (doc: unknown): readonly (readonly [string, string])[] =>
    lintAll([...stubDocs(), { path: 'objects/wrong/0.json', doc: doc as AnyDoc }], stubRegistry)
      .filter(({ path, problem }) => path === 'objects/wrong/0.json' && problem.level !== 'warn')
      .map(({ problem }) => [problem.path, problem.text] as const);
  const thing = { $schema: 'object/2', object: 'thing', title: '东西', label: 'name' };

  it('name the value, what may stand there and the nearest; shape and meaning are told at once', () => {
    const found = textsOf({
      ...thing,
      fields: {
        name: { title: '名称', reqired: true },
        day: { title: '日期', kind: 'dat' },
        n: { title: '数', type: 'decimal', formula: 'nope + 1' },
      },
      list: { columns: ['nam'] },
    });
    expect(found.map(([path]) => path)).toEqual([
      'fields.name.reqired',
      'fields.day.kind',
      'fields.n.formula',
      'list.columns.nam',
    ]);
    expect(found[0]?.[1]).toBe('未知的键：reqired，是不是「required」？');
    expect(found[1]?.[1]).toMatch(/^kind超出范围：没有「dat」，可用 default · input · .* · grants，是不是「date」？$/);
  });
  it('say what a document without its kind may be, and that dictionaries keep an order', () => {
    expect(textsOf({ object: 'thing' })[0]?.[1]).toMatch(/^缺少\$schema（文档的种类，写在最前），可用 object\/2 · /);
    expect(textsOf({ ...thing, $schema: 'objct/2' })[0]?.[1]).toMatch(/没有「objct\/2」.*，是不是「object\/2」？$/);
    const dicts = { colour: { title: '颜色', items: { red: '红' } } };
    expect(textsOf({ $schema: 'dictionaries/1', area: 'own', dicts })).toContainEqual([
      'dicts.colour.items',
      'items应为列表：写成 [{ … }, { … }]，次序就是显示的次序',
    ]);
  });
  it('name the block that brought the line', () => {
    const found = textsOf({ ...thing, use: ['linkRow'], fields: { name: { title: '名称' } } });
    expect(found[0]).toEqual([
      'rules.sourced.readonly',
      '引用了不存在的字段：material（由use带入：区块「来源行」linkRow）',
    ]);
  });
});

describe('sound documents', () => {
  it('finds nothing in the worked examples of the reference', () => {
    const docs = ['purchase-order', 'dev-category', 'equipment'].map((name) => ({
      path: `objects/example/${name}.json`,
      doc: example(name) as AnyDoc,
    }));
    expect(
      lintAll([...stubDocs(), ...docs], stubRegistry).filter((problem) => problem.problem.level !== 'warn'),
    ).toEqual([]);
  });

  it('finds no error in the shipped documents', () => {
    const files = [
      'blocks',
      'objects',
      'dictionaries',
      'menus',
      'settings',
      'demo',
      'reports',
      'boards',
      'prints',
    ].flatMap((folder) =>
      documentsIn(join(SCHEMAS, folder)).map(({ path, text }) => ({ path: `schemas/${folder}/${path}`, text })),
    );
    const { problems } = checkDocuments(files);
    const errors = problems.filter(
      (problem) => problem.problem.level !== 'warn' && !problem.problem.code.startsWith('canon.'),
    );
    expect(errors.map((error) => `${error.path} ${error.problem.path} ${error.problem.text}`)).toEqual([]);
    expect(files.length).toBeGreaterThan(30);
  });
});

it('stores exactly the formulas whose types say they may be stored', () => {
  const files = ['blocks', 'objects', 'dictionaries', 'settings'].flatMap((folder) =>
    documentsIn(join(SCHEMAS, folder)),
  );
  const library = libraryOf(filed(files));
  let seen = 0;
  for (const { object, type } of library.objects.values()) {
    if (object.storage === 'migration') continue;
    for (const place of placesOf(object, type, library.types)) {
      const match = /^fields\.(\w+)(?:\.fields\.(\w+))?\.formula$/.exec(place.address);
      const bound = match === null ? undefined : bindPlace(place);
      if (match === null || bound === undefined || Array.isArray(bound) || 'parts' in bound) continue;
      const field =
        match[2] === undefined ? object.fields[match[1] ?? ''] : object.fields[match[1] ?? '']?.sub?.fields[match[2]];
      const { queries, liveCalls, time, user, sys, fields } = depsOf(bound as Bound);
      const own = (path: string) =>
        path
          .split('.')
          .reduce<ResolvedField | undefined>(
            (at, code) => (at === undefined ? object.fields[code] : at.sub?.fields[code]),
            undefined,
          );
      const readsLive = fields.some((path) => own(path)?.formulaAt === 'live' || own(path)?.kind === 'undata');
      const isLive = queries.length > 0 || liveCalls.length > 0 || time || user || sys || readsLive;
      expect(`${object.object} ${place.address} ${field?.formulaAt}`).toBe(
        `${object.object} ${place.address} ${isLive ? 'live' : 'stored'}`,
      );
      seen++;
    }
  }
  expect(seen).toBeGreaterThan(10);
});

it('finds keys that stand twice', () => {
  expect(doubleKeys('{ "a": 1, "b": { "a": 2, "a": 3 }, "c": ["a", "a"], "a\\"": 1 }')).toEqual(['a']);
});
it('names files after their code', () => {
  expect(fileNameOf('purchaseOrder')).toBe('purchase-order.json');
  expect(fileNameOf('TransferIssue')).toBe('transfer-issue.json');
});

it('never throws, whatever stands in a document', () => {
  const junk: readonly unknown[] = [
    null,
    5,
    'x',
    true,
    [],
    [null],
    {},
    { a: null },
    { $own: 5 },
    [['x']],
    '{',
    '=',
    'a:b:c',
    -1,
  ];
  const sources = ['purchase-order', 'equipment'].map((name) => JSON.stringify(example(name)));
  let seed = 7;
  const random = (n: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % n;
  };
  for (let round = 0; round < 80; round++) {
    const doc = JSON.parse(sources[round % sources.length] ?? '{}') as AnyDoc;
    for (let change = 0; change <= random(3); change++) spoil(doc, random, junk);
    expect(
      () => lintAll([...stubDocs(), { path: 'objects/a/b.json', doc }], stubRegistry),
      JSON.stringify(doc),
    ).not.toThrow();
  }
});

/** Replaces one node of a document, anywhere but at the sort, by junk. */
function spoil(doc: object, random: (n: number) => number, junk: readonly unknown[]): void {
  let holder = doc as { [key: string]: unknown };
  for (;;) {
    const keys = Object.keys(holder).filter((key) => key !== '$schema');
    const key = keys[random(Math.max(1, keys.length))];
    if (key === undefined) return;
    const inner = holder[key];
    if (typeof inner === 'object' && inner !== null && random(4) > 0) holder = inner as { [key: string]: unknown };
    else {
      holder[key] = junk[random(junk.length)];
      return;
    }
  }
}

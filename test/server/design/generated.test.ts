/** Documents of every kind of wrong: each is published, or refused with an address; tables and texts agree at the end. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc } from '../../../schemas/language/document';
import { shippedRegistry } from '../../../server/compose';
import { isError } from '../../../server/design/candidate';
import { loadDocuments } from '../../../server/design/documents';
import { planPublish, publish } from '../../../server/design/publish';
import { buildOrganisation } from '../../../server/design/registry';
import { AppError } from '../../../server/errors';
import { planTables } from '../../../server/tables/apply';
import { indexCondition } from '../../../server/tables/condition';
import { type Designing, openDesign } from '../../support/design';

const CASES = process.env.LAWS === 'full' ? 1000 : 20;
const PATIENCE = 120_000 + CASES * 4_000;
const SEED = Number(process.env.SEED ?? 4711);
let design: Designing;
beforeAll(async () => {
  design = await openDesign();
}, 120_000);
afterAll(() => design.factory.database.drop());

const generator = (seed: number) => {
  let state = seed >>> 0;
  return (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
};
type Node = Record<string, unknown>;
const HOSTILE: readonly unknown[] = [
  "'; drop table org_demo.user; --",
  '"); select pg_sleep(9); --',
  '__proto__',
  'constructor',
  '{{x}}',
  'https://example.org/x',
  'function () { return 1 }',
  '=sum(',
  '\u0000',
  '名'.repeat(5000),
  -1,
  1e308,
  null,
  [],
  {},
  [[[[[[]]]]]],
  true,
  'org_demo.user',
  '$schema',
  '\u202e',
];
const NAMES = [
  'abcdefghijklmnopqrstu',
  'aVeryLongCodeOfTwentyOne',
  'in',
  'id',
  'select',
  'x'.repeat(41),
  '1a',
  'é',
  'mw_trail',
  'zz_a',
  'user',
  'A',
  'a.b',
  'a"b',
  '__proto__',
];
const KINDS = [
  'input',
  'textarea',
  'date',
  'time',
  'dateCritical',
  'autoCode',
  'tree',
  'multiDate',
  'dialogSelect',
  'cascader',
  'rating',
  'json',
  'geo',
  'datetimeRange',
  'signature',
  'richText',
  'colour',
];
const TYPES = ['text', 'int', 'decimal', 'bool', 'date', 'datetime', 'time', 'dict', 'ref', 'file', 'json', 'range'];

/** A sound object with some fields, some of it odd. */
function made(random: (n: number) => number): Node {
  const fields: Node = { code: { title: '编码' } };
  for (let n = random(8); n >= 0; n--) {
    const code =
      random(4) === 0
        ? NAMES[random(NAMES.length)]!
        : `f${random(1000)}${'abcdefghijklmnopqrstu'.slice(0, random(21))}`;
    const field: Node = { title: `字段${n}` };
    if (random(2) === 0) field.kind = KINDS[random(KINDS.length)];
    if (random(2) === 0) field.type = TYPES[random(TYPES.length)];
    if (random(4) === 0) field.ref = ['material', 'nothing', 'xGen', 'user'][random(4)];
    if (random(5) === 0) field.many = true;
    if (random(6) === 0) field.required = true;
    if (random(6) === 0)
      field.formula = ['1 + 1', 'code', 'nope + 1', 'count(material)', "dateAdd(today(), 'x')"][random(5)];
    fields[code] = field;
  }
  if (random(3) === 0)
    fields.rows = { title: '行', kind: 'tabTable', fields: { x: { title: 'X' }, y: { title: 'Y', type: 'decimal' } } };
  return {
    $schema: 'object/1',
    object: 'xGen',
    title: '生成',
    route: '/app/xGen/list',
    label: 'code',
    fields,
    actions: { add: {}, edit: {} },
    ...(random(3) === 0 ? { use: [['document'], ['master'], ['tree'], ['nothing']][random(4)] } : {}),
  };
}
/** Somewhere in the text something else. */
function mutated(doc: Node, random: (n: number) => number): Node {
  const copy = structuredClone(doc);
  const places: { readonly at: Node; readonly key: string }[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push({ at: node as Node, key });
      walk((node as Node)[key]);
    }
  };
  walk(copy);
  for (let n = random(4); n >= 0; n--) {
    const { at, key } = places[random(places.length)]!;
    if (key === '$schema' || key === 'object') continue;
    const how = random(4);
    if (how === 0) delete at[key];
    else if (how === 1) at[key] = HOSTILE[random(HOSTILE.length)];
    else if (how === 2) at[NAMES[random(NAMES.length)]!] = structuredClone(at[key]);
    else at[String(HOSTILE[random(8)])] = at[key];
  }
  return copy;
}

it(
  `publishes or refuses with an address: ${CASES} documents`,
  async () => {
    let published = 0;
    let refused = 0;
    const shippedObjects = shippedRegistry().files.objects.map(({ doc }) => doc as unknown as Node);
    for (let n = 0; n < CASES; n++) {
      const random = generator(SEED + n);
      const base =
        n % 3 === 0
          ? {
              ...shippedObjects[random(shippedObjects.length)]!,
              object: 'xGen',
              route: '/app/xGen/list',
              storage: undefined,
            }
          : made(random);
      const doc = (n % 2 === 0
        ? mutated(JSON.parse(JSON.stringify(base)) as Node, random)
        : JSON.parse(JSON.stringify(base))) as unknown as AnyDoc;
      const ctx = await design.as();
      const wishes = [{ id: 'object:xGen', doc, area: 'xApp' }];
      const said = `seed ${SEED + n}: ${JSON.stringify(doc).slice(0, 1500)}`;
      try {
        const plan = await planPublish(ctx, wishes);
        const errors = plan.problems.filter(isError);
        if (errors.length > 0) {
          expect(
            errors.every(({ text, document }) => text !== '' && document !== ''),
            said,
          ).toBe(true);
          refused++;
          continue;
        }
        if (plan.empty) continue;
        await publish(ctx, () => wishes, { note: String(n) });
        published++;
      } catch (error) {
        // a refusal in words; anything else is a fault
        if (!(error instanceof AppError) || error.message.startsWith('发布失败'))
          throw new Error(said, { cause: error instanceof AppError ? error.cause : error });
        refused++;
      }
    }
    expect(published).toBeGreaterThan(CASES / 20);
    expect(refused).toBeGreaterThan(CASES / 4);
    const { db } = design.factory.database;
    const { registry } = buildOrganisation(shippedRegistry().files, await loadDocuments(db, 'org_demo'), {});
    expect(
      await planTables(db, 'org_demo', [...registry.objects.values()], {
        now: '2026-01-15 08:00:00',
        whole: true,
        condition: indexCondition(db, registry.lib),
      }),
    ).toEqual([]);
    expect(await design.rows('select count(*)::int > 0 as there from $.user')).toEqual([{ there: true }]);
  },
  PATIENCE,
);

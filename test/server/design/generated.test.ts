/** Documents of every kind of wrong: each is published, or refused with an address; tables and texts agree at the end. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc } from '../../../schemas/language/document';
import { shippedRegistry } from '../../../server/compose';
import { isError } from '../../../server/design/candidate';
import { loadDocuments } from '../../../server/design/documents';
import { planPublish, publish, type Wish } from '../../../server/design/publish';
import { buildOrganisation } from '../../../server/design/registry';
import { AppError } from '../../../server/errors';
import { planTables } from '../../../server/tables/apply';
import { indexCondition } from '../../../server/tables/condition';
import { type Designing, openDesign } from '../../support/design';

const CASES = process.env.LAWS === 'full' ? 1000 : 20;
const PATIENCE = 120_000 + CASES * 4_000;
/** documents of one changeset: the whole organisation is judged once for all of them */
const TOGETHER = 10;
/** codes that take turns: each is published over what stands there about twenty times in a full run */
const CODES = 50;
const SEED = Number(process.env.SEED ?? 1);
let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());

const generator = (seed: number) => {
  // seeds that follow each other draw alike at first unless they are spread
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
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

/** Ways to say a field that are sound as they are. */
const SOUND: readonly Node[] = [
  { kind: 'input' },
  { kind: 'textarea' },
  { kind: 'date' },
  { kind: 'time' },
  { kind: 'datetimeRange' },
  { kind: 'signature' },
  { kind: 'colour' },
  { type: 'decimal' },
  { type: 'int' },
  { type: 'bool' },
  { type: 'datetime' },
  { ref: 'material', kind: 'dialogSelect' },
  { ref: 'user', kind: 'dialogSelect', many: true },
  { type: 'decimal', formula: '1 + 1' },
  { formula: 'code' },
  { required: true, default: '-' },
];
function oddField(random: (n: number) => number): Node {
  const field: Node = {};
  if (random(2) === 0) field.kind = KINDS[random(KINDS.length)];
  if (random(2) === 0) field.type = TYPES[random(TYPES.length)];
  if (random(4) === 0) field.ref = ['material', 'nothing', 'xGen0', 'user'][random(4)];
  if (random(5) === 0) field.many = true;
  if (random(6) === 0) field.required = true;
  if (random(6) === 0)
    field.formula = ['1 + 1', 'code', 'nope + 1', 'count(material)', "dateAdd(today(), 'x')"][random(5)];
  return field;
}
/** An object with some fields; every second one has something odd in it. */
function made(random: (n: number) => number): Node {
  const isOdd = random(2) === 0;
  const fields: Node = { code: { title: '编码' } };
  for (let n = random(8); n >= 0; n--) {
    const code =
      isOdd && random(4) === 0
        ? NAMES[random(NAMES.length)]!
        : `f${random(1000)}${'abcdefghijklmnopqrstu'.slice(0, random(21))}`;
    fields[code] = { title: `字段${n}`, ...(isOdd ? oddField(random) : SOUND[random(SOUND.length)]) };
  }
  if (random(3) === 0)
    fields.rows = { title: '行', kind: 'tabTable', fields: { x: { title: 'X' }, y: { title: 'Y', type: 'decimal' } } };
  const blocks = isOdd ? [['document'], ['master'], ['tree'], ['nothing']] : [['document'], ['tree']];
  return {
    $schema: 'object/2',
    title: '生成',
    label: 'code',
    fields,
    actions: { add: {}, edit: {} },
    ...(random(3) === 0 ? { use: blocks[random(blocks.length)] } : {}),
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

const shippedObjects = shippedRegistry().files.objects.map(({ doc }) => doc as unknown as Node);
/** What somebody may want to publish under the code of one of the changeset. */
function wished(n: number): Wish {
  const random = generator(SEED + n);
  const object = `xGen${n % CODES}`;
  const base = {
    ...(n % 3 === 0 ? { ...shippedObjects[random(shippedObjects.length)]!, storage: undefined } : made(random)),
    object,
    route: `/app/${object}/list`,
  };
  const plain = JSON.parse(JSON.stringify(base)) as Node;
  // as it comes over the wire
  const doc = JSON.parse(JSON.stringify(n % 2 === 0 ? mutated(plain, random) : plain)) as AnyDoc;
  return { id: `object:${object}`, doc, area: 'xApp' };
}
interface Verdict {
  readonly published: number;
  readonly refused: number;
}
const sum = (verdicts: readonly Verdict[]): Verdict => ({
  published: verdicts.reduce((all, verdict) => all + verdict.published, 0),
  refused: verdicts.reduce((all, verdict) => all + verdict.refused, 0),
});

/** Documents that are refused leave the changeset; the others are published together. */
async function settled(wishes: readonly Wish[], said: string): Promise<Verdict> {
  if (wishes.length === 0) return { published: 0, refused: 0 };
  const ctx = await design.as();
  const alone = async (): Promise<Verdict> => {
    const verdicts: Verdict[] = [];
    for (const wish of wishes)
      verdicts.push(await settled([wish], `${said} ${JSON.stringify(wish.doc).slice(0, 1500)}`));
    return sum(verdicts);
  };
  try {
    const plan = await planPublish(ctx, wishes);
    const told = [...plan.problems.filter(isError), ...plan.refused, ...plan.questions];
    for (const { text, document } of told) expect(text !== '' && document !== '', `${said} ${text}`).toBe(true);
    if (plan.empty) return { published: 0, refused: 0 };
    if (plan.refusal !== '') {
      const bad = new Set<string>(told.map(({ document }) => document));
      const rest = wishes.filter(({ id }) => !bad.has(id));
      if (wishes.length === 1) return { published: 0, refused: 1 };
      if (rest.length === wishes.length) return await alone();
      const { published, refused } = await settled(rest, said);
      return { published, refused: refused + wishes.length - rest.length };
    }
    await publish(ctx, () => wishes, { note: said });
    return { published: wishes.length, refused: 0 };
  } catch (error) {
    // among others it is not known whose fault it is
    if (wishes.length > 1) return await alone();
    // a refusal in words; anything else is a fault
    if (error instanceof AppError && !error.message.startsWith('发布失败')) return { published: 0, refused: 1 };
    throw new Error(said, { cause: error instanceof AppError ? error.cause : error });
  }
}

it(
  `publishes or refuses with an address: ${CASES} documents`,
  async () => {
    const verdicts: Verdict[] = [];
    for (let n = 0; n < CASES; n += TOGETHER) {
      const seeds = Array.from({ length: TOGETHER }, (_, k) => n + k);
      verdicts.push(await settled(seeds.map(wished), `seeds ${SEED + n}…${SEED + n + TOGETHER - 1}:`));
    }
    const { published, refused } = sum(verdicts);
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

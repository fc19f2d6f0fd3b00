/** A field is renamed in its own document and everywhere else: with all fields of widely named objects renamed, nothing is missed. */
import { expect, it } from 'vitest';
import { lintAll } from '../../schemas/language/check/index';
import type { AnyDoc, BlockDoc, ObjectDoc, SettingsDoc } from '../../schemas/language/document';
import { mergedText } from '../../schemas/language/resolve';
import { isNode } from '../../schemas/language/resolve/merge';
import { type Leads, namedAnew } from '../../schemas/language/steps/elsewhere';
import { applyStep, type StepDoc, sortOfDoc, valueAt } from '../../schemas/language/steps/index';
import { documentsIn, SCHEMAS } from './documents';

interface File {
  readonly path: string;
  doc: StepDoc;
}
const load = (): File[] =>
  documentsIn(SCHEMAS)
    .map(({ path, text }) => ({ path, doc: JSON.parse(text) as StepDoc }))
    .filter(({ path, doc }) => !path.startsWith('language/') && doc.$schema !== 'data/1');
const errorsOf = (files: readonly File[]): readonly string[] =>
  lintAll(files.map(({ path, doc }) => ({ path, doc: doc as unknown as AnyDoc })))
    .filter(({ problem }) => problem.level !== 'warn')
    .map(({ path, problem }) => `${path} ${problem.path} ${problem.text}`);

it.each(['route', 'shiftPattern', 'team'])(
  'finds every place that names a field of %s',
  (object) => {
    const files = load();
    const blocks = new Map(
      files.flatMap(({ doc }) => (typeof doc.block === 'string' ? [[doc.block, doc as unknown as BlockDoc]] : [])),
    );
    const settings = files.flatMap(({ doc }) => (doc.group === undefined ? [] : [doc as unknown as SettingsDoc]));
    const below = { blocks, settings };
    const byCode = new Map(
      files.filter(({ doc }) => sortOfDoc(doc) === 'object').map((file) => [file.doc.object, file]),
    );
    const known = new Map<StepDoc, { readonly [code: string]: Leads }>();
    const fieldsOf = (code: string): { readonly [code: string]: Leads } | undefined => {
      const doc = byCode.get(code)?.doc;
      if (doc === undefined) return undefined;
      const found = known.get(doc) ?? leadsOf(mergedText(doc as unknown as ObjectDoc, below).fields);
      known.set(doc, found);
      return found;
    };
    const own = byCode.get(object);
    if (own === undefined) throw new Error(object);
    let renamed = 0;
    for (const [code, field] of Object.entries(own.doc.fields as { readonly [code: string]: StepDoc })) {
      const rows = isNode(field.fields) ? Object.keys(field.fields).map((row) => [code, row] as const) : [];
      for (const [sub, from] of [...rows, [undefined, code] as const]) {
        const address = sub === undefined ? `fields.${from}` : `fields.${sub}.fields.${from}`;
        if (isOfBlock(own.doc, address, below) || valueAt(own.doc, `${address}.was`) !== undefined) continue;
        const to = `${from}Anew`;
        const applied = applyStep(own.doc, { rename: address, to });
        expect(applied.problem).toBeUndefined();
        own.doc = applied.doc ?? own.doc;
        for (const file of files)
          if (JSON.stringify(file.doc).includes(from))
            file.doc = namedAnew(
              file.doc,
              sortOfDoc(file.doc),
              { object, from, to, ...(sub === undefined ? {} : { sub }) },
              fieldsOf,
            );
        renamed += 1;
      }
    }
    expect(renamed).toBeGreaterThan(2);
    expect(errorsOf(files)).toEqual([]);
  },
  120_000,
);

type Below = Parameters<typeof mergedText>[1];
function isOfBlock(doc: StepDoc, address: string, below: Below): boolean {
  const { fields: _fields, ...rest } = doc;
  return valueAt(mergedText(rest as unknown as ObjectDoc, below) as unknown as StepDoc, address) !== undefined;
}
const leadsOf = (fields: unknown): { readonly [code: string]: Leads } =>
  Object.fromEntries(
    Object.entries(isNode(fields) ? fields : {}).map(([code, field]) => {
      if (!isNode(field)) return [code, {}];
      const ref = typeof field.ref === 'string' ? { ref: field.ref } : {};
      return [code, isNode(field.fields) ? { ...ref, sub: leadsOf(field.fields) } : ref];
    }),
  );

it('leaves all records of an object alone where a field is called as it is', () => {
  const doc = (code: string) =>
    ({
      $schema: 'object/2',
      object: 'shelf',
      title: '货架',
      fields: {
        [code]: { title: '人', kind: 'dialogSelect', ref: 'user', ...(code === 'user' ? {} : { was: 'user' }) },
        n: { title: '人数', type: 'int', formula: 'count(user, dept == doc.dept)' },
        all: { title: '全部', type: 'int', formula: `count(user) + sum(user.age, age > 3) + sum(user.age)` },
        // rows behind the reference
        r: { title: '角色', type: 'int', formula: `sum(${code}.roles, rank) + count(${code}.roles)` },
        least: { title: '较小', type: 'int', formula: `min(${code}.age, 5)` },
        name: { title: '名', formula: `${code}.name` },
      },
    }) as unknown as StepDoc;
  expect(applyStep(doc('user'), { rename: 'fields.user', to: 'keeper' }).doc).toEqual(doc('keeper'));
  // and the same from a document over the object, which knows them all
  const fieldsOf = (object: string): { readonly [code: string]: Leads } | undefined =>
    object === 'user'
      ? { age: {}, roles: { sub: { rank: {} } } }
      : object === 'shelf'
        ? { keeper: { ref: 'user' }, n: {} }
        : undefined;
  const layout = (code: string) =>
    ({
      $schema: 'print/1',
      print: 'shelfCard',
      title: '货架卡',
      page: 'shelf',
      bands: {
        docHeader: {
          height: 10,
          items: { a: { text: `{count(user, age > 3)}{sum(user.age)}{sum(${code}.roles, rank)}{${code}.age}` } },
        },
      },
    }) as unknown as StepDoc;
  expect(namedAnew(layout('user'), 'print', { object: 'shelf', from: 'user', to: 'keeper' }, fieldsOf)).toEqual(
    layout('keeper'),
  );
  // a word that is no object's: what is counted under it is rows or records, what is not is the field
  const plain = (code: string) =>
    ({
      $schema: 'object/2',
      object: 'shelf',
      title: '货架',
      fields: {
        [code]: { title: '班组', ...(code === 'team' ? {} : { was: 'team' }) },
        n: { title: '数', type: 'int', formula: `count(team, leader == doc.${code}) + sum(team.size)` },
        same: { title: '同', type: 'bool', formula: `${code} == 'A'` },
      },
    }) as unknown as StepDoc;
  expect(applyStep(plain('team'), { rename: 'fields.team', to: 'crew' }).doc).toEqual(plain('crew'));
});

/** Texts of before: golden files of each version, and what they mean stays what it was. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BLOCK_SCHEMA,
  type BlockDoc,
  OBJECT_SCHEMA,
  type ObjectDoc,
  type SettingsDoc,
} from '../../schemas/language/document';
import { LANGUAGE, migrate, migrateSteps, migrateText } from '../../schemas/language/migrations/index';
import { inUse, leftOut } from '../../schemas/language/picked';
import { mergedText, resolveObject } from '../../schemas/language/resolve';
import { isNode, type Node } from '../../schemas/language/resolve/merge';
import { applyOverlay, diffSteps, type OverlayDoc, type Step, type StepDoc } from '../../schemas/language/steps/index';
import { documentsIn, FIXTURES, filed, readText, SCHEMAS } from './documents';

const GOLDEN = join(FIXTURES, 'migrations');
const golden = readdirSync(join(GOLDEN, 'object-1'));
const docs = filed(documentsIn(SCHEMAS).filter(({ path }) => !path.startsWith('language/')));
const shippedBlocks = docs.flatMap(({ doc }) => (doc.$schema === BLOCK_SCHEMA ? [doc] : []));
const settings = docs.flatMap(({ doc }) => (doc.$schema === 'settings/1' ? [doc as SettingsDoc] : []));
const objects = docs.flatMap(({ doc }) => (doc.$schema === OBJECT_SCHEMA ? [[doc.object, doc] as const] : []));
const byCode = (blocks: readonly BlockDoc[]) => new Map(blocks.map((block) => [block.block, block]));
const lib = { blocks: byCode(shippedBlocks), settings };

/** A document as object/1 said it: every picker with its condition, every sub-table without its first row with `min` 0. */
const asBefore = <T extends object>(doc: T): T => {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isNode(value)) return value;
    const node: { [key: string]: unknown } = Object.fromEntries(
      Object.entries(value).map(([key, it]) => [key, walk(it)]),
    );
    const isPicker = node.title !== undefined && node.ref !== undefined && node.param === undefined;
    const isChanged = isNode(node.pick) && node.pick.where !== undefined;
    if ((isPicker || isChanged) && node.formula === undefined) {
      const { disabled, where, ...rest } = (node.pick ?? {}) as Node;
      const said = where === undefined ? 'isDisabled == 0' : `(${String(where)}) && isDisabled == 0`;
      const whole = { ...rest, ...(disabled !== true ? { where: said } : where === undefined ? {} : { where }) };
      if (Object.keys(whole).length > 0) node.pick = whole;
    }
    if (node.kind === 'tabTable') {
      const { min, ...rest } = (node.rows ?? {}) as Node;
      const rows = { ...rest, ...(min === undefined ? { min: 0 } : min === 1 ? {} : { min }) };
      if (Object.keys(rows).length > 0) node.rows = rows;
      else delete node.rows;
    }
    return node;
  };
  const before = walk(doc) as Node;
  return { ...before, $schema: String(before.$schema).replace('/2', '/1') } as T;
};
/** A resolved object without the word for the default, which only a text over a block's picker needs. */
const meaning = (doc: ObjectDoc, overLib = lib): unknown =>
  JSON.parse(JSON.stringify({ ...resolveObject(doc, overLib), hash: undefined }).replaceAll(/,"disabled":false/g, ''));

describe.each(golden)('%s', (file) => {
  const old = readText(join(GOLDEN, 'object-1', file));
  it('is written today as its golden file says', () => {
    expect(migrateText(old)).toBe(readText(join(GOLDEN, 'object-2', file)));
  });
  it('is migrated once and left alone after that', () => {
    const once = migrateText(old);
    expect(migrateText(once)).toBe(once);
    const doc = JSON.parse(once) as object;
    expect(migrate(doc)).toBe(doc);
  });
});

it('leaves alone what is no document and what other sorts say', () => {
  for (const text of ['', '{', '[]', 'null', '{"$schema": "report/1", "report": "x" }', '{"$schema": "constructor"}'])
    expect(migrateText(text)).toBe(text);
});

describe('the shipped objects', () => {
  const oldBlocks = shippedBlocks.map((block) => migrate(asBefore(block)));
  it.each(objects)('%s means the same when it was said in object/1', (_code, doc) => {
    const before = asBefore(doc);
    expect(JSON.stringify(before)).not.toBe(JSON.stringify(doc));
    expect(meaning(migrate(before), { ...lib, blocks: byCode(oldBlocks) })).toEqual(meaning(doc));
  });
  it.each(objects)('%s takes an overlay that was made on its text in object/1', (_code, doc) => {
    const before = { ...lib, blocks: byCode(shippedBlocks.map((block) => asBefore(block))) };
    const below = mergedText(asBefore(doc), before) as unknown as StepDoc;
    const { doc: wanted, expected } = changedBefore(below);
    const steps = diffSteps(below, wanted, 'object');
    const now = migrateSteps(steps, { language: 1, sort: 'object', isShipped: true });
    const text = mergedText(doc, lib) as unknown as StepDoc;
    const { doc: over, conflicts } = applyOverlay(text, now, 'object');
    expect(conflicts).toEqual([]);
    const { fields } = over as unknown as ObjectDoc;
    expect(Object.fromEntries(Object.keys(expected).map((code) => [code, fields?.[code]]))).toMatchObject(expected);
  });
});
/** What an organisation may have changed of an old text, and what stands there today. */
function changedBefore(below: StepDoc): { readonly doc: StepDoc; readonly expected: Node } {
  const fields = { ...(below.fields as Readonly<Record<string, Node>>) };
  const expected: { [code: string]: unknown } = {};
  for (const [code, field] of Object.entries(fields)) {
    const pick = field.pick as Node | undefined;
    if (field.kind === 'tabTable') {
      const isBlank = isNode(field.rows) && field.rows.min === 0;
      const { min: _min, ...rest } = (field.rows ?? {}) as Node;
      fields[code] = { ...field, rows: { ...rest, ...(isBlank ? { min: 2 } : { min: 0 }) } };
      if (isBlank) expected[code] = { rows: { min: 2 } };
    } else if (typeof pick?.where === 'string') {
      const isOpen = !pick.where.includes('isDisabled == 0');
      fields[code] = { ...field, pick: { ...pick, where: isOpen ? 'id == me.id && isDisabled == 0' : 'id == me.id' } };
      expected[code] = { pick: { where: 'id == me.id', ...(isOpen ? {} : { disabled: true }) } };
    }
  }
  fields.xChecker = { title: '复核人', ref: 'employee' };
  expected.xChecker = { pick: { disabled: true } };
  fields.xParts = { title: '清单', kind: 'tabTable', fields: { name: { title: '名称' } } };
  expected.xParts = { rows: { min: 1 } };
  return { doc: { ...below, fields }, expected };
}

it('puts steps of before on the text of today', () => {
  const from = { language: 1, sort: 'object', isShipped: false };
  const steps = (...all: readonly Step[]): readonly Step[] => migrateSteps(all, from);
  // what said the default says nothing
  expect(steps({ set: 'fields.keeper.pick.where', to: 'isDisabled == 0' })).toEqual([
    { set: 'fields.keeper.pick.disabled', was: true },
  ]);
  expect(
    steps({ set: 'fields.keeper.pick', to: { where: 'isDisabled == 0' }, was: { where: 'isDisabled==0' } }),
  ).toEqual([]);
  expect(steps({ set: 'fields.items.rows.min', was: 0 })).toEqual([{ set: 'fields.items.rows.min', to: 1 }]);
  expect(steps({ set: 'fields.items.rows', to: { import: true } })).toEqual([
    { set: 'fields.items.rows', to: { min: 1, import: true }, was: { min: 1 } },
  ]);
  const whole = { $schema: 'object/1', object: 'xA', title: '甲', fields: { b: { title: '乙', ref: 'employee' } } };
  expect(steps({ set: '', to: whole })).toEqual([
    {
      set: '',
      to: {
        $schema: 'object/2',
        object: 'xA',
        title: '甲',
        fields: { b: { title: '乙', ref: 'employee', pick: { disabled: true } } },
      },
    },
  ]);
  const moved: Step = { move: 'fields.a', after: 'b', was: { in: 'fields' } };
  expect(steps(moved, { rename: 'fields.a', to: 'c' })).toEqual([moved, { rename: 'fields.a', to: 'c' }]);
  // steps of today and of other sorts stay
  const today: readonly Step[] = [{ set: 'fields.items.rows.min', was: 1 }];
  expect(migrateSteps(today, { ...from, language: LANGUAGE })).toEqual(today);
  expect(migrateSteps(today, { ...from, sort: 'report' })).toEqual(today);
});

it('keeps steps of an overlay over the texts of other sorts', () => {
  const steps = [{ set: 'where', to: 'isDisabled == 0' }];
  const old = { $schema: 'overlay/1', overlay: 'outStatement', of: 'report:outStatement', base: '', steps };
  expect(migrate<object>(old) as OverlayDoc).toEqual({ ...old, $schema: 'overlay/2' });
});

it('says what a picker leaves out', () => {
  const object = (fields: ObjectDoc['fields']) =>
    resolveObject({ $schema: OBJECT_SCHEMA, object: 'thing', title: '东西', fields: fields ?? {} }, lib);
  const master = object({ isDisabled: { title: '状态', dict: 'isDisabled' } });
  expect(inUse(master)).toBe('isDisabled == 0');
  expect(inUse(object({ isDisabled: { title: '停用', type: 'bool' } }))).toBe('!isDisabled');
  expect(inUse(object({ name: { title: '名称' } }))).toBeUndefined();
  expect(leftOut({}, master)).toBe('isDisabled == 0');
  expect(leftOut({ pick: { where: 'id == me.id' } }, master)).toBe('isDisabled == 0');
  expect(leftOut({ pick: { disabled: true } }, master)).toBeUndefined();
});

/** Records that nobody edits: one key of the object instead of one on every field. */
import { describe, expect, it } from 'vitest';
import { printDoc } from '../../schemas/language/canon';
import { OBJECT_SCHEMA, type ObjectDoc } from '../../schemas/language/document';
import { mergedText, resolveObject } from '../../schemas/language/resolve';
import type { Step } from '../../schemas/language/steps/index';
import { fixtureBlocks } from './documents';

const lib = { blocks: fixtureBlocks() };
const log = (rest: Partial<ObjectDoc>): ObjectDoc => ({
  $schema: OBJECT_SCHEMA,
  object: 'log',
  title: '日志',
  ...rest,
});
const short = log({
  readonly: true,
  fields: {
    at: { title: '时间', type: 'datetime' },
    note: { title: '备注', kind: 'input', readonly: false },
    late: { title: '迟到', type: 'bool', formula: 'empty(at)' },
    shown: { title: '显示', kind: 'undata', text: '{note}' },
    lines: {
      title: '明细',
      kind: 'tabTable',
      fields: { was: { title: '前', kind: 'input' }, said: { title: '说明', kind: 'input', readonly: false } },
    },
  },
});
const long = log({
  fields: {
    at: { title: '时间', type: 'datetime', readonly: true },
    note: { title: '备注', kind: 'input' },
    late: { title: '迟到', type: 'bool', formula: 'empty(at)' },
    shown: { title: '显示', kind: 'undata', text: '{note}' },
    lines: {
      title: '明细',
      kind: 'tabTable',
      readonly: true,
      fields: { was: { title: '前', kind: 'input', readonly: true }, said: { title: '说明', kind: 'input' } },
    },
  },
});

describe('readonly of an object', () => {
  it('means what the key on every field means, to the hash', () => {
    expect(resolveObject(short, lib)).toEqual(resolveObject(long, lib));
  });
  it('is the same text to an overlay, so that stored ones hold', () => {
    expect(mergedText(short, lib)).toEqual(mergedText(long, lib));
  });
  it('leaves alone what an overlay adds, and holds when an overlay says it', () => {
    const add: Step = { insert: 'fields.xOwn', value: { title: '自有', kind: 'input' }, after: 'lines' };
    expect(resolveObject(short, { ...lib, overlay: [add] }).fields.xOwn?.readonly).toBeUndefined();
    const said = resolveObject(long, { ...lib, overlay: [add, { set: 'readonly', to: true }] });
    expect(said.fields.xOwn?.readonly).toBe(true);
    expect(said.fields.note?.readonly).toBe(true);
  });
  it('reaches fields of blocks, and a block may say it', () => {
    const blocks = new Map(lib.blocks).set('noted', {
      $schema: 'block/2',
      block: 'noted',
      title: '备注',
      readonly: true,
      fields: { text: { title: '内容', kind: 'input' } },
    });
    const fields = { own: { title: '自有', kind: 'input' as const } };
    const object = resolveObject(log({ use: ['noted'], fields }), { blocks });
    expect([object.fields.text?.readonly, object.fields.own?.readonly]).toEqual([true, true]);
    const open = resolveObject(log({ use: ['noted'], readonly: false, fields }), { blocks });
    expect([open.fields.text?.readonly, open.fields.own?.readonly]).toEqual([undefined, undefined]);
  });
  it('in the canonical form stands alone: fields say only what differs', () => {
    const both = log({
      ...long,
      readonly: true,
      fields: { ...long.fields, note: { title: '备注', kind: 'input', readonly: false } },
    });
    const text = printDoc(both, lib);
    expect(text.match(/"readonly": true/g)).toHaveLength(1);
    expect(text).toContain('"note": { "title": "备注", "kind": "input", "readonly": false }');
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BlockDoc, ObjectDoc } from '../../schemas/language/document';
import { fieldLines, listLines } from '../../schemas/language/lines';
import { resolveObject } from '../../schemas/language/resolve';
import { documentsIn, SCHEMAS } from './documents';

const read = <T>(folder: string, under = ''): readonly T[] =>
  documentsIn(join(SCHEMAS, folder), under).map(({ text }) => JSON.parse(text) as T);
const blocks = new Map(read<BlockDoc>('blocks').map((block) => [block.block, block]));
const doc = read<ObjectDoc>('objects/demo').find(({ object }) => object === 'demoDoc') as ObjectDoc;
const object = resolveObject(doc, { blocks });

describe('lines of the gallery', () => {
  it('say a field as it is written, with the rules and checks about it', () => {
    expect(fieldLines(object, 'needBy').map(({ address, text }) => `${address} ${text}`)).toEqual([
      'fields.needBy { "title": "要求日期", "kind": "dateCritical", "warn": 3, "done": "docStatus in [60, 90]" }',
      'rules.flagged { "when": "flag", "require": ["needBy"] }',
      'checks.need { "that": "empty(needBy) || needBy >= day", "at": "needBy", "say": "要求日期不能早于日期" }',
    ]);
    expect(fieldLines(object, 'state')[0]?.text).toBe('{ "title": "重要程度", "dict": "demoState", "default": "1" }');
    expect(fieldLines(object, 'flag')[0]?.text).toBe('{ "title": "加急", "type": "bool" }');
    expect(fieldLines(object, 'nothing')).toEqual([]);
  });
  it('are those of the document for every field that has no derived keys', () => {
    const said = (code: string) => JSON.parse(fieldLines(object, code)[0]?.text ?? '{}') as Record<string, unknown>;
    for (const [code, field] of Object.entries(doc.fields ?? {})) {
      if (field.kind === 'tabTable') continue;
      expect(said(code), code).toMatchObject(JSON.parse(JSON.stringify(field)) as object);
    }
  });
  it('say a list key by key, and its columns one by one', () => {
    const lines = new Map(listLines(object).map(({ address, text }) => [address, text]));
    expect(lines.get('list.columns.day')).toBe('{ "columns": ["day:sort"] }');
    expect(lines.get('list.columns.qty')).toBe('{ "columns": [{ "field": "qty", "sort": true, "group": "数量" }] }');
    expect(lines.get('list.disable')).toBe('{ "disable": "docStatus == 90" }');
    expect(lines.has('list.schemes')).toBe(true);
  });
});

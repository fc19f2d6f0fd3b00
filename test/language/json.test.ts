import Ajv from 'ajv/dist/2020';
import { describe, expect, it } from 'vitest';
import { completeJson, jsonSchemaOf, placeAt, scanJson, spanOf } from '../../schemas/language/json/index';
import { FILE_SORTS } from '../../schemas/language/sorts/index';
import { documentsIn, SCHEMAS } from './documents';

const shipped = documentsIn(SCHEMAS).filter(({ path }) => !path.startsWith('language/'));

describe('JSON Schemas of the key tables', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const checks = new Map(Object.entries(FILE_SORTS).map(([name, sort]) => [name, ajv.compile(jsonSchemaOf(sort))]));
  it.each(shipped.map(({ path, text }) => [path, JSON.parse(text) as { readonly $schema: string }] as const))(
    'take %s',
    (_path, doc) => {
      const check = checks.get(doc.$schema);
      expect(check?.(doc), JSON.stringify(check?.errors?.slice(0, 3))).toBe(true);
    },
  );
  it('refuse an unknown key and a wrong word', () => {
    const check = checks.get('object/2');
    const doc = { $schema: 'object/2', object: 'a', title: 'A' };
    expect(check?.(doc)).toBe(true);
    expect(check?.({ ...doc, colour: 'red' })).toBe(false);
    expect(check?.({ ...doc, fields: { b: { title: 'B', kind: 'nothing' } } })).toBe(false);
    expect(check?.({ title: 'A' })).toBe(false);
  });
});

/** `|` is the cursor */
const at = (marked: string): readonly [string, number] => [marked.replace('|', ''), marked.indexOf('|')];
const choices = (marked: string): readonly string[] => {
  const [text, position] = at(marked);
  return (
    completeJson(text, position, 'object', {
      refs: (ref) => (ref === 'dict' ? [{ value: 'unitKind', label: '单位类型' }] : []),
      fields: (rows) => [{ value: rows === undefined ? 'name' : `${rows}Qty`, label: '名称' }],
    })?.choices ?? []
  ).map((choice) => choice.label);
};

describe('completion in a source text', () => {
  it('offers the keys of the node that are not written yet', () => {
    const found = choices('{ "$schema": "object/2", "object": "a", "fields": { "b": { "title": "B", "k|" } } }');
    expect(found).toContain('kind');
    expect(found).not.toContain('title');
    expect(choices('{ "fields": { "b": { | } } }')).toContain('title');
    expect(choices('{ "title": "A", | }')).toContain('fields');
  });
  it('offers words, codes of references and fields', () => {
    expect(choices('{ "fields": { "b": { "kind": "|" } } }')).toContain('dateCritical');
    expect(choices('{ "fields": { "b": { "required": | } } }')).toEqual(['true', 'false', 'new']);
    expect(choices('{ "fields": { "b": { "dict": "|" } } }')).toEqual(['unitKind']);
    expect(choices('{ "list": { "columns": ["code", "|"] } }')).toEqual(['name']);
    expect(choices('{ "list": { "columns": ["name", "|"] } }')).toEqual([]);
    expect(choices('{ "list": { "summary": { | } } }')).toEqual(['name']);
    expect(choices('{ "fields": { "lines": { "columns": [|] } } }')).toEqual(['linesQty']);
    expect(choices('{ "list": { "columns": [{ "field": "name", "pin": | }] } }')).toContain('right');
  });
  it('writes a value to begin with, and only the key where there is one', () => {
    const [text, position] = at('{ "li|" }');
    expect(completeJson(text, position, 'object')?.choices.find((choice) => choice.label === 'list')?.insert).toBe(
      '"list": {}',
    );
    const [again, there] = at('{ "li|": {} }');
    expect(completeJson(again, there, 'object')?.choices.find((choice) => choice.label === 'list')?.insert).toBe(
      '"list"',
    );
  });
  it('lives with a text that is half typed', () => {
    for (const { text } of shipped.slice(0, 8))
      for (let i = 0; i < text.length; i += 97) {
        const half = text.slice(0, i);
        expect(() => completeJson(half, i, 'object')).not.toThrow();
        expect(() => completeJson(text, i, 'object')).not.toThrow();
      }
  });
});

describe('positions', () => {
  it('of addresses are the key or the entry', () => {
    const text =
      '{\n  "fields": { "a": { "title": "A" } },\n  "list": { "columns": ["a:pin", { "field": "b.c", "width": 9 }] }\n}';
    const tree = scanJson(text);
    const marked = (address: string): string => {
      const span = spanOf(tree, address, 'object');
      return span === undefined ? '' : text.slice(span.from, span.to);
    };
    expect(marked('fields.a')).toBe('"a"');
    expect(marked('fields.a.title')).toBe('"title"');
    expect(marked('list.columns.a')).toBe('"a:pin"');
    expect(marked('list.columns[b.c].width')).toBe('"width"');
    // what is not written is marked at what holds it
    expect(marked('fields.a.kind')).toBe('"a"');
    expect(placeAt(tree, text.indexOf('"width"') + 2, 'object')).toMatchObject({
      address: 'list.columns[b.c]',
      want: 'key',
    });
    expect(placeAt(tree, text.indexOf('"A"') + 1, 'object')).toMatchObject({
      address: 'fields.a.title',
      want: 'value',
      owner: 'field',
      key: 'title',
    });
  });
});

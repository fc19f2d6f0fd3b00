import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonDoc, checkCanon, printDoc } from '../../schemas/language/canon';
import { canonLib } from '../../schemas/language/check/documents';
import { libraryOf } from '../../schemas/language/check/index';
import type { AnyDoc, FieldDoc, ObjectDoc } from '../../schemas/language/document';
import { resolveObject } from '../../schemas/language/resolve';
import { documentsIn, FIXTURES, filed, readText, SCHEMAS } from './documents';
import { stubDocs, stubRegistry } from './stub';

const stub = canonLib(libraryOf(stubDocs(), stubRegistry));
const golden = ['canon/purchase-order', 'canon/dev-category', 'canon/equipment', 'blocks/document', 'blocks/audited'];

describe('canonical text', () => {
  it.each(golden)('re-prints the worked example %s as it stands in the reference', (name) => {
    const text = readText(join(FIXTURES, `${name}.json`));
    expect(printDoc(JSON.parse(text) as AnyDoc, stub)).toBe(text);
  });

  it('re-prints the sample of the reference', () => {
    const fields: { [code: string]: FieldDoc } = {
      needBy: { title: '到货', kind: 'date' },
      orderDate: { title: '日期', kind: 'date' },
      auditStatus: { title: '审核', dict: 'auditStatus' },
      qty: { kind: 'default', type: 'decimal', scale: 4, title: '数量', required: true, readonly: false, min: null },
    };
    const doc: ObjectDoc = {
      $schema: 'object/2',
      object: 'sample',
      title: '样例',
      label: 'needBy',
      fields,
      list: { columns: [{ field: 'needBy', sort: true, pin: true }] },
      checks: { c: { say: '错', that: "( empty(needBy)||(needBy>=orderDate) )&&auditStatus=='1'" } },
    };
    const made = canonDoc(doc, stub) as unknown as ObjectDoc;
    expect(JSON.stringify(made.fields?.qty)).toBe('{"title":"数量","type":"decimal","required":true}');
    expect(made.list?.columns).toEqual(['needBy:pin:sort']);
    expect(JSON.stringify(made.checks?.c)).toBe(
      '{"that":"(empty(needBy) || needBy >= orderDate) && auditStatus == 1","say":"错"}',
    );
  });

  it('prints two texts that mean the same alike', () => {
    const text = readText(join(FIXTURES, 'canon/purchase-order.json'));
    const shuffled = shuffle(JSON.parse(text)) as AnyDoc;
    expect(printDoc(shuffled, stub)).toBe(text);
  });

  it('keeps what the object brings back to a default over its block, and drops what the block says already', () => {
    const doc: ObjectDoc = {
      $schema: 'object/2',
      object: 'sample',
      title: '样例',
      use: ['document'],
      fields: { bizDate: { required: false, kind: 'date', title: '业务日期' }, remark: { max: 500, tip: '可空' } },
    };
    expect((canonDoc(doc, stub) as unknown as ObjectDoc).fields).toEqual({
      bizDate: { required: false },
      remark: { tip: '可空' },
    });
  });

  it('never touches notes, examples and titles of own things', () => {
    const doc: ObjectDoc = {
      $schema: 'object/2',
      object: 'sample',
      title: '样例',
      note: '',
      label: 'a',
      fields: { a: { title: 'a', note: 'why' } },
      examples: { none: { given: {}, expect: {} } },
    };
    expect(canonDoc(doc, stub)).toEqual(doc);
  });
});

describe('laws over all shipped documents', () => {
  const folders = ['blocks', 'objects', 'dictionaries', 'menus', 'settings', 'demo'];
  const files = folders.flatMap((folder) =>
    documentsIn(join(SCHEMAS, folder)).map(({ path, text }) => ({ path: `schemas/${folder}/${path}`, text })),
  );
  const library = libraryOf(filed(files));
  const lib = canonLib(library);

  it.each(files.map((file) => [file.path, file.text] as const))(
    '%s: print(parse(t)) is a fixed point and means the same',
    (_path, text) => {
      const doc = JSON.parse(text) as AnyDoc;
      const once = printDoc(doc, lib);
      expect(printDoc(JSON.parse(once) as AnyDoc, lib)).toBe(once);
      expect(checkCanon(once, JSON.parse(once) as AnyDoc, lib)).toBeUndefined();
      for (const line of once.split('\n'))
        expect([...line].length).toBeLessThanOrEqual(Math.max(160, longestWord(line)));
      if (doc.$schema === 'object/2')
        expect(resolveObject(JSON.parse(once) as ObjectDoc, lib).hash).toBe(
          resolveObject(reprinted(doc, once), lib).hash,
        );
    },
  );
});

/** The original with the canonical texts of its expressions, which are part of the resolved text too. */
function reprinted(doc: ObjectDoc, once: string): ObjectDoc {
  const canon = JSON.parse(once) as ObjectDoc;
  const merge = (a: unknown, b: unknown): unknown => {
    if (typeof a === 'string' && typeof b === 'string') return b;
    if (typeof a !== 'object' || a === null || Array.isArray(a) || typeof b !== 'object' || b === null) return a;
    return Object.fromEntries(
      Object.entries(a).map(([key, value]) => [key, merge(value, (b as { readonly [key: string]: unknown })[key])]),
    );
  };
  return merge(doc, canon) as ObjectDoc;
}
/** A string literal cannot be broken. */
function longestWord(line: string): number {
  return Math.max(0, ...[...line.matchAll(/"(?:[^"\\]|\\.)*"/g)].map((match) => [...match[0]].length + 40));
}
/** Keys of nodes in another order, entries of maps as they were. */
function shuffle(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => shuffle(entry));
  if (typeof value !== 'object' || value === null) return value;
  const maps = new Set([
    'fields',
    'rules',
    'checks',
    'schemes',
    'groups',
    'tabs',
    'below',
    'actions',
    'ask',
    'import',
    'events',
    'examples',
    'set',
    'with',
    'fill',
    'summary',
  ]);
  const entries = Object.entries(value).map(
    ([key, entry]) => [key, key === 'examples' ? entry : shuffle(entry, maps.has(key))] as const,
  );
  return Object.fromEntries(isMap ? entries : entries.reverse());
}

import { describe, expect, it } from 'vitest';
import { KIND_IDS } from '../../schemas/language/kinds/ids';
import { kindNameProblems, kindNames } from '../../scripts/checks/kind-names.mjs';

const ASKED = 'server/records/x.ts';
const wrong = [
  "if (field.kind === 'date') return 1;",
  "if (field?.kind !== 'autoCode') return 1;",
  "if ('tree' === one.field.kind) return 1;",
  "const is = ({ kind }: Field) => kind === 'json';",
  "if (type === 'tabTable') return 1;",
  "switch (field.kind) {\n  case 'input':\n    return 1;\n}",
  "switch (name) {\n  case 'richText':\n    return 1;\n}",
  "if (['date', 'time'].includes(field.kind)) return 1;",
  "const LONG = new Set(['textarea', 'richText']);",
  'const LONG: ReadonlySet<KindId> = new Set(LIST);',
];
const right = [
  "if (field.type === 'date' || field.type === 'json') return 1;",
  'if (factsOf(field).isNumbered) return 1;',
  "const made = { title, kind: 'tabTable', fields: {} };",
  "if (kindOf(item.kind).control === 'tree') return 1;",
  "if (change.kind === 'addColumn') return 1;",
  "// field.kind === 'date' was asked here\nconst a = 1;",
  "/** kind === 'tabTable' */\nconst a = 1;",
];

describe('names of kinds', () => {
  it('are the kinds of the language', () => expect(kindNames()).toEqual(KIND_IDS));
  it.each(wrong)('told: %s', (text) => expect(kindNameProblems(ASKED, text)).toHaveLength(1));
  it.each(right)('silent: %s', (text) => expect(kindNameProblems(ASKED, text)).toEqual([]));
  it('stand in the kinds and in the folders of the runtime called like them', () => {
    for (const path of ['schemas/language/kinds/x.ts', 'runtime/fields/date/Input.tsx'])
      expect(kindNameProblems(path, wrong[0] ?? '')).toEqual([]);
    expect(kindNameProblems('runtime/fields/shared/x.tsx', wrong[0] ?? '')).toHaveLength(1);
  });
  it('says where', () =>
    expect(kindNameProblems(ASKED, `\n\n${wrong[0]}`)[0]).toMatch(/^server\/records\/x\.ts:3: compares the name/));
});

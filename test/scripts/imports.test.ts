import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenRules, circles, knots, RULES, RUNTIME_ORDER } from '../../scripts/checks/imports.mjs';
import { ROOT } from '../../server/root';

const rulesOf = (files: Readonly<Record<string, string>>): readonly number[] =>
  brokenRules(new Map(Object.entries(files))).map(({ rule }) => rule);

describe('import rules', () => {
  it('stand in ARCHITECTURE.md word for word', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').replace(/\s+/g, ' ');
    for (const [n, rule] of Object.entries(RULES)) expect(text).toContain(`${n}. ${rule}`);
  });

  const wrong: readonly (readonly [rule: number, path: string, text: string])[] = [
    [1, 'schemas/language/a.ts', "import { z } from 'zod';"],
    [1, 'schemas/language/a.ts', "import { b } from '../../server/b';"],
    [2, 'runtime/list/a.ts', "import { b } from '../../src/b';"],
    [2, 'runtime/list/a.ts', "import b from '../../schemas/objects/stock/b.json';"],
    [2, 'src/a.ts', "import { b } from '../designer/index';"],
    [3, 'server/a.ts', "import { b } from '../runtime/b';"],
    [3, 'server/a.ts', "import { b } from '../test/b';"],
    [4, 'src/a.ts', "import { b } from '../runtime/list/use-list';"],
    [5, 'src/a.ts', "import axios from 'axios';"],
    [5, 'runtime/list/a.tsx', "import { Table } from 'antd';"],
    [6, 'runtime/fields/date/a.ts', "import { b } from '../tree/b';"],
    [6, 'runtime/table/features/a.tsx', "import { b } from './b';"],
    [7, 'server/domain/stock/a.ts', "import { b } from '../../auth/b';"],
    [8, 'server/routes/a.ts', "import { sql } from 'kysely';"],
    [9, 'server/a.ts', "new Function('return 1')"],
    [10, 'runtime/form/a.ts', "import { b } from '../list/b';"],
    [10, 'runtime/form/a.ts', "import type { B } from '../list/b';"],
    [10, 'runtime/form/a.ts', "const b = () => import('../list/b');"],
    [10, 'runtime/form/a.tsx', "import styles from '../list/b.module.css';"],
    [10, 'runtime/form/a.ts', "import { b } from '../unknown/b';"],
    [10, 'runtime/unknown/a.ts', "import { b } from '../data/b';"],
  ];
  for (const [rule, path, text] of wrong)
    it(`${rule} refuses ${path}: ${text}`, () => expect(rulesOf({ [path]: text })).toEqual([rule]));

  it('let through what they allow', () => {
    const files = {
      'schemas/language/a.ts': "import dayjs from 'dayjs';\nimport { b } from './kinds/b';",
      'src/a.ts': "import { b } from '../runtime/list';\nconst c = () => import('../designer/index');",
      'runtime/list/index.ts': "import { x } from './x';",
      'runtime/list/c.ts': "import type { d } from '../form/d';\nimport { e } from '../data/e';",
      'server/records/a.ts': "import { sql } from 'kysely';",
      'server/routes/a.ts': "import type { Kysely } from 'kysely';",
      'runtime/fields/date/a.ts': "import { b } from '../shared/b';",
    };
    expect(rulesOf(files)).toEqual([]);
  });
});

describe('circles', () => {
  const files = new Map([
    ['server/a.ts', "import { b } from './b';"],
    ['server/b.ts', "import type { C } from './c';"],
    ['server/c.ts', "const d = () => import('./d');"],
    ['server/d.ts', "import { a } from './a';"],
    ['server/e.ts', "import { a } from './a';"],
  ]);
  it('are made of types and of import() too', () => {
    expect(circles(files, { ties: false })).toEqual([]);
    expect(circles(files, { ties: true })).toEqual([['server/a.ts', 'server/b.ts', 'server/c.ts', 'server/d.ts']]);
  });
  it('are knots above three files', () => {
    expect(knots(files)).toEqual([['server/a.ts', 'server/b.ts', 'server/c.ts', 'server/d.ts']]);
    expect(knots(new Map([...files, ['server/c.ts', "import { a } from './a';"]]))).toEqual([]);
  });
});

describe('the order of the runtime', () => {
  it('names every room once', () => {
    const rooms = readdirSync(join(ROOT, 'runtime'), { withFileTypes: true });
    expect(rooms.map(({ name }) => name).sort()).toEqual([...RUNTIME_ORDER].sort());
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { READS, sentenceProblems } from '../../scripts/checks/sentences.mjs';

const ASKED = 'server/records/x.ts';
const wrong = [
  "if (error.message === '单据不存在') return 1;",
  "if ('动作' === change.what) return 1;",
  "const isFunction = problem.text.startsWith('函数不存在');",
  "if (text.endsWith('个字符）')) return 1;",
  'if (note.includes("导入")) return 1;',
  'const name = /^字段不存在 (\\w+)/.exec(text)?.[1];',
  "switch (title) {\n  case '车间':\n    return 1;\n}",
  'const found = text.match(/第(\\d+)行/);',
];
const right = [
  "const text = `「${'x'}」不存在`;",
  "if (problem.code === 'expr.name') throw refuse('函数不存在');",
  "// message === '单据不存在' was asked here\nconst a = 1;",
  'const isHan = /[一-龥]/.test(text);',
  "const texts = { add: '新增' };",
];

describe('sentences', () => {
  it.each(wrong)('told: %s', (text) => expect(sentenceProblems(ASKED, text)).toHaveLength(1));
  it.each(right)('silent: %s', (text) => expect(sentenceProblems(ASKED, text)).toEqual([]));
  it('are read where people type them, and only there', () => {
    for (const path of Object.keys(READS)) {
      expect(existsSync(join(import.meta.dirname, '../..', path)), path).toBe(true);
      expect(sentenceProblems(path, wrong[0] ?? '')).toEqual([]);
    }
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lengthProblems, measure, shrunk } from '../../scripts/checks/lengths.mjs';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `  console.log(${at});`).join('\n');
const FOUND = { 'a.ts': { file: 500, functions: [200, 130] } };

describe('lengths of files and functions', () => {
  let room = '';
  beforeAll(() => {
    room = mkdtempSync(join(tmpdir(), 'lengths-test-'));
    writeFileSync(join(room, 'long.ts'), `export function long() {\n${lines(119)}\n}\n`);
    writeFileSync(join(room, 'right.ts'), `export const right = () => {\n${lines(118)}\n};\n`);
    writeFileSync(join(room, 'tall.tsx'), `${lines(401)}\n`);
    writeFileSync(join(room, 'full.ts'), `${lines(400)}\n`);
  });
  afterAll(() => rmSync(room, { recursive: true }));

  it('tells a function of 121 lines and a file of 401, not one of 120 or 400', async () => {
    const found = await measure(['.'], { cwd: room });
    expect(found).toEqual({ 'long.ts': { functions: [121] }, 'tall.tsx': { file: 401, functions: [] } });
    expect(lengthProblems(found, {})).toHaveLength(2);
  });
  it('allows what is listed, and nothing that grew', () => {
    expect(lengthProblems(FOUND, FOUND)).toEqual([]);
    expect(lengthProblems(FOUND, { 'a.ts': { file: 499, functions: [200, 130] } })).toHaveLength(1);
    expect(lengthProblems(FOUND, { 'a.ts': { file: 500, functions: [199, 129] } })).toHaveLength(2);
    expect(lengthProblems(FOUND, { 'a.ts': { file: 500, functions: [200] } })).toHaveLength(1);
  });
  it('a list may only shrink', () => {
    expect(lengthProblems({}, FOUND)).toHaveLength(1);
    expect(shrunk({}, FOUND)).toEqual({});
    expect(shrunk({ ...FOUND, 'b.ts': { functions: [300] } }, { 'a.ts': { functions: [210] } })).toEqual({
      'a.ts': { functions: [200] },
    });
  });
});

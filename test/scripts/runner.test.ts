import { describe, expect, it } from 'vitest';
import { complaints, type Journey, journeysOf, judge } from '../../scripts/lib/journeys.mjs';
import { documentTests, reachedJourneys } from '../../scripts/lib/reached.mjs';
import { byProject, slowest } from '../../scripts/lib/times.mjs';

const journey = (id: string, more: Partial<Journey> = {}): Journey => ({
  id,
  file: 'a.spec.ts',
  title: id,
  ok: true,
  skipped: false,
  error: '',
  ms: 10,
  ...more,
});

describe('journeys', () => {
  it('are read from the report with file, titles and the first error', () => {
    const test = (ok: boolean) => ({
      status: ok ? 'expected' : 'unexpected',
      results: [{ duration: 7, errors: ok ? [] : [{ message: 'not there' }] }],
    });
    const report = {
      suites: [
        {
          title: 'a.spec.ts',
          file: 'a.spec.ts',
          specs: [{ title: 'opens', file: 'a.spec.ts', ok: true, tests: [test(true)] }],
          suites: [
            { title: 'inside', specs: [{ title: 'closes', file: 'a.spec.ts', ok: false, tests: [test(false)] }] },
          ],
        },
      ],
    };
    expect(journeysOf(report).map(({ id, ok, error, ms }) => [id, ok, error, ms])).toEqual([
      ['a.spec.ts › opens', true, '', 7],
      ['a.spec.ts › inside › closes', false, 'not there', 7],
    ]);
  });
  it('that pass alone are flaky; who fails twice or was not run again failed', () => {
    const red = { ok: false };
    const first = [journey('a', red), journey('b', red), journey('c', red), journey('d')];
    const { flaky, failed } = judge(first, [journey('a'), journey('b', red), journey('d')]);
    expect([flaky.map(({ id }) => id), failed.map(({ id }) => id)]).toEqual([['a'], ['b', 'c']]);
  });
  it('may be flaky three at a time and once in ten runs', () => {
    expect(complaints(['a', 'b', 'c'], [['d'], []])).toEqual([]);
    expect(complaints(['a', 'b', 'c', 'd'], [])).toEqual(['4 journeys are flaky, 3 at most may be']);
    expect(complaints(['a'], [['a'], []])).toEqual(['flaky again within 10 runs: a']);
    const ten = Array.from({ length: 10 }, () => []);
    expect(complaints(['a'], [['a'], ...ten])).toEqual([]);
  });
});

describe('what a change reaches', () => {
  const specs = ['csp', 'designer', 'designer-publish', 'designer-start', 'every-route', 'grid', 'excel', 'lists'];
  it('journeys by folder, a changed one itself, all when what they share changed', () => {
    expect(reachedJourneys(['runtime/grid/Grid.tsx'], specs)).toEqual(['grid', 'excel']);
    expect(reachedJourneys(['test/e2e/lists.spec.ts'], specs)).toEqual(['lists']);
    expect(reachedJourneys(['test/e2e/support.ts'], specs)).toEqual(specs);
    expect(reachedJourneys(['vite.config.ts'], specs)).toEqual(specs);
    expect(reachedJourneys(['docs/testing.md'], specs)).toEqual([]);
  });
  it('documents are read as files, so their suites run', () => {
    expect(documentTests(['schemas/objects/stock/a.json'])).toContain('test/conformance');
    expect(documentTests(['schemas/language/json.ts'])).toEqual([]);
  });
});

describe('times', () => {
  const files = [
    ['test/server/a.test.ts', 3000],
    ['test/domain/b.test.ts', 5000],
    ['test/conformance/c.test.tsx', 1000],
    ['test/e2e/d.spec.ts', 9000],
  ] as const;
  it('are summed by project and listed longest first', () => {
    expect(byProject(files)).toEqual([
      ['vitest server', 8000],
      ['vitest browser', 1000],
      ['journeys', 9000],
    ]);
    expect(slowest(files, 2).map(([file]) => file)).toEqual(['test/e2e/d.spec.ts', 'test/domain/b.test.ts']);
  });
});

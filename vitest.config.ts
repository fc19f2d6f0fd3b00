import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/lib/longest-first.mjs';

/** Change what files of a worker share: one replaces antd's tree, the other counts on when a window tells of its first selections. */
const ALONE = ['test/runtime/search-params.test.tsx', 'test/designer/expression-editor.test.tsx'];
/** one less than the cores unless told otherwise: half of a machine of two */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** what stands in for a browser */
const BROWSER = {
  environment: 'happy-dom',
  setupFiles: ['test/support/dom.ts'],
  testTimeout: 60_000,
  expect: { poll: { timeout: 8_000 } },
  maxWorkers,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'language',
          sequence: { groupOrder: 0 },
          include: ['test/language/**/*.test.ts', 'test/conformance/**/*.test.ts'],
          environment: 'node',
          // what modules keep hangs on the objects they are given: files may share them, which halves the time of loading
          isolate: false,
          // whole suites of documents on a busy machine
          testTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'server',
          sequence: { groupOrder: 3 },
          include: ['test/server/**/*.test.ts', 'test/domain/**/*.test.ts', 'test/scripts/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          globalSetup: ['test/support/database.ts', 'test/support/excel-worker.ts'],
          // a limit ends what hangs: it says nothing of speed. The laws at full count (npm run test:laws) take minutes
          testTimeout: process.env.LAWS === 'full' ? 900_000 : 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 2,
        },
      },
      {
        test: {
          // pure modules of the browser: nothing is drawn, so files may share what they load
          name: 'modules',
          sequence: { groupOrder: 1 },
          include: ['test/runtime/**/*.test.ts', 'test/src/**/*.test.ts', 'test/designer/**/*.test.ts'],
          ...BROWSER,
          isolate: false,
        },
      },
      {
        test: {
          name: 'runtime',
          sequence: { groupOrder: 2 },
          include: [
            'test/runtime/**/*.test.tsx',
            'test/src/**/*.test.tsx',
            'test/designer/**/*.test.tsx',
            // what only a browser can show of a kind or a feature
            'test/conformance/**/*.test.tsx',
          ],
          exclude: ALONE,
          ...BROWSER,
          // loading antd and formily costs three seconds a file; what files could leave to each other test/support/dom.ts takes away
          isolate: false,
        },
      },
      {
        test: {
          name: 'alone',
          sequence: { groupOrder: 2 },
          include: ALONE,
          ...BROWSER,
        },
      },
    ],
  },
});

/** Compiles the worker of workbooks once a run: tests start hundreds of its threads. */
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import { compiledThread } from '../../server/excel/thread';
import { ROOT } from '../../server/root';

export const setup = async (): Promise<void> => {
  const file = compiledThread();
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: join(ROOT, 'server/excel/worker.ts'),
      outDir: dirname(file),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: basename(file) } },
    },
  });
  for (const name of readdirSync(dirname(file)))
    if (/^excel-worker-.*\.mjs$/.test(name) && name !== basename(file)) rmSync(join(dirname(file), name));
};

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../root';

/** Starts the worker of workbooks: the built one beside the built server, the source when the server runs from its sources. */
export function startThread(heapMb: number): Worker {
  const fromSource = import.meta.url.endsWith('.ts');
  const file = fromSource ? join(ROOT, 'server/excel/worker-source.mjs') : join(ROOT, 'dist/server/excel-worker.js');
  if (!existsSync(file)) throw new Error(`${file} is not there: build again`);
  return new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    execArgv: [],
    // the thread needs nothing of the surroundings
    env: {},
  });
}

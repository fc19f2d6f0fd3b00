import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../root';

/** Starts the worker of workbooks: the built one beside the built server, the source when the server runs from its sources. */
export function startThread(heapMb: number): Worker {
  const file = import.meta.url.endsWith('.ts') ? sourceThread() : join(ROOT, 'dist/server/excel-worker.js');
  if (!existsSync(file)) throw new Error(`${file} is not there: build again`);
  return new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    execArgv: [],
    // the thread needs nothing of the surroundings
    env: {},
  });
}

/** Where the worker stands when it was compiled once from just these sources (test/support/excel-worker.ts); named by their text. */
export const compiledThread = (): string => {
  const folder = join(ROOT, 'server/excel');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return join(ROOT, '.cache', `excel-worker-${hash.digest('hex').slice(0, 12)}.mjs`);
};

let source: string | undefined;
/** A thread that compiles its own sources needs a second each time: the compiled one is taken where there is one. */
const sourceThread = (): string => {
  if (source === undefined) {
    const compiled = compiledThread();
    source = existsSync(compiled) ? compiled : join(ROOT, 'server/excel/worker-source.mjs');
  }
  return source;
};

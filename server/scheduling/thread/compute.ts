/** Plans beside the thread that answers calls: small plants at once, large ones in a thread of their own that can be stopped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../../root';
import type { Input, Plan } from '../types';
import type { FromThread, ToThread } from './messages';
import { planWithin } from './plan-within';

/** Operations that take a few hundredths of a second: less than a thread needs to start. */
const AT_ONCE = 300;
const HEAP_MB = 1_024;

export interface Running {
  /** null = it was stopped */
  readonly plan: Promise<Plan | null>;
  stop(): void;
}

export function compute(input: Input, improveSec: number, told: (share: number) => void): Running {
  const operations = input.orders.reduce((sum, order) => sum + order.operations.length, 0);
  if (improveSec <= 0 && operations <= AT_ONCE)
    return { plan: Promise.resolve().then(() => planWithin(input, 0, told)), stop: () => undefined };
  const worker = startThread({ input, improveSec });
  let end: (plan: null) => void = () => undefined;
  const plan = new Promise<Plan | null>((resolve, reject) => {
    end = resolve;
    worker.on('message', (message: FromThread) => {
      if ('share' in message) told(message.share);
      else resolve(message.plan);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`the planning thread ended with ${code}`)));
  }).finally(() => void worker.terminate());
  return {
    plan,
    stop: () => end(null),
  };
}

/** The built worker beside the built server, the source when the server runs from its sources. */
function startThread(workerData: ToThread): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const file = join(ROOT, isSource ? 'server/scheduling/thread/worker-source.mjs' : 'dist/server/schedule-worker.js');
  if (!existsSync(file)) throw new Error(`${file} is not there: build again`);
  // the thread needs nothing of the surroundings
  return new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, execArgv: [], env: {} });
}

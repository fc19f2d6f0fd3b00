/** The worker thread of long runs, so that the thread that answers calls never plans. One run, one thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages';
import { planWithin } from './plan-within';

const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');
const { input, improveSec } = workerData as ToThread;
const send = (message: FromThread): void => port.postMessage(message);
let told = 0;
const plan = planWithin(input, improveSec, (share) => {
  if (share - told < 0.02) return;
  told = share;
  send({ share });
});
send({ plan });

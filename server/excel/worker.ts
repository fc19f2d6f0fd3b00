/** The worker thread of workbooks: makes and reads them, so that the thread that answers calls never does. One workbook, one thread. */
import { parentPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages';
import { packer } from './pack';
import { readTable } from './read-sheet';
import { BadBook } from './unzip';

const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');
const send = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

const pack = packer((chunk) => {
  // a copy: the compressor goes on using its own buffers
  const own = new Uint8Array(chunk);
  send({ chunk: own }, [own.buffer]);
});
let last: Promise<unknown> = Promise.resolve();
port.on('message', (message: ToWorker) => {
  last = last
    .then(async () => {
      if ('sheet' in message) await pack.sheet(message.sheet);
      else if ('rows' in message) {
        await pack.rows(message.rows);
        send({ took: true });
      } else if ('read' in message) send({ table: readTable(Buffer.from(message.read), message.limits) });
      else if ('end' in message) {
        await pack.end();
        send({ done: true });
      }
    })
    .catch((error: Error) => send({ failed: error.message, said: error instanceof BadBook }));
});

/** Reads an uploaded workbook in a thread of its own, with an end to its memory and its time. */
import { AppError, refuse } from '../errors';
import type { FromWorker, ToWorker } from './messages';
import type { Limits, Table } from './read-sheet';
import { startThread } from './thread';

const HEAP_MB = 256;
const SECONDS = 30;

/** The first sheet; what cannot be read is refused in words. */
export async function readUpload(bytes: Buffer, limits: Limits): Promise<Table> {
  const worker = startThread(HEAP_MB);
  try {
    return await new Promise<Table>((resolve, reject) => {
      const late = setTimeout(() => reject(refuse('文件解析时间过长，请减少内容后再试')), SECONDS * 1000);
      worker.once('exit', () => clearTimeout(late));
      worker.on('message', (message: FromWorker) => {
        if ('table' in message) resolve(message.table);
        else if ('failed' in message) reject(message.said ? refuse(message.failed) : new AppError(500));
      });
      // out of memory ends the thread alone
      worker.on('error', () => reject(refuse('工作簿内容过大')));
      worker.postMessage({ read: bytes, limits } satisfies ToWorker);
    });
  } finally {
    void worker.terminate();
  }
}

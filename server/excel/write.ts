/** A workbook that is written while its rows are read: bounded memory on both sides, whoever is slower holds the other back. */
import { Readable } from 'node:stream';
import type { Cell, SheetSpec } from './book';
import type { FromWorker, ToWorker } from './messages';
import { startThread } from './thread';

export interface BookWriter {
  readonly stream: Readable;
  sheet(spec: SheetSpec): void;
  /** resolves when more rows are welcome; rejects when nobody reads any more */
  rows(rows: readonly (readonly Cell[])[]): Promise<void>;
  end(): void;
  /** the reader sees a broken answer, never a file that looks whole */
  fail(error: Error): void;
}
/** batches on the way to the thread */
const AHEAD = 2;
const HEAP_MB = 128;

export function openBook(): BookWriter {
  const worker = startThread(HEAP_MB);
  const post = (message: ToWorker): void => worker.postMessage(message);
  let onTheWay = 0;
  let isFull = false;
  let isOver = false;
  let wake: (() => void) | undefined;
  const move = (): void => {
    wake?.();
    wake = undefined;
  };
  const stream = new Readable({
    highWaterMark: 512 * 1024,
    read() {
      isFull = false;
      move();
    },
    destroy(error, callback) {
      isOver = true;
      move();
      void worker.terminate();
      callback(error);
    },
  });
  worker.on('message', (message: FromWorker) => {
    if (isOver) return;
    if ('chunk' in message) isFull = !stream.push(message.chunk);
    else if ('took' in message) {
      onTheWay--;
      move();
    } else if ('done' in message) stream.push(null);
    else if ('failed' in message) stream.destroy(new Error(message.failed));
  });
  worker.on('error', (error) => stream.destroy(error));
  // who sends the stream hears of it too; without a listener it would end the process
  stream.on('error', () => undefined);
  return {
    stream,
    sheet: (spec) => post({ sheet: spec }),
    async rows(rows) {
      onTheWay++;
      post({ rows });
      while (!isOver && (onTheWay >= AHEAD || isFull))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (isOver) throw new ReaderGone();
    },
    end: () => post({ end: true }),
    fail: (error) => stream.destroy(error),
  };
}

/** Nobody reads the answer any more: not a fault. */
export class ReaderGone extends Error {
  constructor() {
    super('the reader is gone');
  }
}

/** A whole small workbook: templates, lists of errors. */
export async function makeBook(
  sheets: readonly { readonly spec: SheetSpec; readonly rows: readonly (readonly Cell[])[] }[],
): Promise<Buffer> {
  const book = openBook();
  const fill = async (): Promise<void> => {
    for (const { spec, rows } of sheets) {
      book.sheet(spec);
      for (let from = 0; from < rows.length; from += 1000) await book.rows(rows.slice(from, from + 1000));
    }
    book.end();
  };
  const filling = fill().catch((error: Error) => book.fail(error));
  const chunks: Buffer[] = [];
  for await (const chunk of book.stream) chunks.push(chunk as Buffer);
  await filling;
  return Buffer.concat(chunks);
}

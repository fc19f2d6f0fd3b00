/** Rows straight into a table (COPY), for which the driver has no words: `COPY … FROM STDIN (FORMAT binary) -- $1` with their bytes as the value. */
import type pg from 'pg';

export const isCopy = (text: string, values: readonly unknown[]): values is readonly [Buffer] =>
  text.startsWith('COPY ') && Buffer.isBuffer(values[0]);

/** What the driver asks of whoever holds a connection; its types leave it out. */
interface Line {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
export const copyIn = (client: pg.PoolClient, text: string, rows: Buffer): Promise<pg.QueryResult> =>
  new Promise((done, failed) => {
    let wrong: unknown;
    client.query({
      submit: (line: Line) => line.query(text),
      handleCopyInResponse: (line: Line) => {
        line.sendCopyFromChunk(rows);
        line.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: (error: unknown) => {
        wrong = error;
        // the connection is gone: nothing follows
        failed(error);
      },
      handleReadyForQuery: () =>
        wrong === undefined ? done({ rows: [], command: 'COPY', rowCount: null, oid: 0, fields: [] }) : failed(wrong),
    } as unknown as pg.Submittable);
  });

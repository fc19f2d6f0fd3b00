/** Readings as the processes beside ours store them: a table without a key, by COPY. */
import pg from 'pg';

/** Rows as text, straight to the server: what the driver offers no words for. */
export const openReadings = async (table: string): Promise<(text: string) => Promise<void>> => {
  const client = new pg.Client({ connectionString: process.env.BENCH_URL });
  await client.connect();
  await client.query(
    `DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (box text, point text, ts bigint, value float8, seq bigint, recv_at bigint)`,
  );
  return (text) =>
    new Promise((done, failed) => {
      let wrong: Error | undefined;
      client.query({
        submit: (connection: { query(text: string): void }) => connection.query(`COPY ${table} FROM STDIN`),
        handleCopyInResponse: (connection: { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }) => {
          connection.sendCopyFromChunk(Buffer.from(text));
          connection.endCopyFrom();
        },
        handleCommandComplete: () => undefined,
        handleError: (error: Error) => {
          wrong = error;
          failed(error);
        },
        handleReadyForQuery: () => wrong ?? done(),
      } as unknown as pg.Submittable);
    });
};
export const linesOf = (topic: string, payload: Buffer): readonly string[] => {
  const { seq, ts, d } = JSON.parse(payload.toString('utf8')) as {
    readonly seq: number;
    readonly ts: number;
    readonly d: readonly (readonly [string, number, number])[];
  };
  return d.map(([point, offset, value]) => [topic, point, ts + offset, value, seq, Date.now()].join('\t'));
};

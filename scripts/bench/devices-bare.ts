/** The least that stores before it acknowledges: a socket that reads QoS 1 publishes, COPY of what came meanwhile, then the acknowledgements. */
import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { publishesIn } from './devices-wire';

const TABLE = 'bench_readings';
const client = new pg.Client({ connectionString: process.env.BENCH_URL });
await client.connect();
await client.query(
  `DROP TABLE IF EXISTS ${TABLE}; CREATE TABLE ${TABLE} (box text, point text, ts bigint, value float8, seq bigint, recv_at bigint)`,
);

interface Waiting {
  readonly socket: Socket;
  readonly mid: number;
}
let rows: string[] = [];
let waiting: Waiting[] = [];
let running = false;

/** What the driver offers no words for: rows as text, straight to the server. */
const copy = (text: string): Promise<void> =>
  new Promise((done, failed) => {
    let wrong: Error | undefined;
    client.query({
      submit: (connection: { query(text: string): void }) => connection.query(`COPY ${TABLE} FROM STDIN`),
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
const run = async (): Promise<void> => {
  if (running) return;
  running = true;
  while (rows.length > 0) {
    const [text, acks] = [`${rows.join('\n')}\n`, waiting];
    [rows, waiting] = [[], []];
    await copy(text);
    const bySocket = new Map<Socket, Buffer[]>();
    for (const { socket, mid } of acks) {
      const known = bySocket.get(socket) ?? [];
      bySocket.set(socket, known);
      known.push(Buffer.from([0x40, 2, mid >> 8, mid & 255]));
    }
    for (const [socket, all] of bySocket) socket.write(Buffer.concat(all));
  }
  running = false;
};

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  const take = publishesIn(
    ({ mid, topic, payload }) => {
      const { seq, ts, d } = JSON.parse(payload.toString('utf8')) as {
        readonly seq: number;
        readonly ts: number;
        readonly d: readonly (readonly [string, number, number])[];
      };
      for (const [point, offset, value] of d) rows.push([topic, point, ts + offset, value, seq, Date.now()].join('\t'));
      waiting.push({ socket, mid });
    },
    () => socket.write(Buffer.from([0x20, 2, 0, 0])),
  );
  socket.on('data', (part) => {
    take(part);
    setImmediate(() => void run());
  });
});
server.listen(0, '127.0.0.1', () => console.log(`bare on ${(server.address() as { readonly port: number }).port}`));

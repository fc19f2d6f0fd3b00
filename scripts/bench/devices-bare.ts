/** The least that stores before it acknowledges: a socket that reads QoS 1 publishes, COPY of what came meanwhile, then the acknowledgements. */
import { createServer, type Socket } from 'node:net';
import { linesOf, openReadings } from './devices-readings';
import { publishesIn } from './devices-wire';

const copy = await openReadings('bench_readings');

interface Waiting {
  readonly socket: Socket;
  readonly mid: number;
}
let rows: string[] = [];
let waiting: Waiting[] = [];
let running = false;

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
      rows.push(...linesOf(topic, payload));
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

import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config';
import { StartError } from './start-error';

type Address = Pick<Config, 'host' | 'port' | 'portIsSet'> & Partial<Pick<Config, 'tls'>>;
const NEXT_PORTS = 100;

/** A chosen port that is busy is refused before anything else is started. */
export const checkPort = async ({ host, port, portIsSet }: Address): Promise<void> => {
  if (!portIsSet || port === 0) return;
  const code = await tryListen(host, port);
  if (code !== null) throw busy(host, port, code);
};

/** Listens on the port, or on the next free one when nobody chose it; answers the address for people and scripts. */
export const listen = async (app: FastifyInstance, { host, port, portIsSet, tls }: Address): Promise<string> => {
  for (let at = port; ; at++) {
    try {
      await app.listen({ host, port: at });
      const { port: real } = app.server.address() as { port: number };
      const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
      return `${tls ? 'https' : 'http'}://${name}:${real}`;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      if (code !== 'EADDRINUSE' || portIsSet || at >= port + NEXT_PORTS || at >= 65_535) throw busy(host, at, code);
    }
  }
};

const tryListen = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });

export const busy = (host: string, port: number, code: string): StartError =>
  code === 'EADDRINUSE'
    ? new StartError(
        `端口 ${port} 已被占用；请停止占用它的程序，或用 PORT 指定另一个。 Port ${port} is busy: stop what uses it, or set PORT to another one.`,
      )
    : new StartError(`无法在 ${host}:${port} 监听（${code}）。 Cannot listen on ${host}:${port} (${code}).`);

/** The pages ours are compared with, built once (scripts/bench/peers) and served from memory by a plain HTTP server. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { ROOT } from '../../server/root';

const SOURCE = join(ROOT, 'scripts', 'bench', 'peers');
const TYPES: { readonly [ext: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface Peers {
  readonly base: string;
  stop(): void;
}
export const openPeers = async (): Promise<Peers> => {
  const out = join(ROOT, '.cache', 'bench', 'peers');
  const newest = Math.max(...readdirSync(SOURCE).map((name) => statSync(join(SOURCE, name)).mtimeMs));
  if (!existsSync(join(out, 'sub-bare.html')) || statSync(join(out, 'sub-bare.html')).mtimeMs < newest) {
    const { build } = await import('vite');
    const { default: react } = await import('@vitejs/plugin-react');
    const input = readdirSync(SOURCE).filter((name) => name.endsWith('.html'));
    await build({
      configFile: false,
      root: SOURCE,
      logLevel: 'error',
      plugins: [react()],
      build: { outDir: out, emptyOutDir: true, rolldownOptions: { input: input.map((name) => join(SOURCE, name)) } },
    });
  }
  const server = createServer((request, response) => {
    const path = join(out, new URL(request.url ?? '/', 'http://peers').pathname);
    if (!path.startsWith(out) || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
};

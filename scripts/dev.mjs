/** `npm run dev`: the server restarts on change (port 8001), the browser side reloads in place (port 8000, calls are passed on). */
import { spawn } from 'node:child_process';
import { bin, ROOT } from './lib/run.mjs';

const server = spawn(
  bin('tsx'),
  ['watch', '--clear-screen=false', '--include', 'schemas/**/*.json', 'server/main.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PORT: process.env.API_PORT ?? '8001', NODE_ENV: 'development' },
  },
);
const client = spawn(bin('vite'), ['--port', process.env.PORT ?? '8000'], { cwd: ROOT, stdio: 'inherit' });
const end = () => {
  server.kill('SIGTERM');
  client.kill('SIGTERM');
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
server.on('exit', end);
client.on('exit', end);

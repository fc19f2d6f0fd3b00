/**
 * The server as a process of its own, on a data folder or a database of the test. It is the build when no source is younger: compiling the
 * sources costs every start four seconds of a core.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isStale } from '../../scripts/lib/stale.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const DEMO_PASSWORD = 'Gongfang#2026';

export interface ServerOptions {
  /** `dist` runs the production build also when a source is younger */
  readonly from?: 'dist';
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
}
export interface RunningServer {
  readonly base: string;
  readonly process: ChildProcess;
  readonly log: () => string;
  /** SIGKILL, as a power cut does it */
  readonly kill: () => Promise<void>;
  /** SIGTERM, waits for the end; answers the exit code */
  readonly stop: () => Promise<number | null>;
}

/** What Node is given to run this server. */
export const serverArgs = (from?: 'dist'): readonly string[] =>
  from === 'dist' || !isStale() ? ['dist/server/main.js'] : ['--import', 'tsx', 'server/main.ts'];

/** Resolves when the server prints that it is ready; rejects with its output when it ends before. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const child = spawn(process.execPath, serverArgs(options.from), {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(options.port),
      DATA_DIR: options.dataDir,
      DEMO_PASSWORD,
      ...options.env,
    },
  });
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const read = (part: Buffer): void => {
      output = (output + part.toString()).slice(-200_000);
      const address = /Millwright ready on (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  const base = await ready;
  const gone = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    base,
    process: child,
    log: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      await gone();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await gone();
      return child.exitCode;
    },
  };
};

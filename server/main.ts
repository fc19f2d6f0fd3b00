/** The process: starts, says where it is, stops when told to. */
import { setFlagsFromString } from 'node:v8';
import { readConfig } from './config';
import { type Running, start } from './start';
import { StartError } from './start-error';

// garbage goes before it doubles the process: what is kept is bounded, so what is not shall not pile up beside it
setFlagsFromString('--heap-growing-percent=25');

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const complain = (line: string): boolean => process.stderr.write(`${line}\n`);

let running: Promise<Running> | undefined;
let stopping = false;
/** ≤ 15 s, whatever hangs */
const LIMIT_MS = 14_000;

const stop = async (code: number): Promise<never> => {
  if (!stopping) {
    stopping = true;
    setTimeout(() => process.exit(1), LIMIT_MS).unref();
    // told to stop while still starting: finish that first, so that nothing is left half
    await running?.then((running) => running.stop()).catch(() => undefined);
    process.exit(code);
  }
  return new Promise<never>(() => undefined);
};

const fail = (error: unknown): void => {
  complain(error instanceof StartError ? error.message : `无法启动。 Cannot start:\n${text(error)}`);
  process.exitCode = 1;
};
const text = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
process.on('uncaughtException', (error) => {
  complain(JSON.stringify({ level: 60, time: Date.now(), msg: 'uncaught exception', stack: text(error) }));
  void stop(1);
});
process.on('unhandledRejection', (error) => {
  complain(JSON.stringify({ level: 50, time: Date.now(), msg: 'unhandled rejection', stack: text(error) }));
});

try {
  running = start({
    config: readConfig(),
    onLost: (error) => {
      complain(`数据库已不可用，停止运行。 The database is gone, stopping: ${error.message}`);
      void stop(1);
    },
  });
  const { address, notes, confidential } = await running;
  for (const note of notes) print(note);
  if (process.stdout.isTTY) for (const line of confidential) print(line);
  print(`Millwright ready on ${address}`);
} catch (error) {
  fail(error);
  // nothing holds the process but what a failed start left behind
  process.exit(1);
}

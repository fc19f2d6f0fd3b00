import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Root folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program in the project folder with its output shown; resolves its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });

/** Runs a program and answers what it printed; never throws for a failing exit code. */
export const capture = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let out = '';
    let err = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.stderr.on('data', (part) => {
      err += part;
    });
    child.on('error', (error) => resolve({ code: 127, out, err: String(error) }));
    // 'close', not 'exit': what was printed last is still read
    child.on('close', (code) => resolve({ code: code ?? 1, out, err }));
  });

/** Path of a program installed with the project. */
export const bin = (name) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

/** One clear sentence and the end; for mistakes the reader can mend. */
export const stop = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

/** Small tools of the benches: medians, interleaved repetitions, server CPU from /proc, a bounded load of one URL. */
import { readFileSync } from 'node:fs';

export interface Result {
  readonly subject: string;
  readonly ours: string;
  readonly bare: string;
  readonly ratio: string;
  readonly goal: string;
  readonly met: boolean | undefined;
}
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
export const spread = (values: readonly number[], digits = 0): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

/** CPU seconds that a process has used so far (user and system); NaN where there is no /proc. */
export const cpuSeconds = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
};

export interface LoadTarget {
  readonly name: string;
  readonly pid: number;
  readonly request: (n: number) => Promise<number>;
}
export interface LoadFigures {
  readonly perSecond: number;
  /** server CPU milliseconds per request */
  readonly cpu: number;
}
/** Sends requests from `clients` loops for a bounded time; `request` answers the number of rows and throws when the answer is wrong. */
export const load = async (target: LoadTarget, clients: number, milliseconds: number): Promise<LoadFigures> => {
  let requests = 0;
  const cpu = cpuSeconds(target.pid);
  const started = performance.now();
  const end = started + milliseconds;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      await target.request(requests);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: requests / seconds, cpu: ((cpuSeconds(target.pid) - cpu) * 1000) / requests };
};

export const printTable = (title: string, results: readonly Result[]): string => {
  const head = ['subject', 'ours', 'bare', 'ratio', 'goal', 'met'];
  const lines = results.map((result) => [
    result.subject,
    result.ours,
    result.bare,
    result.ratio,
    result.goal,
    result.met === undefined ? '–' : result.met ? 'yes' : 'no',
  ]);
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  console.log(`\n${title}\n${table}`);
  return `### ${title}\n\n${table}\n`;
};

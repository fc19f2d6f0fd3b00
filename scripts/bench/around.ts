/** What happens around a long piece of work: memory of the server, and how long others wait. */
import { readFileSync } from 'node:fs';

/** MB a process holds. */
export const rss = (pid: number): number => {
  try {
    const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(found ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** p95 of small calls, one after the other, while `work` goes on. */
export const others = async (call: () => Promise<unknown>, work: () => Promise<void>): Promise<number> => {
  let isOver = false;
  const times: number[] = [];
  const loop = async (): Promise<void> => {
    while (!isOver) {
      const started = performance.now();
      await call();
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const looping = loop();
  try {
    await work();
  } finally {
    isOver = true;
    await looping;
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? 0;
};

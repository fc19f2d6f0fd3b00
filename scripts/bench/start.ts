/** Warm start: the production build on a data folder that is there, from spawn to the first answer; and what it holds when idle. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolder, removeFolder } from '../../test/support/folder';
import { startServer } from '../../test/support/server';
import { median, type Result, spread } from './measure';

/** after so long nothing of the start is still going on */
const IDLE_MS = 5000;
/** What a process holds in memory; NaN where there is no /proc. */
const residentMb = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
};

export const benchStart = async (): Promise<Result[]> => {
  const dataDir = dataFolder('bench-start');
  const memory: number[] = [];
  const once = async (): Promise<number> => {
    const started = performance.now();
    const server = await startServer({ from: 'dist', dataDir, port: 18_902 });
    await fetch(`${server.base}/health`);
    const seconds = (performance.now() - started) / 1000;
    await sleep(IDLE_MS);
    memory.push(residentMb(server.process.pid!));
    await server.stop();
    return seconds;
  };
  const cold = await once();
  const warm = [await once(), await once(), await once()];
  removeFolder(dataDir);
  return [
    {
      subject: 'first start with the demo factory, s',
      ours: cold.toFixed(2),
      bare: '–',
      ratio: '–',
      goal: '–',
      met: undefined,
    },
    {
      subject: 'warm start to the first answer, s',
      ours: spread(warm, 2),
      bare: '–',
      ratio: (median(warm) / 5).toFixed(2),
      goal: '< 5 s',
      met: median(warm) < 5,
    },
    {
      subject: 'memory of the idle process, MB',
      ours: spread(memory),
      bare: '–',
      ratio: '–',
      goal: '≤ 200',
      met: median(memory) <= 200,
    },
  ];
};

/** Warm start: the production build on a data folder that is there, from spawn to the first answer. */
import { dataFolder, removeFolder } from '../../test/support/folder';
import { startServer } from '../../test/support/server';
import { median, type Result, spread } from './measure';

export const benchStart = async (): Promise<Result[]> => {
  const dataDir = dataFolder('bench-start');
  const once = async (): Promise<number> => {
    const started = performance.now();
    const server = await startServer({ from: 'dist', dataDir, port: 18_902 });
    await fetch(`${server.base}/health`);
    const seconds = (performance.now() - started) / 1000;
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
  ];
};

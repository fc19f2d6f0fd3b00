/** Seeds the demo factory once; every file starts its server on a copy of it. */
import { dataFolder, removeFolder } from '../support/folder';
import { startServer } from '../support/server';
import { freePort } from './support';

export default async (): Promise<() => void> => {
  const folder = dataFolder('e2e-demo');
  const server = await startServer({ from: 'dist', dataDir: folder, port: await freePort(), env: { DEMO: '1' } });
  await server.stop();
  process.env.E2E_DEMO = folder;
  return () => removeFolder(folder);
};

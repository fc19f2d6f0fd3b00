/** `npm run seed`: makes the demo factory in an empty database (DATA_DIR or DATABASE_URL) without keeping a server running. */
import { readConfig } from '../server/config';
import { start } from '../server/start';

const running = await start({
  config: { ...readConfig(), demo: true, host: '127.0.0.1', port: 0, portIsSet: true, logLevel: 'warn' },
  onLost: (error) => {
    throw error;
  },
});
await running.stop();
console.log(
  running.notes.join('\n') || 'There is an organisation already; nothing was made. Empty it first: npm run db:reset',
);
process.exit(0);

/** The worker thread where the server runs from its sources (development, tests). */
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');

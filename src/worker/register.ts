import { whenQuiet } from '../quiet';

/** Installs the worker that opens the application without network; only where the browser trusts the address (https, this computer). */
export const registerWorker = (): void => {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return;
  // it fetches every file of the application: the first page, its rows and calls come before
  whenQuiet(() => void navigator.serviceWorker.register('/v2/sw.js', { scope: '/v2/' }).catch(() => undefined));
};

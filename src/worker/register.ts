/** Installs the worker that opens the application without network; only where the browser trusts the address (https, this computer). */
export const registerWorker = (): void => {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return;
  // the first page has better things to do
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/v2/sw.js', { scope: '/v2/' }).catch(() => undefined);
  });
};

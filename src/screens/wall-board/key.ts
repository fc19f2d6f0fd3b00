/** The key of a screen: that of its address, else the one it was paired with on this machine. */
const KEPT = 'millwright.screen ';

export const screenKey = (path: string): string | null =>
  new URLSearchParams(location.search).get('k') ?? localStorage.getItem(KEPT + path);

export const keepScreenKey = (path: string, key: string | null): void => {
  if (key === null) localStorage.removeItem(KEPT + path);
  else localStorage.setItem(KEPT + path, key);
};

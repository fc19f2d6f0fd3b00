/** The server puts a fresh nonce into a meta tag of every page; style elements made by antd carry it. */
export const nonce = (): string => {
  const value = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
  return value.startsWith('__') ? '' : value;
};

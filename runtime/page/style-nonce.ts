/** The server puts a fresh nonce into a meta tag of every page; style elements made by libraries (antd, the code editor) carry it. */
export const styleNonce = (): string => {
  const value = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
  return value.startsWith('__') ? '' : value;
};

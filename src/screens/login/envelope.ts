/**
 * The sign-in envelope: RSA-OAEP-SHA256 over {p, t, n}, base64url. `t` is the server's time, carried on by a monotonic clock, so a wrong
 * clock of the computer does not matter. WebCrypto needs a secure context; on plain http in a factory LAN a small pure-JS RSA steps in.
 */
export interface SignInKey {
  readonly publicKey: string;
  /** milliseconds since 1970 by the server, and performance.now() when it came */
  readonly serverTime: number;
  readonly receivedAt: number;
}

export const sealPassword = async (password: string, key: SignInKey): Promise<string> => {
  const t = Math.round(key.serverTime + (performance.now() - key.receivedAt));
  const n = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const plain = new TextEncoder().encode(JSON.stringify({ p: password, t, n }));
  const der = derOf(key.publicKey);
  const sealed =
    globalThis.crypto.subtle === undefined
      ? (await import('./rsa-oaep')).encryptOaep(der, plain)
      : await encryptSubtle(der, plain);
  return toBase64Url(sealed);
};

const encryptSubtle = async (der: Uint8Array<ArrayBuffer>, plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', der, algorithm, false, ['encrypt']);
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, plain));
};

/** PEM or bare base64 of a SubjectPublicKeyInfo */
const derOf = (text: string): Uint8Array<ArrayBuffer> => {
  const base64 = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
  const raw = atob(base64.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(raw, (char) => char.charCodeAt(0));
};

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

import { constants, createHash, generateKeyPairSync, privateDecrypt, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sealPassword } from '../../src/screens/login/envelope';
import { encryptOaep } from '../../src/screens/login/rsa-oaep';
import { sha256 } from '../../src/screens/login/sha256';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
const open = (sealed: Buffer): string =>
  privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, sealed).toString();

describe('sign-in envelope', () => {
  it('hashes as everybody does', () => {
    for (const size of [0, 1, 55, 56, 63, 64, 65, 1000]) {
      const bytes = randomBytes(size);
      expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });
  it('without WebCrypto the server opens it all the same', () => {
    const der = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
    for (const text of ['', '密码Abc123!', 'x'.repeat(300)])
      expect(open(Buffer.from(encryptOaep(der, new TextEncoder().encode(text))))).toBe(text);
  });
  it('refuses what does not fit the key', () => {
    const der = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
    expect(() => encryptOaep(der, new Uint8Array(400))).toThrow();
  });
  it('holds the password, the time of the server and a nonce', async () => {
    const key = {
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      serverTime: 1_767_225_600_000,
      receivedAt: performance.now() - 5_000,
    };
    const sealed = await sealPassword('密码', key);
    expect(sealed).toMatch(/^[\w-]+$/);
    const { p, t, n } = JSON.parse(open(Buffer.from(sealed, 'base64url'))) as { p: string; t: number; n: string };
    expect(p).toBe('密码');
    expect(Math.abs(t - 1_767_225_605_000)).toBeLessThan(2_000);
    expect(n).toMatch(/^[0-9a-f]{32}$/);
    expect(await sealPassword('密码', key)).not.toBe(sealed);
  });
});

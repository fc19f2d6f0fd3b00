/** A caller of the running server over HTTP, as scripts and other systems are: signs in, carries token and version. */
import { constants, createPublicKey, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';

export const API = '/v2/api/mes';
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}
export type Wire = Record<string, unknown>;

/** UUIDv7 as clients make them for rows. */
export const newId = (): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
export const newToken = (): string => randomUUID();

export class Client {
  private readonly base: string;
  private readonly headers: Readonly<Record<string, string>>;
  private token: string | undefined;
  constructor(base: string, headers: Readonly<Record<string, string>> = {}) {
    this.base = base;
    this.headers = headers;
  }

  /** The answer as it is: attachments. */
  raw(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.base}${API}${path}`, {
      method,
      headers: {
        ...this.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
  }
  /** A file as the body; answers the text. */
  async feed(path: string, file: Uint8Array<ArrayBuffer>): Promise<string> {
    const response = await fetch(`${this.base}${API}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${this.token ?? ''}` },
      body: file,
    });
    return response.text();
  }
  private async send<T>(method: string, path: string, body?: unknown): Promise<Envelope<T>> {
    return (await (await this.raw(method, path, body)).json()) as Envelope<T>;
  }
  get<T = Wire>(path: string): Promise<Envelope<T>> {
    return this.send<T>('GET', path);
  }
  post<T = Wire>(path: string, body: unknown): Promise<Envelope<T>> {
    return this.send<T>('POST', path, body);
  }
  /** Like post, but a refusal is an exception that carries its sentence. */
  async must<T = Wire>(path: string, body?: unknown): Promise<T> {
    const answer = body === undefined ? await this.get<T>(path) : await this.post<T>(path, body);
    if (answer.code !== 200)
      throw new Error(`${path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)?.slice(0, 500)}`);
    return answer.data;
  }

  async signIn(loginName: string, password: string): Promise<Wire> {
    const init = await this.must<{ keyId: string; publicKey: string; serverTime: string | number }>('/sys/init');
    const time = typeof init.serverTime === 'number' ? init.serverTime : Date.now();
    const key = init.publicKey.includes('BEGIN')
      ? createPublicKey(init.publicKey)
      : createPublicKey({ key: Buffer.from(init.publicKey, 'base64'), format: 'der', type: 'spki' });
    const secret = JSON.stringify({ p: password, t: time, n: randomBytes(12).toString('hex') });
    const pwd = publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(secret),
    ).toString('base64url');
    const data = await this.must<Wire>('/sys/signIn', { loginName, pwd, keyId: init.keyId });
    this.token = String(data.access_token);
    return data;
  }

  /** Uploads a file and answers its id. */
  async upload(name: string, bytes: Buffer): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const answer = await fetch(`${this.base}${API}/file/upload`, {
      method: 'POST',
      body: form,
      headers: { ...this.headers, authorization: `Bearer ${this.token ?? ''}` },
    });
    const { code, msg, data } = (await answer.json()) as Envelope<{ id: string }>;
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
    return data.id;
  }

  /** The bytes of an answer that is a file. */
  async download(path: string, body: unknown): Promise<Buffer> {
    const answer = await fetch(`${this.base}${API}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...this.headers, 'content-type': 'application/json', authorization: `Bearer ${this.token ?? ''}` },
    });
    return Buffer.from(await answer.arrayBuffer());
  }

  list(page: string, body: Wire = {}): Promise<{ records: Wire[]; total: number }> {
    return this.must(`/lcdp/data/${page}/getPageList`, body);
  }
  one(page: string, id: string): Promise<Wire> {
    return this.must(`/lcdp/data/${page}/getOne?id=${id}`);
  }
  save(page: string, record: Wire, token = newToken()): Promise<Envelope<Wire>> {
    return this.post(`/lcdp/data/${page}/save`, { record, token });
  }
  act(page: string, action: string, targets: readonly Wire[], more: Wire = {}): Promise<Envelope<Wire>> {
    return this.post(`/lcdp/data/${page}/act/${action}`, { targets, token: newToken(), ...more });
  }
}

/**
 * The one home of axios: envelope, bearer header, error catalogue of the specification, one refresh of an expired token shared by all
 * tabs, sign-out. Only this file turns an answer into a toast; callers that show a refusal themselves pass `quiet`.
 */
import axios, {
  type AxiosAdapter,
  AxiosError,
  AxiosHeaders,
  type AxiosInstance,
  type AxiosProgressEvent,
  type AxiosRequestConfig,
  type AxiosResponse,
} from 'axios';
import { answerStream, type Stream } from './answer-stream';
import { API, TIMEOUT_MS } from './base';
import { isAttachment, saveAttachment } from './download';
import { HttpError, TEXTS } from './http-error';
import type { HttpHost, Tokens } from './http-host';
import { meet } from './played';
import { type Renewal, sessionRenewal } from './session-renewal';
import { GIVEN_UP, slowCalls } from './slow-calls';

export { HttpError, ruleOf, TEXTS } from './http-error';
export type { HttpHost, Tokens } from './http-host';
export { sessionBack } from './session-renewal';

export interface Envelope {
  readonly code: number;
  readonly msg?: string;
  readonly data?: unknown;
}
export interface CallOptions {
  /** no toast: the caller shows the refusal (fields, dialogs) */
  readonly quiet?: boolean;
  /** works without a session: sign-in and start-up */
  readonly open?: boolean;
  readonly params?: Readonly<Record<string, unknown>>;
  /** sends what was done without network: a session that is over will do, and nobody is signed out by it */
  readonly late?: boolean;
  readonly signal?: AbortSignal;
  /** told while a download arrives: bytes so far, and the headers of the answer */
  readonly onReceived?: (bytes: number, header: (name: string) => string | null) => void;
  /** share of an upload that is sent, 0 to 1 */
  readonly onShare?: (share: number) => void;
}
export interface Http {
  get<T>(path: string, options?: CallOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  /** a multipart body */
  upload<T>(path: string, form: FormData, options?: CallOptions): Promise<T>;
  /** the bytes of a file as they are; an answer that tells its progress gives line after line, the last is the envelope */
  feed<T>(path: string, file: Blob, options?: CallOptions & { readonly onLine?: (line: unknown) => void }): Promise<T>;
  /** the bytes of a file */
  blob(path: string, options?: CallOptions): Promise<Blob>;
  /** an answer with an attachment is saved as a file (without a body the call is a GET); JSON with code 1 or 200 resolves its data */
  download<T>(path: string, body: unknown, options?: CallOptions): Promise<T | undefined>;
  /** an answer that goes on: its text in parts, until it ends or `signal` says so; rejects with HttpError */
  readonly stream: Stream;
}

const REFRESH = '/sys/refresh';
/** of an answer that nobody was asked for */
const NO_CONFIG = { headers: new AxiosHeaders() };
/** work that tells its progress */
const LONG_MS = 900_000;

/** While a draft is tried, calls on pages run in its sandbox (docs/api.md, the designer); undefined ends it. */
let sandbox: string | undefined;
export const enterSandbox = (id: string | undefined): void => {
  sandbox = id;
};
export const isInSandbox = (): boolean => sandbox !== undefined;

type Fail = (error: HttpError, options: CallOptions) => never;
type Send = (
  method: 'get' | 'post',
  path: string,
  body: unknown,
  options: CallOptions,
  more?: AxiosRequestConfig,
) => Promise<AxiosResponse>;

/** One call with the session of the moment: without one it is asked for first, over one that ended it goes out again. */
const senderOf =
  (client: AxiosInstance, host: HttpHost, renewal: Renewal, fail: Fail): Send =>
  async (method, path, body, options, more = {}) => {
    const screen = host.screen?.() ?? null;
    let token = options.open === true || screen !== null ? null : host.token();
    if (screen !== null) options = { ...options, open: true };
    if (options.open !== true && token === null && (await renewal.refresh(null))) token = host.token();
    if (options.late === true) token ??= host.lateToken?.() ?? null;
    if (options.open !== true && token === null && (await renewal.back())) token = host.token();
    if (options.open !== true && token === null) {
      host.signedOut();
      fail(new HttpError(401, TEXTS.noToken), { ...options, quiet: false });
    }
    const once = async (bearer: string | null, signal: AbortSignal | undefined): Promise<AxiosResponse> => {
      const met = await meet({ path, body, isWrite: isWrite(body) });
      if (met.answer !== undefined) return { ...met.answer, statusText: '', headers: {}, config: NO_CONFIG };
      return client.request({
        method,
        url: path,
        data: met.body,
        ...(options.params === undefined ? {} : { params: options.params }),
        ...(signal === undefined ? {} : { signal }),
        ...(options.onReceived === undefined ? {} : { onDownloadProgress: received(options.onReceived) }),
        ...(options.onShare === undefined ? {} : { onUploadProgress: sharing(options.onShare) }),
        ...more,
        headers: {
          ...more.headers,
          appMark: host.appMark(),
          ...(screen !== null ? { Authorization: `Screen ${screen}` } : {}),
          ...(sandbox === undefined ? {} : { 'x-sandbox': sandbox }),
          ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        },
      });
    };
    const call = async (signal: AbortSignal | undefined): Promise<AxiosResponse> => {
      try {
        const response = await once(token, signal);
        if (!isSignedOut(response) || options.open === true) return response;
        if (!(await renewal.refresh(token)) && !(await renewal.back())) return response;
        return await once(host.token(), signal);
      } catch (cause) {
        const givenUp = signal?.aborted === true && options.signal === undefined;
        return fail(givenUp ? new HttpError(0, GIVEN_UP) : lost(cause), options);
      }
    };
    return options.signal === undefined && isWrite(body) ? slowCalls.watch(call) : call(options.signal);
  };

export const createHttp = (host: HttpHost, adapter?: AxiosAdapter): Http => {
  const client: AxiosInstance = axios.create({
    baseURL: API,
    timeout: TIMEOUT_MS,
    validateStatus: () => true,
    ...(adapter === undefined ? {} : { adapter }),
  });

  const renewal = sessionRenewal(host, async (refreshToken) => {
    const response = await client.post<Envelope>(REFRESH, { refreshToken }, { headers: { appMark: host.appMark() } });
    return response.status === 200 && response.data?.code === 200
      ? (response.data.data as Tokens | undefined)
      : undefined;
  });
  const fail: Fail = (error, options) => {
    if (options.quiet !== true) host.toast(error.msg);
    throw error;
  };
  const send = senderOf(client, host, renewal, fail);

  const settle = (response: AxiosResponse, options: CallOptions, fine: readonly number[] = [200]): unknown => {
    const error = judge(response, fine);
    if (error === null) return (response.data as Envelope).data;
    if (error.code === 401 && options.open !== true && options.late !== true) {
      host.signedOut();
      return fail(error, { ...options, quiet: false });
    }
    return fail(error, options);
  };

  return {
    get: async <T>(path: string, options: CallOptions = {}) =>
      settle(await send('get', path, undefined, options), options) as T,
    post: async <T>(path: string, body: unknown = {}, options: CallOptions = {}) =>
      settle(await send('post', path, body, options), options) as T,
    upload: async <T>(path: string, form: FormData, options: CallOptions = {}) =>
      settle(await send('post', path, form, options), options) as T,
    feed: async <T>(
      path: string,
      file: Blob,
      { onLine, ...options }: CallOptions & { readonly onLine?: (line: unknown) => void } = {},
    ) =>
      settle(
        await send('post', path, file, options, {
          timeout: LONG_MS,
          headers: { 'Content-Type': 'application/octet-stream' },
          transformResponse: [
            (text: unknown) =>
              parse(
                String(text ?? '')
                  .trim()
                  .split('\n')
                  .at(-1) ?? '',
              ),
          ],
          ...(onLine === undefined ? {} : { onDownloadProgress: lines(onLine) }),
        }),
        options,
      ) as T,
    blob: async (path: string, options: CallOptions = {}) => {
      const response = await send('get', path, undefined, options, { responseType: 'blob' });
      const blob = response.data as Blob;
      if (response.status === 200 && !isJson(response.headers)) return blob;
      settle({ ...response, data: parse(await blob.text()) }, options, []);
      return fail(new HttpError(0, TEXTS.refused), options);
    },
    download: async <T>(path: string, body: unknown, options: CallOptions = {}) => {
      const method = body === undefined ? 'get' : 'post';
      const response = await send(method, path, body, options, { responseType: 'blob' });
      const blob = response.data as Blob;
      if (response.status === 200 && isAttachment(response.headers)) {
        saveAttachment(blob, response.headers);
        return undefined;
      }
      const text = await blob.text();
      return settle({ ...response, data: parse(text) }, options, [1, 200]) as T;
    },
    stream: answerStream(host, renewal),
  };
};

/** Every line that is whole, once, while the answer arrives; the last one is the answer itself. */
const lines = (tell: (line: unknown) => void): ((event: AxiosProgressEvent) => void) => {
  let read = 0;
  return ({ event }) => {
    const text =
      ((event as { target?: unknown } | undefined)?.target as XMLHttpRequest | undefined)?.responseText ?? '';
    for (let end = text.indexOf('\n', read); end >= 0; end = text.indexOf('\n', read)) {
      tell(parse(text.slice(read, end)));
      read = end + 1;
    }
  };
};

const received =
  (tell: NonNullable<CallOptions['onReceived']>) =>
  ({ loaded, event }: AxiosProgressEvent): void => {
    const request = (event as { target?: unknown } | undefined)?.target as XMLHttpRequest | undefined;
    tell(loaded, (name) => request?.getResponseHeader?.(name) ?? null);
  };

/** The verdict of the catalogue over one answer; null = fine. */
const judge = (response: AxiosResponse, fine: readonly number[]): HttpError | null => {
  const { status } = response;
  const body = (typeof response.data === 'object' && response.data !== null ? response.data : {}) as Partial<Envelope>;
  const id = response.headers['x-request-id'] as string | undefined;
  const made = (code: number, text: string): HttpError => new HttpError(code, text, body.data, id);
  const msg = typeof body.msg === 'string' && body.msg !== '' ? body.msg : undefined;
  if (status === 404) return made(404, TEXTS.notFound);
  if (status === 401 || body.code === 401) return made(401, TEXTS.signedOut);
  if (status === 403 || body.code === 403) return made(403, TEXTS.forbidden);
  if (status === 400 || body.code === 400) return made(400, msg ?? TEXTS.badRequest);
  if (status === 429) return made(429, msg ?? TEXTS.tooMany);
  if (status >= 500) return made(status, msg ?? TEXTS.serverError);
  if (body.code !== undefined && fine.includes(body.code)) return null;
  return made(body.code ?? status, msg ?? TEXTS.refused);
};

const isSignedOut = (response: AxiosResponse): boolean =>
  response.status === 401 || (response.data as Partial<Envelope> | null)?.code === 401;

const lost = (cause: unknown): HttpError => {
  if (cause instanceof HttpError) return cause;
  const code = cause instanceof AxiosError ? cause.code : undefined;
  if (code === AxiosError.ECONNABORTED || code === AxiosError.ETIMEDOUT) return new HttpError(0, TEXTS.timeout);
  return new HttpError(0, TEXTS.offline);
};

/** a call that changes something has a token, so that it can be repeated */
const isWrite = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string';

const isJson = (headers: unknown): boolean =>
  String((headers as Record<string, unknown>)['content-type'] ?? '').startsWith('application/json');

const sharing =
  (tell: (share: number) => void) =>
  ({ loaded, total }: { loaded: number; total?: number }): void =>
    tell(total === undefined || total === 0 ? 0 : loaded / total);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

let current: Http | undefined;
const connected = (): Http => {
  if (current === undefined) throw new Error('connectHttp has not run');
  return current;
};
/** Called once by the shell before the first call. */
export const connectHttp = (host: HttpHost, adapter?: AxiosAdapter): void => {
  current = createHttp(host, adapter);
};
/** The client of the page; every call of the product goes through it. */
export const http: Http = {
  get: (path, options) => connected().get(path, options),
  post: (path, body, options) => connected().post(path, body, options),
  upload: (path, form, options) => connected().upload(path, form, options),
  feed: (path, file, options) => connected().feed(path, file, options),
  blob: (path, options) => connected().blob(path, options),
  download: (path, body, options) => connected().download(path, body, options),
  stream: (path, onText, signal) => connected().stream(path, onText, signal),
};

import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttp, HttpError, type HttpHost, sessionBack } from '../../runtime/data/http';
import { play, playedState } from '../../runtime/data/played';
import { GIVEN_UP, SLOW_MS, slowCalls } from '../../runtime/data/slow-calls';

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly fail?: string;
}
const sent: InternalAxiosRequestConfig[] = [];
let token: string | null;
let refreshToken: string | null;
let toasts: string[];
let out: number;

const host: HttpHost = {
  token: () => token,
  refreshToken: () => refreshToken,
  saveTokens: (tokens) => {
    token = tokens.access_token;
    refreshToken = tokens.refreshToken;
  },
  appMark: () => '0',
  toast: (text) => void toasts.push(text),
  signedOut: () => {
    out += 1;
    token = null;
  },
};
const client = (answer: (config: InternalAxiosRequestConfig) => Answer) =>
  createHttp(host, async (config) => {
    sent.push(config);
    const { status = 200, body = { code: 200, msg: '', data: null }, headers = {}, fail } = answer(config);
    if (fail !== undefined) throw new AxiosError('lost', fail, config);
    return { status, data: body, headers, config, statusText: '' } as unknown as AxiosResponse;
  });
const always = (answer: Answer) => client(() => answer);
const caught = async (work: Promise<unknown>): Promise<HttpError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  throw new Error('was not rejected');
};

beforeEach(() => {
  sent.length = 0;
  token = 'T1';
  refreshToken = 'R1';
  toasts = [];
  out = 0;
});

describe('calls', () => {
  it('carry the bearer, appMark and the 180 s timeout under the base path', async () => {
    expect(await always({ body: { code: 200, data: 7 } }).get('/x', { params: { a: 1 } })).toBe(7);
    const [config] = sent;
    expect(config?.baseURL).toBe('/v2/api/mes');
    expect(config?.timeout).toBe(180_000);
    expect(config?.headers.get('Authorization')).toBe('Bearer T1');
    expect(config?.headers.get('appMark')).toBe('0');
  });

  it('open ones carry no token', async () => {
    await always({ body: { code: 200, data: 1 } }).get('/sys/init', { open: true });
    expect(sent[0]?.headers.has('Authorization')).toBe(false);
  });
});

describe('error catalogue of the specification', () => {
  it.each<[Answer, number, string]>([
    [{ status: 404 }, 404, '数据接口异常'],
    [{ status: 403, body: {} }, 403, '没有权限，请联系管理员'],
    [{ body: { code: 403, msg: 'x' } }, 403, '没有权限，请联系管理员'],
    [{ status: 400, body: { msg: '编码太长' } }, 400, '编码太长'],
    [{ status: 400, body: {} }, 400, '参数错误'],
    [{ status: 500, body: { msg: '' } }, 500, '服务异常,请重试'],
    [{ status: 500, body: { msg: '磁盘已满' } }, 500, '磁盘已满'],
    [{ body: { code: 500 } }, 500, '服务异常'],
    [{ body: { code: -1, msg: '' } }, -1, '服务异常'],
    [{ body: { code: 203, msg: '已停用' } }, 203, '已停用'],
    [{ fail: AxiosError.ECONNABORTED }, 0, '请求超时，请检查网络'],
    [{ fail: AxiosError.ETIMEDOUT }, 0, '请求超时，请检查网络'],
  ])('%o is %i %s', async (answer, code, text) => {
    const error = await caught(always(answer).post('/x'));
    expect([error.code, error.msg]).toEqual([code, text]);
    expect(toasts).toEqual([text]);
    expect(out).toBe(0);
  });

  it('a quiet caller shows the refusal itself and gets its data', async () => {
    const error = await caught(
      always({ body: { code: 203, msg: '不行', data: { rule: 'checks.x' } } }).post('/x', {}, { quiet: true }),
    );
    expect(error.data).toEqual({ rule: 'checks.x' });
    expect(toasts).toEqual([]);
  });

  it('keeps the request id for the person who helps', async () => {
    const error = await caught(always({ status: 500, headers: { 'x-request-id': 'req-7' } }).get('/x'));
    expect(error.requestId).toBe('req-7');
  });
});

describe('a token that ended', () => {
  it('is refreshed once for all calls under way, which are then repeated', async () => {
    const before = sessionBack.version();
    const http = client((config) => {
      if (config.url === '/sys/refresh')
        return { body: { code: 200, data: { access_token: 'T2', refreshToken: 'R2', expiresIn: 60 } } };
      return config.headers.get('Authorization') === 'Bearer T2'
        ? { body: { code: 200, data: config.url } }
        : { status: 401, body: { code: 401 } };
    });
    expect(await Promise.all([http.get('/a'), http.get('/b'), http.get('/c')])).toEqual(['/a', '/b', '/c']);
    expect(sessionBack.version()).toBe(before + 1);
    expect(sent.filter((config) => config.url === '/sys/refresh')).toHaveLength(1);
    expect([token, refreshToken, toasts, out]).toEqual(['T2', 'R2', [], 0]);
  });

  it('uses the token another tab got meanwhile', async () => {
    const http = client((config) => {
      if (config.headers.get('Authorization') === 'Bearer T9') return { body: { code: 200, data: 'ok' } };
      token = 'T9';
      return { body: { code: 401 } };
    });
    expect(await http.get('/a')).toBe('ok');
    expect(sent.some((config) => config.url === '/sys/refresh')).toBe(false);
  });

  it('leaves with the sentence when it cannot be refreshed, and tries no third time', async () => {
    const error = await caught(always({ status: 401, body: { code: 401 } }).get('/a', { quiet: true }));
    expect(error.msg).toBe('登录信息已失效，请重新登录');
    expect([toasts, out]).toEqual([['登录信息已失效，请重新登录'], 1]);
    expect(sent.map((config) => config.url)).toEqual(['/a', '/sys/refresh']);
  });

  it('says so when there is none at all', async () => {
    token = null;
    refreshToken = null;
    const error = await caught(always({}).get('/a'));
    expect([error.msg, out, sent.length]).toEqual(['登录失效，请重新登录', 1, 0]);
  });

  it('a refused sign-in is a refusal, not a lost session', async () => {
    await caught(always({ status: 401 }).get('/sys/signIn', { open: true, quiet: true }));
    expect([out, toasts]).toEqual([0, []]);
  });
});

describe('downloads', () => {
  it('save an attachment under its name', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:x';
    const http = always({
      body: new Blob(['x']),
      headers: { 'content-disposition': "attachment; filename*=UTF-8''%E9%87%87%E8%B4%AD.xlsx" },
    });
    expect(await http.download('/export', {})).toBeUndefined();
    expect(click).toHaveBeenCalledOnce();
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('采购.xlsx');
    click.mockRestore();
  });

  it('JSON with code 1 gives its data, anything else its message', async () => {
    const json = (body: unknown) => always({ body: new Blob([JSON.stringify(body)]) });
    expect(await json({ code: 1, data: { jobId: 'j' } }).download('/export', {})).toEqual({ jobId: 'j' });
    const error = await caught(json({ code: 203, msg: '超过导出上限' }).download('/export', {}));
    expect([error.msg, toasts]).toEqual(['超过导出上限', ['超过导出上限']]);
  });
});

describe('the end of a session while something is unsaved', () => {
  it('asks for a new sign-in over the page and repeats the call once, same body, with the new token', async () => {
    const bodies: unknown[] = [];
    let asked = 0;
    const http = createHttp(
      {
        ...host,
        signInAgain: async () => {
          asked += 1;
          token = 'T2';
          return true;
        },
      },
      async (config) => {
        const signedOut = config.url === '/sys/refresh' || config.headers.get('Authorization') === 'Bearer T1';
        if (config.url !== '/sys/refresh') bodies.push(config.data);
        const body = signedOut ? { code: 401 } : { code: 200, data: 'saved' };
        return {
          status: signedOut ? 401 : 200,
          data: body,
          headers: {},
          config,
          statusText: '',
        } as unknown as AxiosResponse;
      },
    );
    expect(await http.post('/save', { token: 'S1' }, { quiet: true })).toBe('saved');
    expect(bodies).toEqual(['{"token":"S1"}', '{"token":"S1"}']);
    expect([asked, out, toasts]).toEqual([1, 0, []]);
  });
});

describe('a write that gets no answer', () => {
  /** never answers; ends when the call is given up */
  const silent = () =>
    createHttp(
      host,
      (config) =>
        new Promise((_, reject) => {
          sent.push(config);
          config.signal?.addEventListener?.('abort', () => reject(new AxiosError('canceled', 'ERR_CANCELED', config)));
        }),
    );
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  it('is told after some seconds, can be given up, and the repeat carries the same token', async () => {
    const call = caught(silent().post('/x', { record: {}, token: 'once' }, { quiet: true }));
    await vi.advanceTimersByTimeAsync(SLOW_MS - 1);
    expect(slowCalls.since).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(slowCalls.since).toBeDefined();
    slowCalls.stop();
    expect(await call).toMatchObject({ code: 0, msg: GIVEN_UP });
    expect(slowCalls.since).toBeUndefined();
  });
  it('is forgotten when the answer comes after all; a call that only reads is never told', async () => {
    const read = silent();
    void read.post('/list', { current: 1 }, { quiet: true }).catch(() => undefined);
    let answer: () => void = () => undefined;
    const late = createHttp(host, async (config) => {
      await new Promise<void>((done) => {
        answer = done;
      });
      return {
        status: 200,
        data: { code: 200, data: 3 },
        headers: {},
        config,
        statusText: '',
      } as unknown as AxiosResponse;
    });
    const call = late.post('/x', { token: 'once' });
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(slowCalls.since).toBeDefined();
    answer();
    expect(await call).toBe(3);
    expect(slowCalls.since).toBeUndefined();
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(slowCalls.since).toBeUndefined();
  });
});

describe('a state that a page of the gallery plays', () => {
  const record = { id: 'a', version: 3, rows: [{ version: 1 }] };
  const calls = async (state: string): Promise<readonly unknown[]> => {
    const stop = play('demoDoc', playedState(state) ?? 'slow');
    const http = always({ body: { code: 200, data: 'real' } });
    const of = (path: string, body: unknown) => http.post(path, body, { quiet: true }).catch((error) => error.msg);
    const answers = [
      await of('/lcdp/data/demoDoc/getPageList', {}),
      await of('/lcdp/data/demoDoc/getNew', {}),
      await of('/lcdp/data/demoDoc/save', { record, token: 't' }),
      await of('/lcdp/data/demoDocs/getPageList', {}),
    ];
    stop();
    return [...answers, await of('/lcdp/data/demoDoc/getPageList', {})];
  };
  it('is met by the calls of that page alone, as long as it is played', async () => {
    expect(await calls('empty')).toMatchObject([{ total: 0, records: [] }, 'real', 'real', 'real', 'real']);
    expect(await calls('error')).toEqual(['服务异常,请重试', 'real', '服务异常,请重试', 'real', 'real']);
    expect(await calls('offline')).toEqual(['网络异常，请检查网络', 'real', '网络异常，请检查网络', 'real', 'real']);
    expect(playedState('other')).toBeUndefined();
  });
  it('stale sends the version before, of the record alone', async () => {
    expect(await calls('stale')).toEqual(['real', 'real', 'real', 'real', 'real']);
    const save = sent.find(({ url }) => url?.endsWith('/demoDoc/save') === true);
    expect(JSON.parse(String(save?.data))).toEqual({ record: { ...record, version: 2 }, token: 't' });
  });
});

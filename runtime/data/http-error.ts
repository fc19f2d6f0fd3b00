/** What a refused or failed call says. */

/** A refused or failed call. `code` is the envelope's, else the HTTP status; 0 = no answer at all. */
export class HttpError extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly requestId: string | undefined;
  constructor(code: number, msg: string, data?: unknown, requestId?: string) {
    super(msg);
    this.name = 'HttpError';
    this.code = code;
    this.data = data;
    this.requestId = requestId;
  }
  get msg(): string {
    return this.message;
  }
}

/** The address of what refused, where the answer says one (`print.once`): asked instead of its sentence. */
export const ruleOf = ({ data }: HttpError): string | undefined =>
  (data as { readonly rule?: string } | null | undefined)?.rule;

/** Sentences of the specification §8, letter for letter (the two last are ours: the catalogue names no case for them). */
export const TEXTS = {
  notFound: '数据接口异常',
  signedOut: '登录信息已失效，请重新登录',
  forbidden: '没有权限，请联系管理员',
  badRequest: '参数错误',
  serverError: '服务异常,请重试',
  refused: '服务异常',
  timeout: '请求超时，请检查网络',
  noToken: '登录失效，请重新登录',
  offline: '网络异常，请检查网络',
  tooMany: '操作过于频繁，请稍后再试',
} as const;

/** Everything the server refuses, in the words of the specification §8. The envelope plugin alone makes an answer of it. */
export type ErrorCode = 203 | 400 | 401 | 403 | 404 | 413 | 429 | 500 | 503;

/** What a code says when nobody says more; the first five are the specification's, letter for letter. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, string>> = {
  404: '数据接口异常',
  401: '登录信息已失效，请重新登录',
  403: '没有权限，请联系管理员',
  400: '参数错误',
  500: '服务异常,请重试',
  203: '服务异常',
  413: '提交的内容过大',
  429: '操作过于频繁，请稍后再试',
  503: '服务正在停止，请稍后重试',
};

/** An expected refusal. 203 is a business refusal with HTTP 200; every other code is the HTTP status too. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly data: unknown;
  constructor(code: ErrorCode, text: string = ERROR_TEXTS[code], data: unknown = null) {
    super(text);
    this.code = code;
    this.data = data;
  }
  get status(): number {
    return this.code === 203 ? 200 : this.code;
  }
}

/** A business refusal: one Chinese sentence that says what is wrong and what to do, without a full stop at the end. */
export const refuse = (text: string, data?: unknown): AppError => new AppError(203, text, data ?? null);
export const badRequest = (text?: string, data?: unknown): AppError => new AppError(400, text, data ?? null);
/** Nothing was written; the same call may be sent again once there is room. */
export const diskFull = (): AppError => new AppError(503, '磁盘空间不足，请联系管理员', { rule: 'disk.full' });
export const forbidden = (): AppError => new AppError(403);
export const signedOut = (): AppError => new AppError(401);
/** The address of what refused (`actions.audit`, `maintenance.busy`), where the refusal says one. */
export const ruleOf = ({ data }: AppError): string | undefined => (data as { readonly rule?: string } | null)?.rule;

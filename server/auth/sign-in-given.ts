/** What comes with a sign-in: who calls from where, and what was typed. */
export interface Caller {
  readonly ip: string;
  readonly client: string;
  readonly appMark: number;
  readonly requestId: string;
}
export interface SignInGiven {
  readonly loginName: string;
  readonly password: string;
  /** code or id of the organisation */
  readonly org?: string;
  readonly ticket?: string;
  readonly captchaId?: string;
  readonly captcha?: string;
}

/** Calls of the sign-in screens; they work without a session and show their refusals themselves. */
import { http } from '../../../runtime/data/http';
import type { SignedIn } from '../../session/tokens';
import type { CaptchaAnswer } from './Captcha';
import { type SignInKey, sealPassword } from './envelope';

interface InitAnswer {
  readonly version: string;
  readonly serverTime: string | number;
  readonly loginLayout?: number;
  readonly registerMode?: number;
  readonly keyId: string;
  readonly publicKey: string;
  readonly orgRequired?: boolean;
  readonly orgName?: string;
  readonly copyright?: string;
  readonly needFirstOrg?: boolean;
  /** 2 = a picture at every sign-in */
  readonly captchaMode?: number;
  /** what whoever registers agrees to; empty = nothing */
  readonly terms?: string;
  readonly industries?: readonly { readonly value: string; readonly label: string }[];
  /** the messenger's sign-in: of one company, where there is one alone */
  readonly ding?: { readonly enabled: boolean; readonly corpId?: string; readonly auto?: boolean };
  /** terminals of the floor sign people in by PIN */
  readonly pinLogin?: boolean;
  /** codes can be sent */
  readonly canForget?: boolean;
}
export interface Init extends Omit<InitAnswer, 'serverTime'>, SignInKey {
  readonly serverTime: number;
}
export interface Choice {
  readonly chooseOrg: readonly { readonly orgId: string; readonly name: string }[];
  readonly ticket: string;
}

const OPEN = { open: true, quiet: true } as const;

export const fetchInit = async (): Promise<Init> => {
  const answer = await http.get<InitAnswer>('/sys/init', OPEN);
  return { ...answer, serverTime: moment(answer.serverTime), receivedAt: performance.now() };
};

/** the server writes its clock as milliseconds or as 'YYYY-MM-DD HH:mm:ss' in factory time */
const moment = (time: string | number): number => {
  if (typeof time === 'number') return time;
  const parsed = Date.parse(/Z|[+-]\d\d:?\d\d$/.test(time) ? time : `${time.replace(' ', 'T')}+08:00`);
  return Number.isNaN(parsed) ? Date.now() : parsed;
};

export interface SignInWith {
  readonly loginName: string;
  readonly password: string;
  readonly org?: string;
  readonly ticket?: string;
  readonly picture?: CaptchaAnswer;
  readonly bindTicket?: string;
}

export const signIn = async (init: Init, given: SignInWith): Promise<SignedIn | Choice> => {
  const pwd = await sealPassword(given.password, init);
  return http.get<SignedIn | Choice>('/sys/signIn', {
    ...OPEN,
    params: {
      loginName: given.loginName,
      pwd,
      keyId: init.keyId,
      ...(given.org === undefined || given.org === '' ? {} : { org: given.org }),
      ...(given.ticket === undefined ? {} : { ticket: given.ticket }),
      ...(given.bindTicket === undefined ? {} : { bindTicket: given.bindTicket }),
      ...given.picture,
    },
  });
};

export const askSignIn = (mobile: string, picture: CaptchaAnswer): Promise<{ readonly resendAfter: number }> =>
  http.get('/sys/getPhoneCode', { ...OPEN, params: { mobile, purpose: '30', ...picture } });
export const signInSms = (
  mobile: string,
  smsCode: string,
  more: { readonly org?: string; readonly ticket?: string },
): Promise<SignedIn | Choice> => http.post('/sys/signIn', { loginName: mobile, smsCode, ...more }, OPEN);

export const askForgotten = (mobile: string, picture: CaptchaAnswer): Promise<{ readonly resendAfter: number }> =>
  http.get('/sys/user/getForgetPasswordCode', { ...OPEN, params: { mobile, ...picture } });
export const proveForgotten = (mobile: string, code: string): Promise<{ readonly ticket: string }> =>
  http.post('/sys/user/forgetPassword', { mobile, code }, OPEN);
export const renewForgotten = async (init: Init, ticket: string, password: string): Promise<void> => {
  const newPwd = await sealPassword(password, init);
  await http.post('/sys/user/confirmPassword', { ticket, newPwd, keyId: init.keyId }, OPEN);
};

export interface FirstOrgGiven {
  readonly orgName: string;
  readonly orgCode: string;
  readonly loginName: string;
  readonly name: string;
  readonly password: string;
}
/** creates the first organisation and its administrator; refused as soon as there is one */
export const createFirstOrg = async (init: Init, given: FirstOrgGiven): Promise<void> => {
  const { password, ...rest } = given;
  await http.post('/sys/firstOrg', { ...rest, pwd: await sealPassword(password, init), keyId: init.keyId }, OPEN);
};

export const askRegister = (mobile: string, picture: CaptchaAnswer): Promise<{ readonly resendAfter: number }> =>
  http.get('/sys/getPhoneCode', { ...OPEN, params: { mobile, purpose: '10', ...picture } });
export const hasOrgName = async (name: string): Promise<boolean> =>
  (await http.post<{ readonly exists: boolean }>('/sys/checkOrgName', { name }, OPEN)).exists;

export interface SignUpGiven {
  readonly mobile: string;
  readonly code: string;
  readonly orgName: string;
  readonly industry: string;
  readonly contact: string;
  readonly password: string;
  readonly token: string;
}
export interface SignedUp {
  readonly orgCode: string;
  readonly loginName: string;
  readonly mustWait: boolean;
}
/** an organisation with its first administrator */
export const signUp = async (init: Init, given: SignUpGiven): Promise<SignedUp> => {
  const { password, ...rest } = given;
  const newPwd = await sealPassword(password, init);
  return http.post('/sys/signUp', { ...rest, newPwd, keyId: init.keyId, agree: true }, OPEN);
};

export const signInPartner = (token: string): Promise<SignedIn> =>
  http.get('/sys/signlingyang', { ...OPEN, params: { token } });
/** `/login?islingyang=1&token=…`: the token leaves the address before anything else happens, so that it is in no history. */
export const takePartnerToken = (): string | null => {
  const query = new URLSearchParams(location.search);
  const token = query.get('islingyang') === '1' ? query.get('token') : null;
  if (query.has('token')) {
    query.delete('token');
    query.delete('islingyang');
    const rest = query.toString();
    history.replaceState(history.state, '', `${location.pathname}${rest === '' ? '' : `?${rest}`}`);
  }
  return token;
};

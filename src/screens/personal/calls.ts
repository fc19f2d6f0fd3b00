import { http } from '../../../runtime/data/http';
import type { CaptchaAnswer } from '../login/Captcha';

export interface OwnSession {
  readonly id: string;
  readonly kind: string;
  readonly ip: string;
  readonly client: string;
  readonly startedAt: string;
  readonly lastSeenAt: string | null;
  readonly current: boolean;
}
export interface Profile {
  readonly name: string;
  readonly loginName: string;
  readonly dept: string;
  readonly roles: readonly string[];
  readonly employee: string;
  readonly mobile: string;
  readonly canChangeMobile: boolean;
  readonly lastLoginAt: string | null;
  readonly sessions: readonly OwnSession[];
}

export const fetchProfile = (): Promise<Profile> => http.get('/sys/user/profile', { quiet: true });
export const endSession = (id: string): Promise<true> => http.post('/sys/user/endSession', { id });
export const sendMobileCode = (mobile: string, picture: CaptchaAnswer): Promise<{ readonly resendAfter: number }> =>
  http.get('/sys/user/getMobileCode', { quiet: true, params: { mobile, ...picture } });
export const changeMobile = (mobile: string, code: string): Promise<true> =>
  http.post('/sys/user/changeMobile', { mobile, code }, { quiet: true });

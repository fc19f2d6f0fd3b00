import { http } from '../../../runtime/data/http';
import type { Profile } from '../../../schemas/language/wire';
import type { CaptchaAnswer } from '../login/Captcha';

export const fetchProfile = (): Promise<Profile> => http.get('/sys/user/profile', { quiet: true });
export const endSession = (id: string): Promise<true> => http.post('/sys/user/endSession', { id });
export const unbind = (id: string): Promise<true> => http.post('/sys/user/unbind', { id });
export const sendMobileCode = (mobile: string, picture: CaptchaAnswer): Promise<{ readonly resendAfter: number }> =>
  http.get('/sys/user/getMobileCode', { quiet: true, params: { mobile, ...picture } });
export const changeMobile = (mobile: string, code: string): Promise<true> =>
  http.post('/sys/user/changeMobile', { mobile, code }, { quiet: true });

/** What people set for themselves; times are HH:mm, both or none. */
export interface Own {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly phrases: readonly string[];
}
export const fetchOwn = (): Promise<Own> => http.get('/sys/user/own', { quiet: true });
export const saveOwn = (change: Partial<Own>): Promise<true> => http.post('/sys/user/own', change);

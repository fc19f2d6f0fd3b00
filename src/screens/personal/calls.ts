import { http } from '../../../runtime/data/http';
import type { Profile } from '../../../schemas/language/wire';
import type { CaptchaAnswer } from '../login/Captcha';

export const fetchProfile = (): Promise<Profile> => http.get('/sys/user/profile', { quiet: true });
export const endSession = (id: string): Promise<true> => http.post('/sys/user/endSession', { id });
export const sendMobileCode = (mobile: string, picture: CaptchaAnswer): Promise<{ readonly resendAfter: number }> =>
  http.get('/sys/user/getMobileCode', { quiet: true, params: { mobile, ...picture } });
export const changeMobile = (mobile: string, code: string): Promise<true> =>
  http.post('/sys/user/changeMobile', { mobile, code }, { quiet: true });

import { http } from '../../../runtime/data/http';
import type { OwnLook, OwnScheme, Profile } from '../../../schemas/language/wire';
import type { CaptchaAnswer } from '../login/Captcha';

export const fetchProfile = (): Promise<Profile> => http.get('/sys/user/profile', { quiet: true });
export const endSession = (id: string): Promise<true> => http.post('/sys/user/endSession', { id });
export const unbind = (id: string): Promise<true> => http.post('/sys/user/unbind', { id });
export const sendMobileCode = (mobile: string, picture: CaptchaAnswer): Promise<{ readonly resendAfter: number }> =>
  http.get('/sys/user/getMobileCode', { quiet: true, params: { mobile, ...picture } });
export const changeMobile = (mobile: string, code: string): Promise<true> =>
  http.post('/sys/user/changeMobile', { mobile, code }, { quiet: true });
/** null takes it away */
export const savePin = (pin: string | null): Promise<true> => http.post('/sys/user/pin', { pin }, { quiet: true });

export const fetchPhrases = async (): Promise<readonly string[]> =>
  (await http.get<OwnLook & { readonly phrases: readonly string[] }>('/sys/user/own', { quiet: true })).phrases;
export const savePhrases = (phrases: readonly string[]): Promise<true> => http.post('/sys/user/own', { phrases });

export const fetchSchemes = (): Promise<readonly OwnScheme[]> => http.get('/searchScheme/mine', { quiet: true });
export const schemeCall = (act: 'del' | 'setDefault' | 'cancelDefault', id: string): Promise<true> =>
  http.get(`/searchScheme/${act}`, { params: { id } });

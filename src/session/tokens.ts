/** The tokens of the session in browser storage. The access token lives `expiresIn` seconds, the refresh token twice that. */
import type { Tokens } from '../../runtime/data/http';
import { readValue, removeValue, writeValue } from './storage';

export interface SignedIn extends Tokens {
  readonly nickName: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgName: string;
  /** over after so long without anybody doing anything */
  readonly idleSeconds?: number | null;
  readonly needUpdatePwd?: { readonly need: 0 | 1 | 2; readonly reason?: string; readonly daysLeft?: number } | number;
}

export const accessToken = (): string | null => readValue<string>('accessToken');
export const refreshToken = (): string | null => readValue<string>('refreshToken');
/** the same after it is over, for what was done without network (domain 30 §7) */
export const lateToken = (): string | null => readValue<string>('lateToken');
const LATE_SECONDS = 72 * 3600;
export const hasSession = (): boolean => accessToken() !== null || refreshToken() !== null;

export const saveTokens = ({ access_token, refreshToken: next, expiresIn }: Tokens): void => {
  writeValue('accessToken', access_token, expiresIn);
  writeValue('lateToken', access_token, expiresIn + LATE_SECONDS);
  writeValue('refreshToken', next, expiresIn * 2);
};

export const forgetTokens = (): void => {
  removeValue('accessToken');
  removeValue('lateToken');
  removeValue('refreshToken');
};

const IDLE = 'idleSeconds';
/** null = a session that only ends by its hours */
export const idleSeconds = (): number | null => readValue<number>(IDLE);

/** everything a successful sign-in leaves in storage */
export const saveSignIn = (answer: SignedIn): void => {
  saveTokens(answer);
  const { expiresIn, nickName } = answer;
  writeValue('nickName', nickName, expiresIn * 2);
  writeValue('userInfo', { expiresIn, nickName }, expiresIn * 2);
  writeValue('user', { id: answer.userId, orgName: answer.orgName }, expiresIn * 2);
  writeValue('org', answer.orgId);
  if (answer.idleSeconds) writeValue(IDLE, answer.idleSeconds);
  else removeValue(IDLE);
};

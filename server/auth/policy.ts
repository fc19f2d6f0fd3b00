import { BlockList, isIP } from 'node:net';
import type { PasswordPolicy } from '../../schemas/language/password';
import type { Value } from '../../schemas/language/value';
import type { OrgInfo } from '../ctx';

/** Rules of sign-in and passwords of one organisation; a key nobody declares has the value of domain 10, 5.10. */
export interface Policy extends PasswordPolicy {
  readonly sessionHours: number;
  /** a session ends by itself after so long without a call; 0 = never */
  readonly idleMinutes: number;
  /** the same on a terminal of the floor, which signs people in by PIN only with `pinLogin` */
  readonly pinMinutes: number;
  readonly pinLogin: boolean;
  readonly maxFail: number;
  readonly lockMinutes: number;
  readonly singleSession: boolean;
  readonly history: number;
  readonly expireDays: number;
  readonly warnDays: number;
  /** a password somebody else chose must be changed */
  readonly firstChange: boolean;
  /** wrong tries of a name or an address before a picture must be read; 0 = always */
  readonly captchaAfter: number;
  /** CIDR per line, empty = everywhere */
  readonly ipAllow: string;
}
/** How auth reads settings: injected, so that it does not know the registry. */
export type SettingOf = (org: OrgInfo, key: string) => Promise<Value>;

export const policyOf = async (org: OrgInfo, setting: SettingOf): Promise<Policy> => {
  const number = async (key: string, otherwise: number): Promise<number> => {
    const value = await setting(org, `auth.${key}`);
    return typeof value === 'number' ? value : otherwise;
  };
  const flag = async (key: string, otherwise: boolean): Promise<boolean> => {
    const value = await setting(org, `auth.${key}`);
    return typeof value === 'boolean' ? value : otherwise;
  };
  const ipAllow = await setting(org, 'auth.ipAllow');
  return {
    sessionHours: await number('sessionHours', 12),
    idleMinutes: await number('idleMinutes', 0),
    pinMinutes: await number('pinMinutes', 15),
    pinLogin: await flag('pinLogin', false),
    maxFail: await number('maxFail', 5),
    lockMinutes: await number('lockMinutes', 30),
    singleSession: await flag('singleSession', false),
    minLength: await number('minLength', 8),
    classes: await number('classes', 3),
    history: await number('history', 5),
    maxRun: await number('maxRun', 3),
    weakList: await flag('weakList', true),
    expireDays: await number('expireDays', 0),
    warnDays: await number('warnDays', 7),
    firstChange: await flag('firstChange', true),
    captchaAfter: await number('captchaAfter', 3),
    ipAllow: typeof ipAllow === 'string' ? ipAllow : '',
  };
};

/** An account of several organisations obeys the strictest of them. */
export const strictest = (policies: readonly Policy[]): Policy | undefined => {
  const [first] = policies;
  if (!first) return undefined;
  const least = (key: 'maxFail' | 'maxRun' | 'expireDays'): number => {
    // 0 switches a limit off, which is never the strictest
    const limits = policies.map((policy) => policy[key]).filter((limit) => limit > 0);
    return limits.length === 0 ? 0 : Math.min(...limits);
  };
  const most = (key: 'lockMinutes' | 'minLength' | 'classes' | 'history'): number =>
    Math.max(...policies.map((policy) => policy[key]));
  return {
    ...first,
    maxFail: least('maxFail'),
    captchaAfter: Math.min(...policies.map((policy) => policy.captchaAfter)),
    maxRun: least('maxRun'),
    expireDays: least('expireDays'),
    lockMinutes: most('lockMinutes'),
    minLength: most('minLength'),
    classes: most('classes'),
    history: most('history'),
    weakList: policies.some(({ weakList }) => weakList),
  };
};

export const isAllowed = (ipAllow: string, ip: string): boolean => {
  const lines = ipAllow.split(/[\s,;]+/).filter((line) => line !== '');
  if (lines.length === 0) return true;
  const list = new BlockList();
  for (const line of lines) {
    const [address = '', bits] = line.split('/');
    const family = isIP(address);
    if (family === 0) continue;
    const kind = family === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  const plain = ip.replace(/^::ffff:/, '');
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
};

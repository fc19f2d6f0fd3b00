/** 密码策略 (10 §5.10): networks that are none, and one that would shut out who sets it. */
import { isIP } from 'node:net';
import type { Problem } from '../../schemas/language/value';
import type { DomainModule } from '../ctx';
import { isAllowed } from './policy';

export const passwordPolicy: DomainModule = {
  async check(record, _old, ctx) {
    const text = typeof record.authIpAllow === 'string' ? record.authIpAllow : '';
    const say = (sentence: string): readonly Problem[] => [{ code: 'policy.ip', path: 'authIpAllow', text: sentence }];
    const wrong = text.split(/[\s,;]+/).find((line) => line !== '' && !isNetwork(line));
    if (wrong !== undefined) return say(`网段格式不正确：${wrong}`);
    const { ip } = ctx.session;
    return ip !== undefined && !isAllowed(text, ip) ? say('当前IP不在允许网段内，保存后将无法登录') : [];
  },
};

const isNetwork = (line: string): boolean => {
  const [address = '', bits, more] = line.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

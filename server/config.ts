/** The environment, read once at start. Every value is checked; what is malformed or unknown is named. */

import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { DING_HOSTS, type DingHosts } from './auth/ding-client';
import { ROOT } from './root';
import { StartError } from './start-error';

export const ROLES = ['web', 'ingest', 'jobs'] as const;
export type Role = (typeof ROLES)[number];
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  readonly host: string;
  readonly port: number;
  /** somebody chose the port: when it is busy we refuse instead of taking the next */
  readonly portIsSet: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** who owns the tables, when DATABASE_URL names another user for the application */
  readonly databaseOwnerUrl: string | undefined;
  readonly roles: readonly Role[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** undefined: only a new embedded database gets the demo factory */
  readonly demo: boolean | undefined;
  /** the demo factory with what its people have done, or only its rows */
  readonly demoStory: boolean;
  readonly demoPassword: string | undefined;
  /** addresses whose X-Forwarded-For counts */
  readonly trustProxy: readonly string[];
  /** 32 bytes as hex or base64 that seal secrets at rest; else a file in the data folder */
  readonly secretKey: string | undefined;
  /** PEM files; both or none */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly production: boolean;
  /** the SMS gateway of `sms.provider` http */
  readonly sms: {
    readonly url?: string | undefined;
    readonly headers?: string | undefined;
    readonly body?: string | undefined;
  };
  /** hosts of DingTalk; its own unless told otherwise */
  readonly ding: DingHosts;
  /** the broker of boxes, off unless a port is set; the one with TLS uses the pair of `tls` */
  readonly mqtt: {
    readonly port: number | undefined;
    readonly tlsPort: number | undefined;
    /** a broker outside */
    readonly url: string | undefined;
  };
  readonly bench: boolean;
  /** the key that sealed what stands in the database is gone for good: start without it */
  readonly secretKeyLost: boolean;
  /** set, known, and without a reader in this version */
  readonly unused: readonly string[];
}

/** Names of architecture §7. Those without a reader yet are known, so that a typing error is told apart from them. */
const KNOWN: readonly RegExp[] = [
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_OWNER_URL|ROLES|MQTT_URL|MQTT_PORT|MQTT_TLS_PORT|LOG_LEVEL|DEMO|DEMO_STORY|DEMO_PASSWORD|TRUST_PROXY|SECRET_KEY|SECRET_KEY_LOST)$/,
  /^(TLS_CERT|TLS_KEY|MILLWRIGHT_BENCH|MILLWRIGHT_TEST_[A-Z]+)$/,
  /^(S3|SMS|DING)_[A-Z_]+$/,
];
const LATER = /^(ROLES$|S3_|SMS_(?!URL$|HEADERS$|BODY$)|DING_(?!API$|OAPI$|LOGIN$))/;
/** What looks like one of ours; other programs' variables are none of our business. */
const OURS = /^(MILLWRIGHT_|MQTT_|S3_|SMS_|DING_|DEMO|DATA_DIR|DATABASE_|TRUST_|SECRET_KEY|LOG_LEVEL|TLS_)/;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const problems: string[] = [];
  const wrong = (name: string, want: string): undefined => {
    problems.push(`${name}=${/SECRET|PASSWORD|URL|KEY/.test(name) ? '…' : env[name]}：${want}`);
    return undefined;
  };
  const text = (name: string): string | undefined =>
    env[name] === undefined || env[name] === '' ? undefined : env[name];
  const flag = (name: string): boolean | undefined => {
    const value = text(name);
    return value === undefined || value === '0' || value === '1'
      ? value === undefined
        ? undefined
        : value === '1'
      : wrong(name, '应为 0 或 1 / must be 0 or 1');
  };

  for (const name of Object.keys(env))
    if (OURS.test(name) && !KNOWN.some((known) => known.test(name)))
      problems.push(`${name}：未知的变量 / unknown variable`);

  const port = Number(text('PORT') ?? 8000);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    wrong('PORT', '应为 0 到 65535 的整数 / must be a port number');
  const roles = (text('ROLES') ?? ROLES.join(',')).split(',').map((role) => role.trim());
  if (!roles.every(isRole)) wrong('ROLES', `应为 ${ROLES.join(',')} 的组合 / must be some of ${ROLES.join(',')}`);
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!isLogLevel(logLevel)) wrong('LOG_LEVEL', `应为 ${LOG_LEVELS.join(' ')} 之一 / must be one of these`);
  const databaseUrl = text('DATABASE_URL');
  const databaseOwnerUrl = text('DATABASE_OWNER_URL');
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const)
    if (text(name) !== undefined && !isPostgresUrl(text(name) ?? ''))
      wrong(name, '应为 postgres://用户:密码@主机:端口/库 / must be a postgres:// address');
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined)
    wrong('DATABASE_OWNER_URL', '须与 DATABASE_URL 一起给出 / goes with DATABASE_URL');
  const trustProxy = (text('TRUST_PROXY') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (!trustProxy.every(isCidr)) wrong('TRUST_PROXY', '应为逗号分隔的网段 / must be addresses or CIDRs');
  const secretKey = text('SECRET_KEY');
  if (secretKey?.split(',').some((part) => keyBytes(part.trim()) === null))
    wrong('SECRET_KEY', '应为32字节的hex或base64 / must be 32 bytes as hex or base64');
  const demoPassword = text('DEMO_PASSWORD');
  if (demoPassword !== undefined && demoPassword.length < 8)
    wrong('DEMO_PASSWORD', '至少8位 / needs at least 8 characters');
  const host = text('HOST') ?? '127.0.0.1';
  if (/\s|\//.test(host)) wrong('HOST', '应为地址或主机名 / must be an address');
  const [cert, key] = [text('TLS_CERT'), text('TLS_KEY')];
  if ((cert === undefined) !== (key === undefined)) problems.push('TLS_CERT, TLS_KEY：须同时给出 / go together');
  for (const [name, file] of [
    ['TLS_CERT', cert],
    ['TLS_KEY', key],
  ] as const)
    if (file !== undefined && !existsSync(file)) problems.push(`${name}：文件不存在 / no such file`);
  const portOf = (name: string): number | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    const number = Number(given);
    return Number.isInteger(number) && number > 0 && number <= 65535
      ? number
      : wrong(name, '应为 1 到 65535 的整数 / must be a port number');
  };
  const mqtt = { port: portOf('MQTT_PORT'), tlsPort: portOf('MQTT_TLS_PORT'), url: text('MQTT_URL') };
  if (mqtt.url !== undefined && !isMqttUrl(mqtt.url))
    wrong('MQTT_URL', '应为 mqtt://用户:密码@主机:端口 或 mqtts://… / must be an mqtt:// or mqtts:// address');
  if (mqtt.tlsPort !== undefined && cert === undefined)
    wrong('MQTT_TLS_PORT', '须与 TLS_CERT、TLS_KEY 一起给出 / goes with TLS_CERT and TLS_KEY');
  const demo = flag('DEMO');
  const demoStory = flag('DEMO_STORY') ?? true;
  const bench = flag('MILLWRIGHT_BENCH');
  const secretKeyLost = flag('SECRET_KEY_LOST');

  if (problems.length > 0)
    throw new StartError(
      `环境变量有误 / wrong environment variables:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  return {
    host,
    port,
    portIsSet: text('PORT') !== undefined,
    dataDir: resolve(ROOT, text('DATA_DIR') ?? 'data'),
    databaseUrl,
    databaseOwnerUrl,
    roles: roles.filter(isRole),
    logLevel: isLogLevel(logLevel) ? logLevel : 'info',
    demo,
    demoStory,
    demoPassword,
    trustProxy,
    secretKey,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    production: env.NODE_ENV === 'production',
    mqtt,
    bench: bench === true,
    secretKeyLost: secretKeyLost === true,
    sms: { url: text('SMS_URL'), headers: text('SMS_HEADERS'), body: text('SMS_BODY') },
    ding: {
      api: text('DING_API') ?? DING_HOSTS.api,
      oapi: text('DING_OAPI') ?? DING_HOSTS.oapi,
      login: text('DING_LOGIN') ?? DING_HOSTS.login,
    },
    unused: Object.keys(env).filter((name) => LATER.test(name) && text(name) !== undefined),
  };
};

/** 32 bytes of a key text, null when it is none. */
export const keyBytes = (text: string): Buffer | null => {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return bytes.length === 32 ? bytes : null;
};

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);
const isLogLevel = (text: string): text is Config['logLevel'] => (LOG_LEVELS as readonly string[]).includes(text);
const isMqttUrl = (text: string): boolean => /^mqtts?:\/\/[^/]/.test(text) && URL.canParse(text);
const isPostgresUrl = (text: string): boolean => {
  try {
    return /^postgres(ql)?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};
const isCidr = (text: string): boolean => {
  const [address = '', bits] = text.split('/');
  const kind = isIP(address);
  return kind !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128)));
};

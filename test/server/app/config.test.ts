import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config';

describe('the environment', () => {
  test('has defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      portIsSet: false,
      roles: ['web', 'ingest', 'jobs'],
      logLevel: 'info',
      demo: undefined,
      demoStory: true,
      databaseUrl: undefined,
      trustProxy: [],
    });
  });
  test.each([
    [{ PORT: 'x' }, 'PORT=x'],
    [{ PORT: '70000' }, 'PORT=70000'],
    [{ DEMO: 'yes' }, 'DEMO=yes'],
    [{ ROLES: 'web,worker' }, 'ROLES=web,worker'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud'],
    [{ DATABASE_URL: 'mysql://u:geheim@h/d' }, 'DATABASE_URL=…'],
    [{ DATABASE_OWNER_URL: 'postgres://u:geheim@h/d' }, 'DATABASE_OWNER_URL=…'],
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY=10.0.0.0/99'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY=…'],
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD=…'],
    [{ MILLWRIGHT_BENHC: '1' }, 'MILLWRIGHT_BENHC'],
    [{ DATA_DIRR: 'x' }, 'DATA_DIRR'],
    [{ TLS_CERT: '/nowhere/cert.pem' }, 'TLS_CERT'],
  ])('names what is wrong: %j', (env, text) => {
    expect(() => readConfig(env)).toThrow(text);
    expect(() => readConfig(env)).not.toThrow('geheim');
  });
  test('tells all mistakes at once, and knows those of later parts', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[\s\S]*DEMO/);
    expect(() => readConfig({ ROLES: 'web', S3_BUCKET: 'b', SMS_URL: 'x', PATH: '/bin', HOME: '/' })).not.toThrow();
  });
  test('a broker outside has an address, with or without TLS', () => {
    expect(readConfig({ MQTT_URL: 'mqtts://mw:x@broker:8883' }).mqtt.url).toBe('mqtts://mw:x@broker:8883');
    for (const MQTT_URL of ['broker:1883', 'http://geheim@h', 'mqtt://', 'mqtt:///x'])
      expect(() => readConfig({ MQTT_URL })).toThrow('MQTT_URL=…：应为 mqtt://');
  });
});

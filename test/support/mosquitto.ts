/** Mosquitto of the system's packages, with users who may say and hear what is theirs. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './iot';

// it stands where an ordinary user's PATH does not lead
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`;
const env = { ...process.env, PATH };
const isThere = (command: string): boolean => spawnSync(command, ['--help'], { env }).error === undefined;
export const HAS_MOSQUITTO = isThere('mosquitto') && isThere('mosquitto_pub') && isThere('mosquitto_passwd');

export interface Mosquitto {
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
}
export interface BrokerUser {
  readonly name: string;
  readonly password: string;
  /** lines of its ACL, without the word topic */
  readonly may: readonly string[];
}

export const openMosquitto = async (dir: string, users: readonly BrokerUser[]): Promise<Mosquitto> => {
  const port = await freePort();
  mkdirSync(dir, { recursive: true });
  const [config, passwords, acl] = ['mosquitto.conf', 'passwords', 'acl'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(passwords, '', { mode: 0o600 });
  for (const { name, password } of users) execFileSync('mosquitto_passwd', ['-b', passwords, name, password], { env });
  writeFileSync(
    acl,
    users.map(({ name, may }) => [`user ${name}`, ...may.map((line) => `topic ${line}`), ''].join('\n')).join('\n'),
  );
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `password_file ${passwords}`,
    `acl_file ${acl}`,
    'persistence true',
    `persistence_location ${dir}/`,
    'autosave_interval 1',
    'autosave_on_changes true',
    'max_queued_messages 0',
    'max_inflight_messages 0',
    ...(process.getuid?.() === 0 ? ['user root'] : []),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    running = spawn('mosquitto', ['-c', config], { env, stdio: 'ignore' });
    for (let tries = 0; tries < 100; tries++) {
      if (await answers(port)) return;
      await sleep(100);
    }
    throw new Error('mosquitto does not answer');
  };
  await start();
  return {
    port,
    start,
    async kill() {
      const gone = new Promise((resolve) => running?.once('exit', resolve));
      running?.kill('SIGKILL');
      await gone;
    },
  };
};
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** `mosquitto_pub` at QoS 1: holds when the broker has it. */
export const mosquittoPub = (
  port: number,
  user: BrokerUser,
  message: { readonly topic: string; readonly payload: Buffer; readonly version?: '311' | '5' },
): void => {
  const { topic, payload, version = '311' } = message;
  execFileSync(
    'mosquitto_pub',
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-V',
      version === '5' ? 'mqttv5' : 'mqttv311',
      '-i',
      user.name.split('/')[1] ?? user.name,
      '-u',
      user.name,
      '-P',
      user.password,
      '-q',
      '1',
      '-t',
      topic,
      '-s',
    ],
    { env, input: payload, timeout: 10_000 },
  );
};

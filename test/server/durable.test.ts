/**
 * Power may go at any moment. What a name leads to is on the disk before the name is given, and the name is on the disk before the call
 * answers: watched call by call, for every way a file of DATA_DIR comes into being.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as node from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { secretKeysOf } from '../../server/auth/seal';
import { startEmbedded } from '../../server/db/embedded';
import { type Disk, makeFolder, moveDurably, writeDurably } from '../../server/durable';
import { ROOT } from '../../server/root';
import { dataFolder, removeFolder } from '../support/folder';

const root = dataFolder('durable');
afterAll(() => removeFolder(root));

/** A disk that loses with the power what was not synced: `lost` names what a cut would take now. */
const watched = () => {
  const unsynced = new Set<string>();
  const unnamed = new Map<string, string>();
  const named = (path: string): void => {
    unnamed.set(path, dirname(path));
  };
  const disk: Disk = {
    ...node,
    open: (async (path: string, flags: string, mode?: number) => {
      const file = await node.open(path, flags, mode);
      const write = file.writeFile.bind(file);
      const sync = file.sync.bind(file);
      return Object.assign(file, {
        writeFile: async (content: string) => {
          unsynced.add(path);
          await write(content);
        },
        sync: async () => {
          await sync();
          unsynced.delete(path);
          for (const [name, folder] of unnamed) if (folder === path) unnamed.delete(name);
        },
      });
    }) as unknown as Disk['open'],
    mkdir: (async (path: string, options: object) => {
      const first = (await node.mkdir(path, options)) as unknown as string | undefined;
      if (first !== undefined) for (let made = path; made.length >= first.length; made = dirname(made)) named(made);
      return first;
    }) as unknown as Disk['mkdir'],
    link: async (from, to) => {
      expect([...unsynced]).not.toContain(from);
      await node.link(from, to);
      named(String(to));
    },
    rename: async (from, to) => {
      expect([...unsynced].filter((path) => path.startsWith(String(from)))).toEqual([]);
      await node.rename(from, to);
      named(String(to));
    },
  };
  return { disk, unsynced, lost: () => [...unsynced, ...unnamed.keys()] };
};

it('a written file is whole under its name or not there, and stays', async () => {
  const { disk, lost } = watched();
  const path = join(root, 'key');
  expect(await writeDurably(path, 'secret', disk)).toBe(true);
  expect(lost()).toEqual([]);
  expect(readFileSync(path, 'utf8')).toBe('secret');
  // a second process was faster: its file stays, nothing is left beside
  expect(await writeDurably(path, 'other', disk)).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('secret');
  expect(readdirSync(root).filter((name) => name.startsWith('key'))).toEqual(['key']);
});

it('a moved file or folder is on the disk before it has its name', async () => {
  const { disk, unsynced, lost } = watched();
  const from = join(root, 'half');
  await node.mkdir(join(from, 'deep'), { recursive: true });
  await node.writeFile(join(from, 'deep', 'file'), 'bytes');
  unsynced.add(join(from, 'deep', 'file'));
  await moveDurably(from, join(root, 'whole'), disk);
  expect(lost()).toEqual([]);
  expect(readFileSync(join(root, 'whole', 'deep', 'file'), 'utf8')).toBe('bytes');
});

it('folders that were missing are on the disk one and all', async () => {
  const { disk, lost } = watched();
  await makeFolder(join(root, 'a', 'b', 'c'), 0o700, disk);
  expect(lost()).toEqual([]);
});

it('no other place of the server gives files their names', () => {
  // temp files (nobody relies on them), programs' links, the log of the database and of messages
  const fine = new Set([
    'server/durable.ts',
    'server/files/upload.ts',
    'server/files/made.ts',
    'server/files/picture.ts',
    'server/maint/dump.ts',
    'server/auth/sms.ts',
    'server/db/postmaster.ts',
  ]);
  const sources = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sources(path) : path.endsWith('.ts') ? [path] : [];
    });
  const WRITES =
    /\b(writeFile|writeFileSync|createWriteStream|rename|renameSync|appendFile|appendFileSync)\b[^;]*from 'node:fs/;
  const found = sources(join(ROOT, 'server'))
    .filter((path) => WRITES.test(readFileSync(path, 'utf8')))
    .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
    .filter((path) => !fine.has(path));
  // the password initdb reads once, taken away with the half cluster
  expect(found).toEqual(['server/db/cluster.ts']);
});

it('a first start that power ended between its files goes on', async () => {
  const dataDir = join(root, 'first');
  await node.mkdir(dataDir, { mode: 0o711 });
  await node.writeFile(join(dataDir, 'pg.secret'), '');
  const first = await startEmbedded({ dataDir });
  await first.stop();
  expect(readFileSync(join(dataDir, 'pg.secret'), 'utf8')).toMatch(/^[0-9a-f]{48}$/);
  await node.writeFile(join(dataDir, 'pg.secret'), '');
  await expect(startEmbedded({ dataDir })).rejects.toThrow('pg.secret 缺失或为空');
  expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
});

it('the key is made once, whole', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => secretKeysOf(undefined, join(root, 'keys'))));
  expect(new Set(keys.map(({ keys: [key] }) => key.toString('hex'))).size).toBe(1);
  expect(readdirSync(join(root, 'keys'))).toEqual(['secret.key']);
});

/** Packages that nobody exported: every byte of them, hashes too, is written by whoever hands them in. */
import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf, exportApp, importApp } from '../../../server/design/package';
import { openPackage } from '../../../server/design/package-file';
import { publish } from '../../../server/design/publish';
import { type Designing, openDesign, toolLoan, wish } from '../../support/design';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const app = { code: 'xHostile', title: '别处', icon: null, colour: null };
interface File {
  readonly id: string;
  readonly text: string;
  readonly app?: unknown;
}
/** A package as its maker likes it, with hashes that are right. */
const packed = (said: object, files: readonly (File | null)[] = []): Buffer => {
  const named = files.map((file, n) => ({ file, name: `f${n}.json` }));
  const head = {
    format: 'millwright-app/1',
    language: 1,
    app,
    files: named.map(({ file, name }) => file && { id: file.id, file: name, hash: hashOf(file.text), app: file.app }),
    ...said,
  };
  // what JSON leaves out is not hashed either
  const text = JSON.stringify(head);
  const manifest = { ...(JSON.parse(text) as object), hash: hashOf(text) };
  const texts = named.map(({ file, name }) => [name, strToU8(file?.text ?? '')] as const);
  return Buffer.from(zipSync({ 'manifest.json': strToU8(JSON.stringify(manifest)), ...Object.fromEntries(texts) }));
};
const overlay = (steps: unknown): File => ({
  id: 'object:material',
  text: JSON.stringify({ $schema: 'overlay/2', overlay: 'material', steps }),
});
const own = (text: string): File => ({ id: 'object:xE', text });

describe('a package of somebody', () => {
  let design: Designing;
  beforeAll(async () => {
    design = await openDesign();
  });
  afterAll(() => design.factory.database.drop());
  const taken = async (content: Buffer, dryRun: boolean) =>
    importApp(await design.as(), content, { policy: { 'object:material': 'merge' }, answers: {}, dryRun });

  it.each<[string, Buffer]>([
    ['no app', packed({ app: undefined })],
    ['an app that is none', packed({ app: null })],
    ['an app without a title', packed({ app: { code: 'xHostile', icon: null, colour: null } })],
    ['a title that is no text', packed({ app: { ...app, title: { a: 1 } } })],
    ['a title of 100,000 characters', packed({ app: { ...app, title: '长'.repeat(100_000) } })],
    ['a title no text of the database holds', packed({ app: { ...app, title: 'a\0b' } })],
    ['a code that is a list', packed({ app: { ...app, code: ['xHostile'] } })],
    ['an icon that is no text', packed({ app: { ...app, icon: { a: 1 } } })],
    ['a code of nobody', packed({ app: { ...app, code: 'somewhere' } })],
    ['other apps that are no list', packed({ beside: {} })],
    ['another app that is none', packed({ beside: [null] })],
    ['another app without a title', packed({ beside: [{ code: 'xBeside' }] })],
    ['a file that is none', packed({}, [null])],
    ['a file of an app that is a number', packed({}, [{ ...own('{}'), app: 5 }])],
    ['a document without a sort', packed({}, [own('{}')])],
    ['a document that is another', packed({}, [own('{"$schema":"object/2","object":"xF"}')])],
    ['names of every object', packed({}, [own('{"$schema":"object/2","object":"xE","__proto__":{}}')])],
    ['a step that is none', packed({}, [overlay([null])])],
    ['a step without an address', packed({}, [overlay([{ set: 5 }])])],
    ['a step that says two things', packed({}, [overlay([{ set: 5, rename: 'fields.name', to: 'x' }])])],
    ['steps that are no list', packed({}, [overlay('x')])],
  ])('with %s is refused, and nothing of it stays', async (_what, content) => {
    for (const dryRun of [true, false]) await expect(taken(content, dryRun)).rejects.toThrow('应用包已损坏或版本过高');
    expect(await design.rows("select code from $.mw_app where code like 'xHost%' or code = 'xBeside'")).toEqual([]);
  });

  it('is refused before it is unpacked when it would fill the memory', () => {
    const blank = ' '.repeat(1_990_000);
    const bomb = Array.from({ length: 40 }, (_, n) => ({ id: `object:xBomb${n}`, text: `${blank}{}` }));
    const content = packed({}, bomb);
    expect(content.length).toBeLessThan(200_000);
    expect(() => openPackage(content)).toThrow('应用包已损坏或版本过高');
    expect(() => contentOf('A'.repeat(10_000_001))).toThrow('参数错误');
  });

  it('says documents and nothing else, and opens where it was made', async () => {
    await publish(await design.as(), () => toolLoan().map((doc) => wish(doc, 'xTools')), { note: '一' });
    const { content } = await exportApp(await design.as(), 'xTools');
    const { manifest, texts } = openPackage(content);
    expect(Object.keys(manifest).sort()).toEqual(['app', 'files', 'format', 'hash', 'language']);
    expect(texts.size).toBe(5);
    const { rows } = await taken(content, true);
    expect(rows.map(({ state }) => state)).toEqual(['same', 'same', 'same', 'same', 'same']);
  });
});

/** Files end to end over HTTP: what may come in, who gets it out, how it is sent, and when it goes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '../../../server/auth/accounts';
import { inTx } from '../../../server/db/tx';
import { functions, services } from '../../../server/domain';
import { cleanName, contentDisposition } from '../../../server/files/names';
import { fileStore } from '../../../server/files/store';
import { sweepFiles } from '../../../server/files/sweep';
import { newId } from '../../../server/ids';
import { joinSchemas, loadSchemas } from '../../../server/registry/load';
import { buildRegistry } from '../../../server/registry/registry';
import { PASSWORD, type TestApp, testApp } from '../../support/app';
import { filesOf } from '../../support/records';
import { type Upload, upload } from '../../support/upload';

const CRATE = {
  $schema: 'object/2',
  object: 'crate',
  title: '料箱',
  label: 'name',
  route: '/test/crate/list',
  fields: {
    name: { title: '名称', kind: 'input', required: true },
    files: { title: '附件', type: 'file', many: true, max: 3 },
    photo: { title: '照片', type: 'file', accept: 'image', size: 1 },
    secretPlan: { title: '图纸', type: 'file', grant: 'cost' },
    sign: { title: '签名', kind: 'signature' },
    marks: {
      title: '标记',
      kind: 'tabTable',
      rows: { min: 0 },
      fields: { text: { title: '文字', kind: 'input' }, pics: { title: '图片', type: 'file', many: true } },
    },
  },
  list: { columns: ['name', 'files', 'photo:image', 'sign'] },
  detail: { tabs: { $edit: {}, $history: {} } },
  actions: { add: {}, view: {}, edit: {}, copy: {}, del: {}, export: {} },
} as const;

type Data = Record<string, unknown>;
interface Sent extends Data {
  readonly id: string;
  readonly version: number;
  readonly record: Data;
}
let at: TestApp;
let dataDir = '';
const tokens: Record<string, string> = {};
const post = <T = Data>(path: string, body: unknown, who = 'boss') =>
  at.call<T>('POST', path, { token: tokens[who] ?? '', body });
const put = (given: Upload, who = 'boss') => upload(at.app, tokens[who], given);
const save = (record: Data, who = 'boss') => post<Sent>('/lcdp/data/crate/save', { record, token: newId() }, who);
const open = (url: string, who?: string) =>
  at.app.inject({
    method: 'GET',
    url: url.startsWith('/v2') ? url : `/v2/api/mes${url}`,
    headers: who === undefined ? {} : { authorization: `Bearer ${tokens[who]}` },
  });

const stored = async (): Promise<number> => {
  const query = at.database.db.withSchema(at.org.schema).selectFrom('mw_file');
  return Number((await query.select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow()).n);
};

let png: Buffer;
let pdf: Buffer;
beforeAll(async () => {
  const registry = buildRegistry(joinSchemas(loadSchemas(), filesOf([CRATE as never])), {
    functions,
    services: services.map(({ name }) => name),
  });
  const admin = { loginName: 'boss', name: '老板', password: PASSWORD };
  at = await testApp({ registry, engine: true, org: { code: 'files', name: '小厂', admin } });
  dataDir = at.dataDir;
  tokens.boss = (await at.signIn('boss')).data.access_token;
  const depts = await at.call<Data[]>('GET', '/application/appdata/getFirstTreeData', {
    token: tokens.boss ?? '',
    query: { object: 'dept' },
  });
  for (const [login, given] of [
    ['writer', ['crate:view', 'crate:add', 'crate:edit']],
    ['looker', ['crate:view']],
    ['nobody', ['unit:view']],
  ] as const) {
    const role = await post<Sent>('/lcdp/data/role/save', {
      record: { code: login, name: login, dataScope: '1', functions: given },
      token: newId(),
    });
    const user = await post<Sent>('/lcdp/data/user/save', {
      record: { loginName: login, name: login, deptId: depts.data[0]?.id, roles: [role.data.id] },
      token: newId(),
    });
    await inTx(at.database.db, (trx) =>
      openAccount(trx, { org: at.org, userId: user.data.id, loginName: login, password: PASSWORD, mustChange: false }),
    );
    tokens[login] = (await at.signIn(login)).data.access_token;
  }
  png = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#1f6fd6' } })
    .png()
    .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' } })
    .toBuffer();
  const doc = await PDFDocument.create();
  doc.addPage();
  pdf = Buffer.from(await doc.save());
});
afterAll(() => at?.close());

describe('names', () => {
  it('keeps what a person wrote and nothing that does harm', () => {
    expect(cleanName('C:\\fakepath\\图纸 (1).PDF')).toBe('图纸 (1).PDF');
    expect(cleanName('../../etc/passwd')).toBe('passwd');
    expect(cleanName('<img src=x onerror=alert(1)>.png')).toBe('_img src=x onerror=alert(1)_.png');
    expect(cleanName('\u202Egpj.exe')).toBe('gpj.exe');
    expect(cleanName('a\u0000b\r\nSet-Cookie: x.txt')).toBe('abSet-Cookie_ x.txt');
    expect(cleanName('...')).toBe('未命名');
    expect([...cleanName(`${'长'.repeat(300)}.pdf`)]).toHaveLength(120);
  });
  it('stand in the header as RFC 5987 says', () => {
    expect(contentDisposition('attachment', "图'纸(1).pdf")).toBe(
      "attachment; filename=\"_'_(1).pdf\"; filename*=UTF-8''%E5%9B%BE%27%E7%BA%B8%281%29.pdf",
    );
    expect(contentDisposition('inline', 'a"b.png')).toContain('filename="a_b.png"');
  });
});

describe('coming in', () => {
  it('needs a session', async () => {
    expect((await upload(at.app, undefined, { name: 'a.png', bytes: png })).status).toBe(401);
    expect((await at.call('POST', '/file/upload', { token: tokens.boss ?? '', body: {} })).status).toBe(400);
  });
  it('takes a picture, writes its pixels anew and makes it small', async () => {
    const { code, data } = await put({ name: '照片.png', bytes: png, fields: { bizType: 'crate', fileType: '1' } });
    expect(code).toBe(200);
    expect(data).toMatchObject({ name: '照片.png', fileType: '1' });
    const whole = await open(data.url);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers['content-type']).toBe('image/png');
    expect(whole.rawPayload.includes(Buffer.from('<script>'))).toBe(false);
    const small = await open(`${data.url}&thumb=1`);
    expect(small.headers['content-type']).toBe('image/webp');
    expect((await sharp(small.rawPayload).metadata()).width).toBe(240);
  });
  it('takes pdf and texts, and tells what each is', async () => {
    expect((await put({ name: '合同.pdf', bytes: pdf, fields: { fileType: '2' } })).data.fileType).toBe('2');
    expect((await put({ name: '说明.txt', bytes: '第一行' })).data.fileType).toBe('3');
  });
  const REFUSED: readonly (readonly [string, Upload, string])[] = [
    ['an ending nobody allowed', { name: 'run.exe', bytes: 'MZ' }, 'file.type'],
    ['no ending', { name: 'noname', bytes: 'x' }, 'file.type'],
    ['a page', { name: 'x.html', bytes: '<!doctype html><script>alert(1)</script>' }, 'file.type'],
    ['a drawing with scripts', { name: 'x.svg', bytes: '<svg onload="alert(1)"/>' }, 'file.type'],
    ['a page that says it is a picture', { name: 'x.png', bytes: '<html><script>alert(1)</script>' }, 'file.content'],
    ['a page that says it is a text', { name: 'x.txt', bytes: '<svg onload=alert(1)>' }, 'file.content'],
    ['bytes that say they are a text', { name: 'x.csv', bytes: Buffer.from([1, 0, 2, 0]) }, 'file.content'],
    [
      'half a picture',
      { name: 'x.png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
      'file.content',
    ],
    ['nothing', { name: 'x.txt', bytes: '' }, 'file.empty'],
    ['a text where a picture is asked', { name: 'x.txt', bytes: 'x', fields: { fileType: '1' } }, 'file.sort'],
    ['a text where a pdf is asked', { name: 'x.txt', bytes: 'x', fields: { fileType: '2' } }, 'file.sort'],
  ];
  it.each(REFUSED)('refuses %s', async (_what, given, rule) => {
    const kept = await stored();
    const answer = await put(given);
    expect(answer).toMatchObject({ code: 203, data: { rule } });
    expect(await stored()).toBe(kept);
  });
  it('names the ending nobody allowed', async () => {
    expect((await put({ name: '程序.exe', bytes: 'MZ' })).msg).toBe('不支持的文件类型：exe');
    expect((await put({ name: '无扩展名', bytes: 'x' })).msg).toBe('不支持的文件类型：无扩展名');
  });
  it('refuses what is too large, and leaves nothing behind', async () => {
    const answer = await put({ name: 'big.txt', bytes: Buffer.alloc(51 * 1024 * 1024, 0x61) });
    expect(answer).toMatchObject({ code: 203, msg: '文件超过50MB' });
    expect(readdirSync(join(dataDir, 'files', 'tmp'))).toEqual([]);
  });
  it('keeps no name on the disk', async () => {
    const { data } = await put({ name: '..\\..\\x.txt', bytes: 'x' });
    expect(data.name).toBe('x.txt');
    const folder = join(dataDir, 'files', at.org.schema, data.id.slice(-2));
    expect(readdirSync(folder).some((name) => name.startsWith(data.id))).toBe(true);
  });
});

describe('in a record', () => {
  it('is known by its id alone: name and size are the server’s', async () => {
    const { data: file } = await put({ name: '合同.pdf', bytes: pdf });
    const { data } = await save({ name: '一', files: [{ id: file.id, name: 'x.exe', size: 1 }] });
    expect(data.record.files).toMatchObject([{ id: file.id, name: '合同.pdf', size: pdf.length, fileType: '2' }]);
    const list = await post<{ records: Data[] }>('/lcdp/data/crate/getPageList', { ids: [data.id] });
    expect(list.data.records[0]?.files).toMatchObject([{ name: '合同.pdf', url: expect.stringContaining(file.id) }]);
    const trail = await post<{ records: Data[] }>('/lcdp/data/crate/history', { id: data.id });
    expect(JSON.stringify(trail.data)).toContain('合同.pdf');
    expect(JSON.stringify(trail.data)).not.toContain('/link?');
  });
  it('is one file in a signature, and stands in rows', async () => {
    const { data: sign } = await put({ name: 's.png', bytes: png });
    const { data: pic } = await put({ name: 'p.png', bytes: png });
    const { data } = await save({
      name: '二',
      sign: { id: sign.id },
      marks: [{ id: newId(), text: 'x', pics: [pic.id] }],
    });
    expect(data.record.sign).toMatchObject({ id: sign.id, name: 's.png' });
    expect((data.record.marks as Data[])[0]?.pics).toMatchObject([{ id: pic.id, name: 'p.png' }]);
    expect((await open(`/file/${pic.id}`, 'looker')).statusCode).toBe(200);
  });
  it('is judged by what it is: sort, size, number', async () => {
    const { data: text } = await put({ name: 'a.txt', bytes: 'x' });
    expect(await save({ name: '三', photo: [{ id: text.id, name: 'a.png' }] })).toMatchObject({
      code: 203,
      data: { rule: 'field.file' },
    });
    const noise = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    const { data: large } = await put({ name: 'large.png', bytes: noise });
    expect(large.size).toBeGreaterThan(1024 * 1024);
    expect(await save({ name: '三', photo: [large.id] })).toMatchObject({ data: { rule: 'field.fileSize' } });
    const four = await Promise.all([1, 2, 3, 4].map((n) => put({ name: `${n}.txt`, bytes: 'x' })));
    expect((await save({ name: '三', files: four.map(({ data }) => data.id) })).code).toBe(203);
  });
  it('must be an upload of the same user or readable by him', async () => {
    const { data: mine } = await put({ name: 'mine.txt', bytes: 'x' });
    expect(await save({ name: '四', files: [mine.id] }, 'writer')).toMatchObject({
      code: 203,
      data: { rule: 'field.fileGone' },
    });
    expect(await save({ name: '四', files: [newId()] })).toMatchObject({ data: { rule: 'field.fileGone' } });
    const { data } = await save({ name: '四', files: [mine.id] });
    // he may read it through the record now, so a copy of the record may hold it too
    const copy = await post<Data>('/lcdp/data/crate/getNew', { copyOf: data.id }, 'writer');
    expect(copy.data.files).toMatchObject([{ id: mine.id, name: 'mine.txt' }]);
    expect((await save({ name: '五', files: [mine.id] }, 'writer')).code).toBe(200);
  });
});

describe('going out', () => {
  it('is its uploader’s alone until a record holds it, then whoever may read the record', async () => {
    const { data: file } = await put({ name: 'a.txt', bytes: 'x' }, 'writer');
    expect((await open(`/file/${file.id}`, 'writer')).statusCode).toBe(200);
    expect((await open(`/file/${file.id}`, 'boss')).json()).toMatchObject({ code: 203 });
    expect((await open(`/file/${file.id}`)).statusCode).toBe(401);
    await save({ name: '六', files: [file.id] }, 'writer');
    expect((await open(`/file/${file.id}`, 'looker')).statusCode).toBe(200);
    const out = await open(`/file/${file.id}`, 'nobody');
    expect(out.json()).toMatchObject({ code: 203, msg: '数据不存在或无权查看' });
    expect((await open(`/file/${newId()}`, 'nobody')).json()).toEqual(out.json());
    expect((await open('/file/not-an-id', 'boss')).json()).toMatchObject({ code: 203 });
  });
  it('follows the grant of its field', async () => {
    const { data: file } = await put({ name: 'plan.pdf', bytes: pdf });
    await save({ name: '七', secretPlan: [file.id] });
    expect((await open(`/file/${file.id}`, 'boss')).statusCode).toBe(200);
    expect((await open(`/file/${file.id}`, 'looker')).json()).toMatchObject({ code: 203 });
  });
  it('goes with its record', async () => {
    const { data: file } = await put({ name: 'a.txt', bytes: 'x' });
    const { data } = await save({ name: '八', files: [file.id] });
    await post('/lcdp/data/crate/act/del', { targets: [{ id: data.id, version: data.version }], token: newId() });
    expect((await open(`/file/${file.id}`, 'boss')).json()).toMatchObject({ code: 203 });
  });
  it('can run nothing: sandbox, nosniff, attachment unless it is pixels', async () => {
    const { data: text } = await put({ name: '说明.txt', bytes: 'x' });
    const sent = await open(text.url);
    expect(sent.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
    expect(sent.headers['content-security-policy']).toMatch(/^sandbox;/);
    expect(sent.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''%E8%AF%B4%E6%98%8E\.txt$/);
    const { data: picture } = await put({ name: 'a.png', bytes: png });
    expect((await open(picture.url)).headers['content-disposition']).toMatch(/^inline;/);
    expect((await open(`${picture.url}&save=1`)).headers['content-disposition']).toMatch(/^attachment;/);
    const { data: paper } = await put({ name: 'a.pdf', bytes: pdf });
    expect((await open(paper.url)).headers['content-disposition']).toMatch(/^attachment;/);
  });
  it('has links that end, and that open one file', async () => {
    const { data: a } = await put({ name: 'a.txt', bytes: 'a' });
    const { data: b } = await put({ name: 'b.txt', bytes: 'b' });
    expect((await open(a.url.replace(a.id, b.id))).json()).toMatchObject({ code: 203 });
    const forged = a.url.replace(/s=(.)/, (_, first: string) => `s=${first === '_' ? 'A' : '_'}`);
    expect((await open(forged)).json()).toMatchObject({ code: 203 });
    expect((await open(a.url.replace(/e=\d/, 'e=9'))).json()).toMatchObject({ code: 203 });
    const before = at.clock.now;
    at.clock.now = new Date(before.getTime() + 11 * 60_000);
    expect((await open(a.url)).json()).toMatchObject({ code: 203 });
    at.clock.now = before;
    expect((await open(a.url)).statusCode).toBe(200);
  });
});

describe('going away', () => {
  const age = () =>
    at.database.db
      .withSchema(at.org.schema)
      .updateTable('mw_file')
      .set({ free_since: new Date(Date.now() - 25 * 3_600_000) })
      .where('free_since', 'is not', null)
      .execute();
  it('is swept after a day without a record, and stays while one holds it', async () => {
    const { data: held } = await put({ name: 'held.txt', bytes: 'x' });
    const { data: let_ } = await put({ name: 'let.txt', bytes: 'x' });
    const { data: lost } = await put({ name: 'lost.txt', bytes: 'x' });
    const { data } = await save({ name: '九', files: [held.id, let_.id] });
    const changed = await save({ id: data.id, version: data.version, files: [held.id] });
    expect(changed.code).toBe(200);
    const store = fileStore(dataDir);
    expect(await sweepFiles(at.database.db, [at.org.schema], store)).toBe(0);
    await age();
    expect(await sweepFiles(at.database.db, [at.org.schema], store)).toBeGreaterThanOrEqual(2);
    expect((await open(`/file/${held.id}`, 'boss')).statusCode).toBe(200);
    for (const gone of [let_, lost]) {
      expect((await open(`/file/${gone.id}`, 'boss')).json()).toMatchObject({ code: 203 });
      expect((await open(gone.url)).json()).toMatchObject({ code: 203 });
      const folder = join(dataDir, 'files', at.org.schema, gone.id.slice(-2));
      expect(readdirSync(folder).filter((name) => name.startsWith(gone.id))).toEqual([]);
    }
  });
});

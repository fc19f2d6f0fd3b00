/** 作业指导书 (20 §8, §10.16) in the demo factory. */
import { degrees, PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx } from '../../../server/ctx';
import { remindReviews } from '../../../server/domain/document/sop-doc';
import { matchSops, sopMatch, unreadSop } from '../../../server/domain/document/sop-match';
import { rankSops, type SopPlace, type SopScope, scoreOf } from '../../../server/domain/document/sop-rank';
import { sopReaders } from '../../../server/domain/document/sop-readers';
import { marked } from '../../../server/files/marked';
import { changeUses, insertFile } from '../../../server/files/table';
import { newId } from '../../../server/ids';
import { termsOfFile } from '../../../server/records/files/file-access';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { pickRows } from '../../../server/records/pick/pick';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import type { ActionOf } from '../../../server/rows';
import { openSignedApp, sessionOf } from '../../support/sessions';
import { upload } from '../../support/upload';
import { DAY, demoFactory, type Factory } from '../factory';

const NONE: SopScope = {
  material: null,
  materialCategory: null,
  route: null,
  opNbr: null,
  process: null,
  equipment: null,
  devCategory: null,
  workGroup: null,
};
const PLACE: SopPlace = {
  material: 'WG-080',
  materialCategories: new Set(['WG', 'BCP']),
  route: 'GY0004',
  opNbr: 10,
  process: '车削',
  equipment: 'CNC-01',
  devCategories: new Set(['CNC', 'JC']),
  workGroup: '车削组',
};

describe('points of a scope', () => {
  const score = (scope: Partial<SopScope>): number | null => scoreOf({ ...NONE, ...scope }, PLACE);
  it('are summed over what is filled in', () => {
    expect(score({ equipment: 'CNC-01' })).toBe(32);
    expect(score({ route: 'GY0004', opNbr: 10 })).toBe(16);
    expect(score({ material: 'WG-080' })).toBe(8);
    expect(score({ process: '车削' })).toBe(4);
    expect(score({ materialCategory: 'BCP' })).toBe(2);
    expect(score({ devCategory: 'JC', workGroup: '车削组' })).toBe(1);
    expect(score({ equipment: 'CNC-01', process: '车削', materialCategory: 'WG', workGroup: '车削组' })).toBe(39);
  });
  it('are none when one condition does not hold, or none is filled in', () => {
    expect(score({ equipment: 'CNC-01', process: '铣削' })).toBeNull();
    expect(score({ route: 'GY0004', opNbr: 20 })).toBeNull();
    expect(score({})).toBeNull();
  });
  it('order documents by kind and code where they are equal; of several rows the best counts', () => {
    const of = (code: string, kind: string, ...scope: Partial<SopScope>[]) => ({
      id: code,
      code,
      kind,
      scope: scope.map((scope) => ({ ...NONE, ...scope })),
    });
    const found = rankSops(
      [
        of('B', '2', { process: '车削' }),
        of('C', '1', { process: '车削' }),
        of('A', '2', { process: '车削' }),
        of('D', '6', { process: '车削' }, { material: 'WG-080' }, { equipment: 'other' }),
      ],
      PLACE,
    );
    expect(found.map(({ version, score, row }) => [version.code, score, row])).toEqual([
      ['D', 8, 1],
      ['C', 4, 0],
      ['A', 4, 0],
      ['B', 4, 0],
    ]);
  });
});

let factory: Factory;
const ids: Record<string, string> = {};
const idOf = async (ctx: Ctx, object: string, code: string): Promise<string> => {
  const [record] = await ctx.asSystem().records.find(object, 'code == param.code', { param: { code } });
  if (!record) throw new Error(`${object} ${code}`);
  return record.id as string;
};
const find = (code: string, more = 'true'): Promise<Rec> =>
  factory.as('admin', async (ctx) => {
    const [row] = await ctx.records.find('sopDoc', `code == param.code && ${more}`, { param: { code } });
    return row!;
  });
const step = (): Row => ({ id: newId(), lineNo: 10, stepNo: 10, title: '第一步' });
const draft = (name: string, scope: Rec, more: Rec = {}): Promise<Rec> =>
  factory.as('admin', (ctx) =>
    ctx.records.save('sopDoc', {
      id: newId(),
      name,
      docClass: ids.ZYZD!,
      kind: '1',
      effectDate: '2026-01-01',
      isDefault: true,
      revision: 'V1.0',
      steps: [step()],
      scope: [{ id: newId(), lineNo: 10, ...scope } as Row],
      ...more,
    }),
  );
const act = (action: ActionOf<'sopDoc'>, rec: Rec, ask: Rec = {}, login = 'admin'): Promise<Rec> =>
  factory.as(login, (ctx) => ctx.records.act('sopDoc', action, rec.id as string, ask));
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const at = (equipment: string) =>
  factory.as('admin', (ctx) =>
    matchSops(ctx, { material: ids['WG-080']!, process: ids.CX!, equipment: ids[equipment]!, date: DAY }),
  );

beforeAll(async () => {
  factory = await demoFactory();
  await factory.as('admin', async (ctx) => {
    for (const [object, ...codes] of [
      ['docClass', 'ZYZD', 'AQGC'],
      ['material', 'WG-080', 'LA-100'],
      ['process', 'CX', 'ZP'],
      ['equipment', 'CNC-01', 'CNC-02', 'AL-01'],
    ] as const)
      for (const code of codes) ids[code] = await idOf(ctx, object, code);
  });
});
afterAll(() => factory?.database.drop());

describe('the demo documents', () => {
  it('are in force, with their review a year later and the leaders of the crews they are for', async () => {
    const sop = await find('SOP0001');
    expect(sop).toMatchObject({ revision: 'V1.2', docStatus: '60', scopeText: '车削', nextReview: '2027-01-02' });
    const leaders = await factory.as('admin', (ctx) => ctx.records.many('employee', sop.leaders as readonly string[]));
    expect(leaders.map(({ name }) => name).sort()).toEqual(['王强', '陈涛']);
  });
});

describe('matching', () => {
  it('lists the nearest first: C, B, A at CNC-01, B, A at CNC-02', async () => {
    const b = await draft('外管车削', { material: ids['WG-080']!, process: ids.CX! });
    await act('publish', b, { effectDate: '2026-01-01' });
    const c = await draft('1号车床车削', { equipment: ids['CNC-01']!, process: ids.CX! });
    await act('publish', c, { effectDate: '2026-01-01' });
    const names = async (equipment: string) =>
      (await at(equipment)).map(({ version, score }) => [version.rec.name, score]);
    expect(await names('CNC-01')).toEqual([
      ['1号车床车削', 36],
      ['外管车削', 12],
      ['车削作业指导书', 4],
    ]);
    expect(await names('CNC-02')).toEqual([
      ['外管车削', 12],
      ['车削作业指导书', 4],
    ]);
  });
  it('takes the version of the day and none of a later one', async () => {
    const second = await act('newVersion', await find('SOP0001'), { changeNote: '换刀' }).then(() =>
      find('SOP0001', 'docStatus == 10'),
    );
    expect(second.revision).toBe('V1.3');
    await act('publish', second, { effectDate: '2026-02-01' });
    const version = async (date: string) =>
      factory.as('admin', async (ctx) =>
        (await matchSops(ctx, { process: ids.CX!, date })).map(({ version: sop }) => sop.rec.revision),
      );
    expect(await version('2026-01-31')).toEqual(['V1.2']);
    expect(await version('2026-02-01')).toEqual(['V1.3']);
  });
  it('answers as a list, without documents of classes the asker may not see', async () => {
    const ask = (login: string) =>
      factory.as(login, (ctx) => sopMatch.run({ process: [ids.CX!], equipment: [ids['CNC-01']!] }, ctx));
    expect(await ask('admin')).toMatchObject([
      { seq: 1, score: 36, scopeText: '车削 CNC-01' },
      { seq: 2, score: 4, scopeText: '车削' },
    ]);
    await factory.as('admin', async (ctx) => {
      const role = await idOf(ctx, 'role', 'qualityEngineer');
      const docClass = (await ctx.records.get('docClass', ids.ZYZD!))!;
      await ctx.records.save('docClass', { id: docClass.id, version: docClass.version, roles: [role] } as Rec);
    });
    expect(await ask('xumin')).toEqual([]);
    expect(await ask('admin')).toHaveLength(2);
    await factory.as('admin', async (ctx) => {
      const docClass = (await ctx.records.get('docClass', ids.ZYZD!))!;
      await ctx.records.save('docClass', { id: docClass.id, version: docClass.version, roles: [] } as Rec);
    });
  });
});

describe('reading', () => {
  it('holds a start until the version was confirmed; a new version is read anew', async () => {
    const person = await factory.as('zhoufang', async (ctx) => ctx.session.me.employee!);
    const hold = () =>
      factory.as('admin', async (ctx) =>
        unreadSop(ctx, await matchSops(ctx, { process: ids.ZP!, date: ctx.today }), person),
      );
    expect(await hold()).toBeUndefined();
    await factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [['sop.mustRead', true]]));
    expect(await hold()).toBe('请先阅读并确认「总装作业指导书」V3.0');
    const answer = await act('confirmRead', await find('SOP0002'), {}, 'zhoufang');
    expect(answer).toMatchObject({ isRead: true, readCount: 1, version: (await find('SOP0002')).version });
    expect(await hold()).toBeUndefined();
    expect(await refusal(act('confirmRead', await find('SOP0002'), {}, 'zhoufang'))).not.toBe('done');
    expect(await find('SOP0002')).toMatchObject({ readCount: 1, isRead: false });
    await act('newVersion', await find('SOP0002'), { changeNote: '改扭矩' });
    await act('publish', await find('SOP0002', 'docStatus == 10'), { effectDate: DAY });
    expect(await hold()).toBe('请先阅读并确认「总装作业指导书」V3.1');
  });
  it('shows who read it and who knows the process and has not', async () => {
    const sop = await find('SOP0002', "revision == 'V3.0'");
    const rows = (await factory.as('admin', (ctx) => sopReaders.run({ sop: [sop.id as string] }, ctx))) as Rec[];
    expect(rows.map(({ code, status }) => [code, status]).sort()).toEqual([
      ['YG0008', '1'],
      ['YG0021', '0'],
      ['YG0022', '0'],
    ]);
  });
});

describe('keeping', () => {
  it('refuses what has no content, no scope or a file of another sort', async () => {
    expect(await refusal(draft('空', { process: ids.CX! }, { steps: [] }))).toBe('请上传文件或填写步骤');
    expect(await refusal(draft('无范围', {}, { scope: [] }))).toBe('适用范围至少一行');
    expect(await refusal(draft('图纸', {}, { scope: [], kind: '2' }))).toBe('done');
  });
  it('is of the roles of the class', async () => {
    await factory.as('admin', async (ctx) => {
      const docClass = (await ctx.records.get('docClass', ids.AQGC!))!;
      const editRoles = [await idOf(ctx, 'role', 'qualityEngineer')];
      await ctx.records.save('docClass', { id: docClass.id, version: docClass.version, editRoles } as Rec);
    });
    const rec = await draft('吊装安全规程', {}, { docClass: ids.AQGC!, kind: '4', scope: [] });
    expect(await refusal(act('publish', rec, { effectDate: DAY }, 'xumin'))).not.toBe('done');
    // the system administrator holds every function here, but not the role
    const mine = await factory.as('admin', (ctx) => ctx.records.many('sopDoc', [rec.id as string]));
    expect(mine[0]).toMatchObject({ mayEdit: true, maySave: false });
    expect(String(mine[0]?.mark)).toContain('管理员');
  });
  it('sends files with who looks at them in every page and picture, and by link the small ones only', async () => {
    const me = await factory.as('admin', (ctx) => Promise.resolve(ctx.session.me));
    const app = await openSignedApp(
      { admin: sessionOf(factory.org, [{ isSuper: true }], { id: me.id, name: '林悦' }) },
      { db: factory.database.db, mount: factory.engine.mount },
    );
    try {
      const token = app.headers('admin').authorization?.replace('Bearer ', '');
      const paper = await PDFDocument.create();
      paper.addPage([595, 842]).drawSquare({ x: 10, y: 10, size: 50 });
      paper.addPage([842, 595]).setRotation(degrees(90));
      const png = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#1f6fd6' } })
        .png()
        .toBuffer();
      const put = async (name: string, bytes: Buffer) => (await upload(app.app, token, { name, bytes })).data;
      const pdf = await put('图纸.pdf', Buffer.from(await paper.save()));
      const picture = await put('首件.png', png);
      const open = (url: string) =>
        app.app.inject({ method: 'GET', url: url.replace(/^(?!\/v2)/, '/v2/api/mes'), headers: app.headers('admin') });
      const own = await open(`/file/${picture.id}`);
      const files = [pdf, picture].map(({ id, name, size, fileType }) => ({ id, name, size, fileType }));
      const rec = await draft('带文件的指导书', { process: ids.CX! }, { files });

      const shown = await open(`/file/${pdf.id}`);
      expect(shown.headers['cache-control']).toBe('private, no-store');
      const pages = (await PDFDocument.load(shown.rawPayload)).getPages();
      expect(pages.map((page) => page.getSize())).toEqual([
        { width: 595, height: 842 },
        { width: 842, height: 595 },
      ]);
      for (const page of pages) expect(page.node.Resources()?.lookup(PDFName.of('Font'))).toBeDefined();
      const marked = await open(`/file/${picture.id}`);
      expect(marked.rawPayload.equals(own.rawPayload)).toBe(false);
      expect(await sharp(marked.rawPayload).metadata()).toMatchObject({ format: 'png', width: 600, height: 300 });
      // letters over one plain colour
      const { channels } = await sharp(marked.rawPayload).stats();
      expect(channels[0]!.stdev).toBeGreaterThan(3);

      const { url } = (rec.files as { url?: string }[] | undefined)?.[1] ?? picture;
      expect((await open(url ?? picture.url)).json()).toMatchObject({ msg: '数据不存在或无权查看' });
      expect((await open(`${url ?? picture.url}&thumb=1`)).headers['content-type']).toBe('image/webp');
      expect((await open(`/file/${pdf.id}?save=1`)).json()).toMatchObject({ msg: '该文件只能预览，不允许下载' });
    } finally {
      await app.close();
    }
  });
  it('says why a file cannot be marked', async () => {
    const given = (bytes: Buffer) =>
      marked(
        () =>
          (async function* () {
            yield bytes;
          })(),
        bytes.length,
        'application/pdf',
        '林悦',
      );
    expect(await refusal(given(Buffer.from('%PDF-1.4 nothing')))).toBe('PDF已损坏，不能加水印显示，请重新上传');
    expect(
      await refusal(marked(() => [] as never, 65 * 1024 * 1024, 'application/pdf', '林悦').then(String)),
    ).toContain('64MB');
  });
  it('lets files be looked at under the name of who looks, and saved where the class says so', async () => {
    const termsOf = (code: string) =>
      factory.as('zhoufang', async (ctx) => {
        const id = newId();
        const mine = { uploadedById: ctx.session.me.id, uploadedBy: ctx.session.me.name };
        const file = { id, name: 'a.pdf', ext: 'pdf', mime: 'application/pdf', fileType: '2', size: 1, sha256: 'x' };
        await insertFile(ctx.trx, { ...file, ...mine });
        const sop = (await find(code)).id as string;
        await changeUses(ctx.trx, 'sopDoc', sop, [{ path: 'files', id }], []);
        return termsOfFile(ctx as EngineCtx, { ...file, ...mine, free: false });
      });
    expect(await termsOf('SOP0001')).toEqual({ save: false, mark: '周芳 YG0008' });
    await factory.as('admin', async (ctx) => {
      const docClass = (await ctx.records.get('docClass', ids.ZYZD!))!;
      const { id, version } = docClass;
      await ctx.records.save('docClass', { id, version, download: true, watermark: false } as Rec);
    });
    expect(await termsOf('SOP0001')).toEqual({ save: true, mark: null });
  });
  it('reminds of a review once, and a review moves it on', async () => {
    factory.setNow('2026-12-20 00:05:00');
    const count = () => factory.engine.asSystem(factory.org, (ctx) => remindReviews(ctx));
    expect(await count()).toBeGreaterThan(0);
    expect(await count()).toBe(0);
    const sop = await find('SOP0002', 'docStatus == 60');
    await act('review', sop);
    expect((await find('SOP0002', 'docStatus == 60')).nextReview).toBe('2027-12-20');
  });
  it('is asked for by records that stand in no field of the page', async () => {
    const page = factory.engine.registries.shipped.page('sopMatch')!;
    await factory.as('admin', async (ctx) => {
      const pick = (path: string) => pickRows(ctx as EngineCtx, page, path, { search: 'CNC-01', filter: true });
      expect((await pick('equipment')).records.map(({ label }) => label)).toEqual([expect.stringContaining('CNC-01')]);
      await expect(pick('opNbr')).rejects.toMatchObject({ code: 400 });
    });
  });
  it('lists by what it is for', async () => {
    const page = factory.engine.registries.shipped.page('sopDoc')!;
    await factory.as('admin', async (ctx) => {
      const search = { 'scope.equipment': [ids['CNC-01']!] };
      expect((await getPageList(ctx as EngineCtx, page, { search } as never)).total).toBe(1);
      expect((await getPageList(ctx as EngineCtx, page, { scheme: 'unread' })).total).toBe(1);
    });
  });
});

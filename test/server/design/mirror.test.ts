/** Documents as records: what an administrator changes on these pages is a published document, or nothing was written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DictionariesDoc } from '../../../schemas/language/document';
import type { Rec, Row } from '../../../schemas/language/value';
import { mirrorDocuments } from '../../../server/design/mirror/mirror';
import { publish } from '../../../server/design/publish';
import { actCall, saveCall } from '../../../server/records/save/write-calls';
import { type Designing, note, openDesign, wish } from '../../support/design';

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
  await design.factory.engine.asSystem(design.factory.org, mirrorDocuments);
});
afterAll(() => design.factory.database.drop());

const find = async (object: string, code: string): Promise<Rec> => {
  const ctx = (await design.as()).asSystem();
  const [head] = await ctx.records.find(object, 'code == param.code', { param: { code } });
  return (await ctx.records.get(object, head?.id as string)) as Rec;
};
const put = async (object: string, record: Rec, login = 'admin'): Promise<Rec> => {
  const ctx = await design.as(login);
  return (await saveCall(ctx, ctx.registry.page(object)!, { record })).record as Rec;
};
const act = async (object: string, action: string, rec: Rec) => {
  const ctx = await design.as();
  return actCall(ctx, ctx.registry.page(object)!, action, { targets: [{ id: rec.id, version: rec.version }] });
};
const says = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error & { data?: { problems?: { text: string }[] } }) =>
      error.data?.problems?.map(({ text }) => text).join('；') || error.message,
  );
const versions = () =>
  design.rows<{ code: string; version: number }>('select code, version from $.mw_document order by 1, 2');

describe('数据字典', () => {
  const rows = (rec: Rec): Row[] => [...(rec.items as readonly Row[])];
  const withRows = (rec: Rec, change: (rows: Row[]) => readonly object[]): Rec => ({
    ...rec,
    items: change(rows(rec)) as Row[],
  });

  it('has a record for every written dictionary, and a second pass changes nothing', async () => {
    const { registry } = await design.as();
    const written = registry.files.dictionaries.flatMap(({ doc }) =>
      Object.values(doc.dicts).filter((dict) => dict.source === undefined),
    );
    const count = () =>
      design.rows<{ n: number; v: number }>(
        'select count(*)::int as n, sum(version)::int as v from $.dict where is_deleted = 0',
      );
    expect((await count())[0]).toMatchObject({ n: written.length, v: written.length });
    await design.factory.engine.asSystem(design.factory.org, mirrorDocuments);
    expect((await count())[0]).toMatchObject({ n: written.length, v: written.length });
    const gender = await find('dict', 'gender');
    expect(gender).toMatchObject({ name: '性别', area: 'system', isSystem: true, isOpen: false, itemCount: 2 });
    expect(rows(gender).map(({ value, label, isShipped }) => [value, label, isShipped])).toEqual([
      ['1', '男', true],
      ['0', '女', true],
    ]);
  });

  it('changes label, colour, order and what is offered of a shipped one, for everybody at the next request', async () => {
    const saved = await put(
      'dict',
      withRows(await find('dict', 'gender'), ([man, woman]) => [
        { ...woman!, color: 'primary' },
        { ...man!, label: '男性', isDisabled: true },
      ]),
    );
    expect(rows(saved).map((row) => row.label)).toEqual(['女', '男性']);
    const { registry } = await design.as('xumin');
    expect(registry.dicts.get('gender')?.items).toEqual([
      { code: '0', title: '女', tone: 'primary' },
      { code: '1', title: '男性', off: true },
    ]);
    expect(await versions()).toEqual([{ code: 'system', version: 1 }]);
  });

  it('refuses other values of a shipped one, and writes nothing', async () => {
    const gender = await find('dict', 'gender');
    const before = await versions();
    const refused = [
      withRows(gender, (all) => [...all, { id: null, value: '2', label: '其他' }]),
      withRows(gender, ([first]) => [first!]),
      withRows(gender, ([first, second]) => [{ ...first!, value: '9' }, second!]),
    ];
    for (const record of refused) expect(await says(put('dict', record))).toContain('系统字典的值不可修改');
    expect(
      await says(
        put(
          'dict',
          withRows(gender, ([first, second]) => [
            { ...first!, isDefault: true },
            { ...second!, isDefault: true },
          ]),
        ),
      ),
    ).toBe('每个字典最多一个默认项');
    expect(await says(act('dict', 'del', gender))).toBe('系统字典不可删除');
    expect(await versions()).toEqual(before);
    expect(await find('dict', 'gender')).toMatchObject({ version: gender.version });
  });

  it('gives back what the product brought', async () => {
    await act('dict', 'restore', await find('dict', 'gender'));
    expect((await design.as()).registry.dicts.get('gender')?.items).toEqual([
      { code: '1', title: '男' },
      { code: '0', title: '女' },
    ]);
    expect(rows(await find('dict', 'gender')).map((row) => row.label)).toEqual(['男', '女']);
  });

  it('makes an own one with a code from its name; double values are named', async () => {
    const own = {
      name: '包装等级',
      area: 'system',
      items: [
        { value: 'A', label: '一级' },
        { value: 'A', label: '二级' },
      ],
    } as unknown as Rec;
    expect(await says(put('dict', own))).toContain('字典值重复：A');
    const made = await put('dict', {
      ...own,
      items: [
        { value: 'A', label: '一级' },
        { value: 'B', label: '二级' },
      ],
    } as unknown as Rec);
    expect(made).toMatchObject({ code: 'xBaoZhuangDengJi', isSystem: false, isOpen: true });
    expect((await design.as()).registry.dicts.get('xBaoZhuangDengJi')?.items).toHaveLength(2);
    expect(
      await says(
        put('dict', {
          ...own,
          name: '别的',
          code: 'packing',
          items: [{ value: 'A', label: '一级' }],
        } as unknown as Rec),
      ),
    ).toBe('字典编码须以x加大写字母开头，仅含字母和数字');
    await act('dict', 'del', await find('dict', 'xBaoZhuangDengJi'));
    expect((await design.as()).registry.dicts.has('xBaoZhuangDengJi')).toBe(false);
  });

  it('keeps values that records hold; they can be switched off', async () => {
    const made = await put('dict', {
      name: '等级',
      code: 'xGrade',
      area: 'system',
      items: [
        { value: 'A', label: '一级' },
        { value: 'B', label: '二级' },
      ],
    } as unknown as Rec);
    await publish(await design.as(), () => [wish(note({ grade: { title: '等级', dict: 'xGrade' } }))], { note: '试' });
    await put('xNote', { code: 'N1', grade: 'A' } as unknown as Rec);
    const dict = await find('dict', 'xGrade');
    expect(dict.version).toBe(made.version);
    expect(
      await says(
        put(
          'dict',
          withRows(dict, ([, second]) => [second!]),
        ),
      ),
    ).toBe('值「一级」已被1条数据使用，不可删除，可改为停用');
    expect(await says(act('dict', 'del', dict))).toBe('字典「等级」已被「便签」等级使用，不可删除，可停用其中的值');
    const kept = await put(
      'dict',
      withRows(dict, ([first, second]) => [{ ...first!, isDisabled: true }, second!]),
    );
    expect(rows(kept)[0]).toMatchObject({ value: 'A', isDisabled: true });
    expect((await design.as()).registry.dicts.get('xGrade')?.items[0]).toEqual({ code: 'A', title: '一级', off: true });
    expect(
      rows(
        await put(
          'dict',
          withRows(kept, ([first]) => [first!]),
        ),
      ),
    ).toHaveLength(1);
  });

  it('follows what the designer publishes', async () => {
    const ctx = await design.as();
    const doc = ctx.registry.files.dictionaries.find((dictionary) => dictionary.doc.area === 'system')!.doc;
    const changed = structuredClone(doc) as { dicts: Record<string, { title: string }> };
    changed.dicts.gender!.title = '性别（人事）';
    await publish(ctx, () => [{ id: 'dictionaries:system', doc: changed as unknown as DictionariesDoc }], {
      note: '试',
    });
    expect(await find('dict', 'gender')).toMatchObject({ name: '性别（人事）' });
  });

  it('is not for those without the right', async () => {
    const gender = await find('dict', 'gender');
    expect(await says(put('dict', gender, 'xumin'))).toBe('没有权限，请联系管理员');
  });
});

describe('菜单管理', () => {
  const titles = async (login = 'admin', parent = 'system') =>
    (await design.as(login)).registry.menus.filter((row) => row.parentId === parent).map((row) => row.name);
  const move = async (rec: Rec, parent: Rec) => {
    const ctx = await design.as();
    const targets = [{ id: rec.id, version: rec.version }];
    return actCall(ctx, ctx.registry.page('menu')!, 'move', { targets, ask: { parentId: parent.id } });
  };

  it('has a row for every entry, below its area', async () => {
    const { registry } = await design.as();
    const [count] = await design.rows<{ n: number }>('select count(*)::int as n from $.menu where is_deleted = 0');
    expect(count!.n).toBe(registry.menus.length);
    const role = await find('menu', 'system.role');
    expect(role).toMatchObject({
      name: '角色管理',
      url: '/systemset/mange/role',
      type: '20',
      isSystem: true,
      isShow: true,
    });
    expect(role.parent).toBe((await find('menu', 'system')).id);
  });

  it('renames, hides and orders a shipped entry; the rights stay', async () => {
    const role = await find('menu', 'system.role');
    const before = (await design.as()).registry.functions.length;
    await put('menu', { ...role, name: '岗位角色', sortNo: 25, isShow: false });
    const { registry } = await design.as('xumin');
    const row = registry.menus.find((menu) => menu.id === 'system.role')!;
    expect(row).toMatchObject({ name: '岗位角色', hidden: true });
    expect((await titles()).slice(0, 3)).toEqual(['部门管理', '岗位角色', '用户管理']);
    expect(registry.functions).toHaveLength(before);
    await act('menu', 'restore', await find('menu', 'system.role'));
    expect((await design.as()).registry.menus.find((menu) => menu.id === 'system.role')).toMatchObject({
      name: '角色管理',
      hidden: false,
    });
  });

  it('makes an own entry in a new directory, moves a shipped one into it, and takes the own one away', async () => {
    await publish(await design.as(), () => [wish(note({ remark: { title: '说明' } }))], {
      note: '试',
      unchanged: true,
    });
    const parentId = (await find('menu', 'system')).id;
    const entry = { name: '便签', parentId, page: 'xNote', newDirectory: '常用', sortNo: 5 } as unknown as Rec;
    expect(await says(put('menu', { ...entry, page: 'role' }))).toBe('地址已被菜单「角色管理」使用');
    expect(await says(put('menu', { name: '空', parentId } as unknown as Rec))).not.toBe('');
    await put('menu', entry);
    expect((await titles())[0]).toBe('常用');
    const own = await find('menu', 'system.xBianQian');
    const directory = await find('menu', 'system.xChangYong');
    expect(own).toMatchObject({ parent: directory.id, url: '/app/xNote/list', isSystem: false });
    expect(await says(move(await find('menu', 'system.role'), directory))).toBe(
      '系统菜单不能移到自建目录，可隐藏或排序',
    );
    expect(await says(act('menu', 'del', await find('menu', 'system.role')))).toBe('系统菜单不可删除，可隐藏');
    // the last one of a directory stays in it; the directory goes with it
    expect(await says(move(own, await find('menu', 'system')))).toBe('目录「常用」里只剩这一项');
    await act('menu', 'del', own);
    expect((await titles())[0]).not.toBe('常用');
    const [left] = await design.rows<{ n: number }>(
      "select count(*)::int as n from $.menu where is_deleted = 0 and code like 'system.x%'",
    );
    expect(left!.n).toBe(0);
  });

  it('refuses another area, an entry as directory, an area that moves; nothing is written', async () => {
    const before = await versions();
    const role = await find('menu', 'system.role');
    expect(await says(move(role, await find('menu', 'flow')))).toBe('不能移到其他模块的菜单下');
    expect(await says(move(role, await find('menu', 'system.user')))).toBe('上级菜单的数据不在可选范围内');
    expect(await says(move(await find('menu', 'flow'), await find('menu', 'system')))).toContain(
      '模块不能移到别的菜单下',
    );
    const entry = { name: '空', parentId: (await find('menu', 'system')).id } as Rec;
    const { registry } = await design.as();
    const bare = [...registry.pages.values()].find(({ route }) => route === undefined);
    expect(await says(put('menu', entry))).toBe('请填写页面');
    expect(await says(put('menu', { ...entry, page: bare!.code }))).toBe('菜单必须填写地址');
    expect(await says(put('menu', { ...entry, page: 'role' }))).toBe('地址已被菜单「角色管理」使用');
    expect(await versions()).toEqual(before);
    expect(await find('menu', 'system.role')).toEqual(role);
    expect(await says(put('menu', role, 'xumin'))).toBe('没有权限，请联系管理员');
  });
});

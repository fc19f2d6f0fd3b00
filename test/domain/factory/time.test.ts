/** Shifts, calendars and crews of the demo factory on 2026-01-15: acceptance 7 and 8 of 20 §13, and what the forms refuse. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { monthOf } from '../../../server/calendar/month';
import { labelPrint } from '../../../server/datasets/factory/label-print';
import { makeBook } from '../../../server/excel/write';
import { keepMade } from '../../../server/files/made';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getReportList } from '../../../server/records/report/list';
import { actsOf, refusal } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());
const { byCode, id, save, edit, act, call } = actsOf(() => factory);

const nameOf = async (object: string, value: unknown): Promise<string> =>
  typeof value === 'string' ? factory.as('admin', (ctx) => ctx.records.label(object, value)) : '--';
const shiftAt = async (resource: string, at: string): Promise<string> =>
  `${await nameOf('shift', await call('shiftOf', resource, at))} ${await call('shiftDateOf', resource, at)}`;
const warnings = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => [],
    (error: { data?: { warnings?: { text: string }[] } }) => error.data?.warnings?.map(({ text }) => text),
  );
const rowOf = (rec: Rec, sub: string, match: (row: Row) => boolean): Row => (rec[sub] as Row[]).find(match)!;

describe('acceptance 8: the 14-day rotation', () => {
  it('has the crews and the device at work as planned', async () => {
    const [text, two, cnc] = [await id('team', 'JJ1'), await id('team', 'JJ2'), await id('equipment', 'CNC-01')];
    expect(await nameOf('shift', await call('shiftOf', text, '2026-01-15'))).toBe('夜班');
    expect(await nameOf('shift', await call('shiftOf', two, '2026-01-15'))).toBe('白班');
    expect(await call('shiftOf', text, '2026-01-04')).toBeNull();
    expect(await shiftAt(cnc, '2026-01-16 02:30:00')).toBe('夜班 2026-01-15');
    expect(await shiftAt(cnc, '2026-01-15 19:10:00')).toBe('-- 2026-01-15');
    expect(await shiftAt(cnc, '2026-01-15 19:40:00')).toBe('夜班 2026-01-15');
  });
  it('knows people by their crew of the day, groups and places by their calendar', async () => {
    const [li, group, line] = [
      await id('employee', 'YG0020'),
      await id('workGroup', 'ZZ'),
      await id('factoryUnit', 'JJ-CX'),
    ];
    expect(await shiftAt(li, '2026-01-15 21:00:00')).toBe('夜班 2026-01-15');
    expect(await call('netMin', group, '2026-01-15')).toBe(480);
    expect(await call('netMin', group, '2026-01-17')).toBe(0);
    expect(await call('netMin', line, '2026-01-15')).toBe(960);
    expect(await call('netMin', line, '2026-02-20')).toBe(0);
    expect(await call('netMin', group, '2026-02-28')).toBe(480);
    expect(await call('netMin', newId(), '2026-01-15')).toBeNull();
  });
  it('follows a change of the calendar at once', async () => {
    const cnc = await id('equipment', 'CNC-02');
    expect(await call('netMin', cnc, '2026-01-20')).toBe(960);
    const calendar = await byCode('workCalendar', 'RL01');
    const stop = {
      id: newId(),
      lineNo: 900,
      dateFrom: '2026-01-20',
      dateTo: '2026-01-20',
      kind: '4',
      timeFrom: '08:00:00',
      timeTo: '10:00:00',
    };
    await edit('workCalendar', 'RL01', { entries: [...(calendar.entries as Row[]), stop] });
    expect(await call('netMin', cnc, '2026-01-20')).toBe(840);
    await edit('workCalendar', 'RL01', { entries: calendar.entries as Row[] });
    expect(await call('netMin', cnc, '2026-01-20')).toBe(960);
  });
  it('keeps the times of days that are over when a shift is changed', async () => {
    const night = await byCode('shift', 'BC04');
    const change = { startTime: '15:00:00' };
    expect(await warnings(edit('shift', 'BC04', change))).toEqual(['修改只影响明天起的排班，是否继续？']);
    await edit('shift', 'BC04', change, ['shift.times']);
    const changed = await byCode('shift', 'BC04');
    expect(changed.former).toMatchObject([{ until: '2026-01-15', startTime: '16:00:00', endTime: '00:00:00' }]);
    expect(changed.totalMin).toBe(540);
    expect(night.totalMin).toBe(480);
  });
});

describe('acceptance 7: one crew at a time', () => {
  it('refuses a second crew and moves by 调班组', async () => {
    const [li, second] = [await id('employee', 'YG0020'), await byCode('team', 'JJ2')];
    const row = { id: newId(), lineNo: 900, employee: li, role: '1', ratio: 1, fromDate: '2026-01-10' };
    expect(await refusal(edit('team', 'JJ2', { members: [...(second.members as Row[]), row] }))).toBe(
      '员工「李四」在2026-01-01至今已属于班组「机加一班」',
    );
    const first = await byCode('team', 'JJ1');
    const member = rowOf(first, 'members', ({ employee }) => employee === li);
    await act('team', 'transfer', first, { teamId: second.id, day: '2026-01-10' }, [{ id: member.id }]);
    expect(rowOf(await byCode('team', 'JJ1'), 'members', ({ employee }) => employee === li)).toMatchObject({
      fromDate: '2026-01-01',
      toDate: '2026-01-09',
    });
    expect(rowOf(await byCode('team', 'JJ2'), 'members', ({ employee }) => employee === li)).toMatchObject({
      fromDate: '2026-01-10',
      toDate: null,
    });
    expect((await byCode('employee', 'YG0020')).team).toBe(second.id);
    // and back from the page of the employee
    await act('employee', 'transfer', await byCode('employee', 'YG0020'), { teamId: first.id, day: '2026-01-20' });
    expect(rowOf(await byCode('team', 'JJ2'), 'members', ({ employee }) => employee === li).toDate).toBe('2026-01-19');
    expect(await call('shiftOf', li, '2026-01-21')).toBe(await call('shiftOf', first.id, '2026-01-21'));
  });
  it('lets nobody leave before he came', async () => {
    const crew = await byCode('team', 'JJ1');
    const { id: other } = rowOf(crew, 'members', ({ employee }) => employee !== crew.leader);
    const members = (crew.members as Row[]).map((row) => (row.id === other ? { ...row, toDate: '2000-01-01' } : row));
    expect(await refusal(edit('team', 'JJ1', { members }))).toMatch(/^截止日期不能早于起始日期/);
    expect((await byCode('team', 'JJ1')).version).toBe(crew.version);
  });
  it('wants its leader among its members, and keeps him', async () => {
    const [first, li] = [await byCode('team', 'JJ1'), await id('employee', 'YG0022')];
    expect(await refusal(edit('team', 'JJ1', { leader: li }))).toBe('班组长必须是当前成员');
    const leader = rowOf(first, 'members', ({ employee }) => employee === first.leader);
    const target = await id('team', 'JJ2');
    expect(
      await refusal(act('team', 'transfer', first, { teamId: target, day: '2026-01-16' }, [{ id: leader.id }])),
    ).toBe('「机加一班」的班组长不能调出，请先更换班组长');
  });
});

describe('people', () => {
  it('leave: no crew, no account', async () => {
    const hao = await byCode('employee', 'YG0007');
    await act('employee', 'leave', hao, { leaveDate: '2026-01-15' });
    const gone = await byCode('employee', 'YG0007');
    expect(gone).toMatchObject({ empStatus: '3', leaveDate: '2026-01-15' });
    const crew = await byCode('team', 'JJ1');
    expect(rowOf(crew, 'members', ({ employee }) => employee === hao.id).toDate).toBe('2026-01-15');
    const user = await factory.as('admin', (ctx) => ctx.records.get('user', hao.user as string));
    expect(user?.isDisabled).toBe('1');
  });
  it('get an account once', async () => {
    const he = await byCode('employee', 'YG0024');
    await act('employee', 'openAccount', he, { loginName: 'hejing2' });
    const now = await byCode('employee', 'YG0024');
    const user = await factory.as('admin', (ctx) => ctx.records.get('user', now.user as string));
    expect(user).toMatchObject({ loginName: 'hejing2', name: '何静', mobile: '13800000024', dept: he.dept });
    expect(await refusal(act('employee', 'openAccount', now, { loginName: 'x2' }))).toBe('该员工已有账号「hejing2」');
  });
  it('have each process once', async () => {
    const zhang = await byCode('employee', 'YG0019');
    const [skill] = zhang.skills as Row[];
    const twice = [skill!, { ...skill!, id: newId(), lineNo: 900 }];
    expect(await refusal(edit('employee', 'YG0019', { skills: twice }))).toBe('同一工序的技能只能有一行');
  });
});

describe('masters of time and place', () => {
  it('refuse what cannot be worked', async () => {
    const day = await byCode('shift', 'BC01');
    const late = [{ id: newId(), lineNo: 10, name: '晚', startTime: '17:30:00', endTime: '18:00:00' }];
    expect(await refusal(edit('shift', 'BC01', { breaks: late }))).toBe('休息时间必须在班次时间内');
    const meeting = ['12:00:00', '12:30:00'].map((startTime, at) => ({
      id: newId(),
      lineNo: at * 10,
      name: `休${at}`,
      startTime,
      endTime: '13:00:00',
    }));
    expect(await refusal(edit('shift', 'BC01', { breaks: meeting }))).toBe('休息时间不能重叠');
    const pattern = await byCode('shiftPattern', 'BZ03');
    const days = (pattern.days as Row[]).map((row, at) => (at === 0 ? { ...row, shifts: [day.id, newId()] } : row));
    expect(await refusal(edit('shiftPattern', 'BZ03', { days }))).toMatch(/不在|不存在|轮班每天最多一个班次/);
    const both = [day.id, await id('shift', 'BC02')];
    const two = (pattern.days as Row[]).map((row, at) => (at === 0 ? { ...row, shifts: both } : row));
    expect(await refusal(edit('shiftPattern', 'BZ03', { days: two }))).toBe('轮班每天最多一个班次');
    const week = await byCode('shiftPattern', 'BZ01');
    const meet = [day.id, await id('shift', 'BC03')];
    const clash = (week.days as Row[]).map((row, at) => (at === 0 ? { ...row, shifts: meet } : row));
    expect(await refusal(edit('shiftPattern', 'BZ01', { days: clash }))).toBe('同一天的班次时间不能重叠');
  });
  it('have exactly one default calendar, passed on in one step', async () => {
    expect(await refusal(edit('workCalendar', 'RL01', { isDefault: false }))).toBe('系统必须且只能有一个默认日历');
    expect(await refusal(edit('workCalendar', 'RL02', { isDefault: true }))).toBe('系统必须且只能有一个默认日历');
    expect(await refusal(act('workCalendar', 'disable', await byCode('workCalendar', 'RL01')))).toBe(
      '系统必须且只能有一个默认日历',
    );
    await act('workCalendar', 'setDefault', await byCode('workCalendar', 'RL02'));
    expect((await byCode('workCalendar', 'RL01')).isDefault).toBe(false);
    await act('workCalendar', 'setDefault', await byCode('workCalendar', 'RL01'));
    expect((await byCode('workCalendar', 'RL02')).isDefault).toBe(false);
  });
  it('set a day once for a kind, and a stop by its hours', async () => {
    const before = await byCode('workCalendar', 'RL01');
    const entries = before.entries as Row[];
    const day = (kind: string, more: Rec = {}) =>
      ({ id: newId(), lineNo: 900, dateFrom: '2026-02-16', dateTo: '2026-02-16', kind, ...more }) as Row;
    expect(await refusal(edit('workCalendar', 'RL01', { entries: [...entries, day('1')] }))).toBe(
      '2026-02-15已有「休息」设置，不能重复',
    );
    const worked = day('2', { shifts: [(await byCode('shift', 'BC01')).id] });
    expect(await refusal(edit('workCalendar', 'RL01', { entries: [...entries, worked] }))).toBe(
      '2026-02-15不能既休息又上班',
    );
    expect(await refusal(edit('workCalendar', 'RL01', { entries: [...entries, day('4')] }))).toMatch(
      /停机必须填写时间段|停机开始/,
    );
    expect((await byCode('workCalendar', 'RL01')).version).toBe(before.version);
  });
  it('copy the entries of a year once', async () => {
    const ask = { fromYear: 2026, toYear: 2027 };
    const before = ((await byCode('workCalendar', 'RL01')).entries as Row[]).length;
    await act('workCalendar', 'copyYear', await byCode('workCalendar', 'RL01'), ask);
    const entries = (await byCode('workCalendar', 'RL01')).entries as Row[];
    expect(entries).toHaveLength(before * 2);
    expect(entries.some(({ dateFrom, dateTo }) => dateFrom === '2027-02-15' && dateTo === '2027-02-23')).toBe(true);
    expect(await refusal(act('workCalendar', 'copyYear', await byCode('workCalendar', 'RL01'), ask))).toBe(
      '2026年没有可复制到2027年的例外',
    );
  });
  it('take the holidays of a file, day by day, and those that are new alone', async () => {
    const HEAD = ['日期*', '类别*', '名称'];
    const file = (rows: readonly (readonly string[])[]) =>
      factory.as('admin', async (ctx) => {
        const columns = rows[0]!.map(() => ({ width: 10 }));
        const book = await makeBook([{ spec: { name: '节假日', columns }, rows }]);
        return { file: [await keepMade(ctx as EngineCtx, '节假日.xlsx', book)] } as unknown as Rec;
      });
    const take = async (...rows: readonly (readonly string[])[]) =>
      act('workCalendar', 'importHolidays', await byCode('workCalendar', 'RL01'), await file(rows));
    const before = await byCode('workCalendar', 'RL01');
    const wrong: readonly [string, ...(readonly string[])[]][] = [
      ['文件缺少列「类别」', ['日期*', '名称'], ['2028-01-01', '元旦']],
      ['第2行「日期」「元旦」不是日期', HEAD, ['元旦', '休息', '']],
      ['第3行「日期」不能为空', HEAD, ['2028-01-01', '休息', '元旦'], ['', '休息', '']],
      ['第2行「类别」只能填休息、上班、加班', HEAD, ['2028-01-01', '停机', '']],
      ['第3行「日期」「2028-01-01」重复', HEAD, ['2028-01-01', '休息', ''], ['2028-1-1', '上班', '']],
      ['文件中没有日期', HEAD, ['', '', '']],
      [
        '第2行「日期」「元旦」不是日期；第2行「类别」只能填休息、上班、加班；第4行「日期」「2028-01-01」重复',
        HEAD,
        ['元旦', '放假', ''],
        ['2028-01-01', '休息', ''],
        ['2028-01-01', '休息', ''],
      ],
    ];
    for (const [say, ...rows] of wrong) expect(await refusal(take(...rows))).toBe(say);
    expect((await byCode('workCalendar', 'RL01')).version).toBe(before.version);

    const days = [
      ['2028-10-02', '休息', '国庆节'],
      ['2028-10-01', '休息', '国庆节'],
      ['2028-10-08', '上班', '国庆节补班'],
      ['2028/10/3', '休息', '国庆节'],
    ];
    await take(HEAD, ...days);
    const entries = (await byCode('workCalendar', 'RL01')).entries as Row[];
    const fresh = entries.slice((before.entries as Row[]).length);
    expect(fresh.map(({ dateFrom, dateTo, kind, reason }) => [dateFrom, dateTo, kind, reason])).toEqual([
      ['2028-10-01', '2028-10-03', '1', '国庆节'],
      ['2028-10-08', '2028-10-08', '2', '国庆节补班'],
    ]);
    expect(fresh[1]!.shifts).toHaveLength(2);
    expect(await call('netMin', await id('equipment', 'CNC-01'), '2028-10-08')).toBe(960);
    expect(await call('netMin', await id('equipment', 'CNC-01'), '2028-10-02')).toBe(0);
    expect(await refusal(take(HEAD, ...days))).toBe('文件中的日期都已在日历中');
  });
  it('let a device be in one group, a device group have one', async () => {
    const [cnc, unit] = [await id('equipment', 'CNC-01'), await id('factoryUnit', 'JJ')];
    const row = { id: newId(), lineNo: 10, equipment: cnc, priority: 10 };
    expect(
      await refusal(save('workGroup', { code: 'G1', name: '新组', factoryUnit: unit, mode: '1', equips: [row] })),
    ).toBe('设备「CNC-01」已属于工作组「车削组」');
    expect(await refusal(save('workGroup', { code: 'G2', name: '空组', factoryUnit: unit, mode: '1' }))).toBe(
      '设备组至少需要一台设备',
    );
  });
  it('stand in their place', async () => {
    const [area, shop, line] = [
      await id('factoryUnit', 'GC'),
      await id('factoryUnit', 'JJ'),
      await id('factoryUnit', 'JJ-CX'),
    ];
    const unit = (modelType: string, parent: string): Promise<string> =>
      refusal(save('factoryUnit', { code: `U${modelType}`, name: 'x', modelType, parent }));
    expect(await unit('10', shop)).toBe('区域只能建在顶层或区域下');
    expect(await unit('20', line)).toBe('车间只能建在区域下');
    expect(await unit('30', area)).toBe('产线只能建在车间下');
    expect(await unit('40', area)).toBe('加工单元只能建在车间或产线下');
    expect(await refusal(edit('factoryUnit', 'JJ', { modelType: '30' }))).toBe(
      '「机加车间」已有业务数据，不能修改「类型」',
    );
    expect(await refusal(edit('dept', '111', { factoryUnit: null }))).toBe('生产部门必须选择对应车间');
    const fresh = await save('factoryUnit', { code: 'CS', name: '测试车间', modelType: '20', parent: area });
    const [store] = await factory.as('admin', (ctx) => ctx.records.find('warehouse', "code == 'XB-CS'"));
    expect(store).toMatchObject({ name: '测试车间线边仓', kind: '4' });
    expect((await byCode('factoryUnit', 'CS')).lineWarehouse).toBe(store!.id);
    expect(fresh.id).toBeTypeOf('string');
  });
  it('give one key to one reason', async () => {
    expect(await refusal(save('badReason', { name: '新', disposal: '10', hotKey: '1' }))).toBe(
      '快捷键「1」已被「尺寸超差」使用',
    );
  });
});

describe('what people look at', () => {
  it('is the month of a resource', async () => {
    const month = await factory.as('admin', async (ctx) => {
      const engine = ctx as EngineCtx;
      return monthOf(engine, engine.registry.page('team')!, { id: await id('team', 'JJ1'), month: '2026-02' });
    });
    expect(month).toHaveLength(28);
    expect(month[15]).toMatchObject({
      date: '2026-02-16',
      shifts: [],
      entries: [{ kind: '1', title: '休息', reason: '春节' }],
    });
    expect(month[1]!.shifts[0]).toMatchObject({ netMin: 480 });
  });
  it('is the report of minutes', async () => {
    const list = await factory.as('admin', (ctx) => {
      const engine = ctx as EngineCtx;
      return getReportList(engine, engine.registry.page('calendarMinutes')!, {
        search: { date: ['2026-01-15', '2026-01-15'] },
        groupBy: ['equipment'],
        size: 50,
      });
    });
    expect(JSON.stringify(list)).toContain('"netMin":960');
  });

  it('lists what ends soon, what masters lack, and who can do what', async () => {
    const rows = (code: string, groupBy: readonly string[]) =>
      factory.as('admin', async (ctx) => {
        const engine = ctx as EngineCtx;
        const page = engine.registry.page(code)!;
        const { records } = await getReportList(engine, page, { groupBy, size: 100 });
        return records as readonly Rec[];
      });
    const ending = await rows('expiring', ['due', 'kind', 'owner', 'item']);
    const certs = ending.filter((record) => record.kind === '员工证书');
    expect(certs.length).toBeGreaterThanOrEqual(2);
    expect(ending.every((record) => Number(record.daysLeft) <= 90)).toBe(true);
    const gaps = await rows('masterGap', ['object', 'gap']);
    // 包装 is unpriced on purpose
    expect(gaps.find((gap) => gap.gap === '无工价')).toMatchObject({ object: '工序' });
    expect(gaps.map((gap) => gap.gap).sort()).toEqual(['无BOM', '无SOP', '无工价', '无工艺路线', '无点位']);
    for (const { gaps: missing, whole, rate } of gaps)
      expect(Number(rate)).toBeCloseTo((Number(missing) / Number(whole)) * 100, 1);
    // 100 of it take 408 seals and 6.0 kg of grease through all levels
    const structure = await rows('bomStructure', ['product', 'child']);
    const parts = structure.filter((record) => record.product === 'LA-100');
    const need = (child: string) => Number(parts.find((part) => part.child === child)?.needPer1);
    expect([need('SR-08'), need('GR-01')]).toEqual([4.08, 0.06]);
    // the fixed loss of 0.5 kg is of an order, not of a piece
    expect(structure.find((record) => record.product === 'DG-100' && record.child === 'PA66')).toMatchObject({
      needPer1: 0.028,
    });
    const printed = await factory.as('admin', (ctx) => ctx.records.find('codeLabel', 'true'));
    const papers = (await factory.as('admin', (ctx) => labelPrint.run({}, ctx))) as readonly Rec[];
    const sum = (list: readonly Rec[], code: string) =>
      list.reduce((all, record) => all + Number(record[code] ?? 0), 0);
    expect(sum(papers, 'labels')).toBe(sum(printed, 'printCount'));
    expect(sum(papers, 'reprints')).toBe(sum(printed, 'reprintCount'));
    expect(papers.some(({ reason, reprints }) => reason !== null && Number(reprints) > 0)).toBe(true);
    const read = await rows('sopReadRate', ['sop']);
    expect(read).toMatchObject([{ due: 3, read: 0, rate: 0 }]);
    const skills = await rows('skillMatrix', ['employee']);
    expect(skills.some((skill) => Number(skill.covered) > 0)).toBe(true);
  });
});

/** 50 §6 energyRule: what a rule refuses, and how it says its condition. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { actsOf, refusal } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
const acts = actsOf(() => factory);
let [jj, zp, em10, wm00] = ['', '', '', ''];
beforeAll(async () => {
  factory = await demoFactory();
  jj = await acts.id('factoryUnit', 'JJ');
  zp = await acts.id('factoryUnit', 'ZP');
  em10 = await acts.id('energyMeter', 'EM-10');
  wm00 = await acts.id('energyMeter', 'WM-00');
});
afterAll(() => factory?.database.drop());

const rule = (more: Rec) =>
  acts.save('energyRule', {
    ...{ name: '用能预警', energyType: '1', ruleType: '2', scopeType: '1', meters: [em10], limitValue: 100, ...more },
  });
const count = () => factory.as('admin', async (ctx) => (await ctx.records.find('energyRule', 'true')).length);

describe('a rule of energy', () => {
  it('refuses what it cannot judge, and nothing is written', async () => {
    const before = await count();
    const unit = { ruleType: '3', scopeType: '2', meters: [] };
    expect(await refusal(rule({ ruleType: '8', limit2: 100 }))).toBe('预警线必须小于100%');
    expect(await refusal(rule({ ...unit, factoryUnits: [zp] }))).toBe('用能单元「装配车间」未设置2026年1月定额');
    const own = await acts.byCode('energyMeter', 'EM-20');
    expect(await refusal(rule({ ruleType: '3', meters: [own.id] }))).toBe('计量表「EM-20」未设置2026年1月定额');
    expect(await refusal(rule({ ruleType: '8', energyType: '2', meters: [wm00] }))).toBe('功率因数和需量预警只用于电');
    expect(await refusal(rule({ ruleType: '6' }))).toBe('夜间最小流量只用于水和气');
    expect(await refusal(rule({ meters: [wm00] }))).toBe('计量表「WM-00」的能源类型与规则不同');
    expect(await refusal(rule({ clearValue: 100 }))).toBe('恢复值必须低于限值');
    expect(await refusal(rule({ ruleType: '1', op: 'lt', clearValue: 90 }))).toBe('恢复值必须高于限值');
    expect(await refusal(rule({ activeFrom: '08:00:00' }))).toBe('时段开始和结束要一起填写');
    expect(await count()).toBe(before);
  });
  it('asks for what its type needs only', async () => {
    expect(await refusal(rule({ limitValue: null }))).toContain('限值');
    expect(await refusal(rule({ ruleType: '5' }))).toContain('时段开始');
    const water = { ruleType: '6', energyType: '2', meters: [wm00], limitValue: 0.3 };
    expect(await refusal(rule({ ...water, nights: 2 }))).toContain('连续夜数');
    expect(await refusal(rule({ action: '3' }))).toContain('服务设备');
    expect(await refusal(rule({ receivers: [{ id: newId(), kind: '2' }] }))).toContain('用户');
    // a row that says no more than what is there by itself is no row
    expect((await rule({ receivers: [{ id: newId(), kind: '1' }] })).receivers).toEqual([]);
  });
  it('says its condition', async () => {
    const said = async (more: Rec) => (await rule(more)).summary;
    expect(await said({})).toBe('60分钟用量>100');
    expect(await said({ ruleType: '8', limitValue: 620 })).toBe('需量>620kW的80%');
    expect(await said({ ruleType: '3', scopeType: '2', meters: [], factoryUnits: [jj] })).toBe(
      '本月累计达到定额的80%、90%、100%',
    );
    expect(await said({ ruleType: '6', energyType: '2', meters: [wm00], limitValue: 0.3 })).toBe(
      '0–5点最小流量>0.3m³/h，连续3晚',
    );
    expect(await said({ ruleType: '1', limitValue: 50, forSec: 60 })).toBe('功率>50kW持续60秒');
    expect((await rule({ ruleType: '9', limitValue: null })).code).toMatch(/^NH\d{4}$/);
  });
  it('is kept by 能源管理员 and read by 车间主任, who deals with alerts', async () => {
    const sees = (login: string) =>
      factory.as(login, async (ctx) =>
        ['energyRule:view', 'energyRule:edit', 'energyAlert:view', 'energyAlert:ack'].map((code) =>
          ctx.session.rights.has(code),
        ),
      );
    expect(await sees('luyang')).toEqual([true, true, true, true]);
    expect(await sees('liuqiang')).toEqual([true, false, true, true]);
    expect(await sees('wangqiang')).toEqual([false, false, false, false]);
  });
});

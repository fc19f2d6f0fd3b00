/** References that come by link or by fill from a record the caller may use are not asked for their own rows; typed ones are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../../schemas/language/document';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { openWorld, refusal, type Wire, type World } from '../../support/writes';

/** whose rows a user sees by ownership */
const PARTY: ObjectDoc = {
  $schema: 'object/2',
  object: 'party',
  title: '往来单位',
  label: 'code',
  fields: { code: { title: '编码', kind: 'input' }, keeper: { title: '负责人', ref: 'employee' } },
  list: { columns: ['code'], sort: 'code' },
  actions: { add: {}, view: {} },
  access: { owner: ['keeper'] },
};
const party = { title: '往来单位', ref: 'party' } as const;
const SLIP: ObjectDoc = {
  $schema: 'object/2',
  object: 'slip',
  title: '单子',
  use: ['document'],
  fields: {
    nbr: { rule: 'DZ{yyyyMMdd}{seq:4}' },
    party,
    items: {
      title: '明细',
      kind: 'tabTable',
      required: true,
      use: ['linkRow'],
      fields: { qty: { title: '数量', type: 'decimal', required: true }, maker: { title: '制造方', ref: 'party' } },
    },
  },
  actions: {
    send: { title: '下推', at: ['row'], when: 'auditStatus == 2', push: { to: 'parcel', rows: 'items', stamp: false } },
  },
  access: { owner: ['handler'] },
};
const PARCEL: ObjectDoc = {
  $schema: 'object/2',
  object: 'parcel',
  title: '包裹',
  use: ['document'],
  fields: {
    nbr: { rule: 'BG{yyyyMMdd}{seq:4}' },
    party,
    slip: { title: '依据', ref: 'slip', fill: { party: 'party' } },
    items: {
      title: '明细',
      kind: 'tabTable',
      use: ['linkRow'],
      fields: { qty: { title: '数量', type: 'decimal', required: true }, maker: { title: '制造方', ref: 'party' } },
    },
  },
};

const me = newId();
const other = newId();
const parties = { mine: newId(), theirs: newId(), third: newId() };
let world: World;
let clerk: EngineCtx;
let reach: Wire;
let beyond: Wire;
const target = (saved: Wire): Wire => ({ id: saved.id, version: saved.version });
const slip = async (handler: string): Promise<Wire> => {
  const items = [{ id: newId(), qty: 40, makerId: parties.third }];
  const saved = await world.save('slip', { partyId: parties.theirs, handlerId: handler, items });
  return world.act('slip', 'audit', [target(saved)]);
};
const rowOf = (saved: Wire): Wire => ((saved.record as Wire).items as Wire[])[0] as Wire;
const parcel = (of: Wire, head: Wire = {}, row: Wire = {}): Promise<Wire> =>
  world.save('parcel', { ...head, items: [{ id: newId(), srcRowId: rowOf(of).id, qty: 2, ...row }] }, {}, clerk);
const SCOPED = '往来单位的数据不在可选范围内';

beforeAll(async () => {
  world = await openWorld({ documents: [PARTY, SLIP, PARCEL] });
  await world.insert('employee', [
    { id: me, code: 'E1', name: '甲' },
    { id: other, code: 'E2', name: '乙' },
  ]);
  await world.insert('party', [
    { id: parties.mine, code: 'P1', keeper_id: me },
    { id: parties.theirs, code: 'P2', keeper_id: other },
    { id: parties.third, code: 'P3', keeper_id: other },
  ]);
  const id = newId();
  await world.insert('user', [{ id, login_name: 'clerk', name: '甲' }]);
  const functions = new Set(['party:view', 'slip:view', 'slip:send', 'parcel:view', 'parcel:add', 'parcel:edit']);
  const own = { scope: '4', depts: [] };
  const scopes = new Map([
    ['party', own],
    ['slip', own],
  ]);
  clerk = await world.as([{ functions: [...functions], scopes }], { id, employee: me });
  reach = await slip(me);
  beyond = await slip(other);
});
afterAll(() => world?.close());

describe('by link', () => {
  it('what the line brings is taken, at the head and in rows', async () => {
    const saved = (await parcel(reach)).record as Wire;
    expect([saved.partyId, (saved.items as Wire[])[0]?.makerId]).toEqual([parties.theirs, parties.third]);
    const sent = (await parcel(reach, { partyId: parties.theirs }, { makerId: parties.third })).record as Wire;
    expect(sent.partyId).toBe(parties.theirs);
  });
  it('another value than the line has is asked for its rows', async () => {
    const before = await world.count('parcel');
    expect((await refusal(parcel(reach, { partyId: parties.third }))).text).toBe(SCOPED);
    expect((await refusal(parcel(reach, {}, { makerId: parties.theirs }))).text).toBe('制造方的数据不在可选范围内');
    expect(await world.count('parcel')).toBe(before);
    expect(((await parcel(reach, { partyId: parties.mine })).record as Wire).partyId).toBe(parties.mine);
  });
  it('a line of a document he may not view brings nothing', async () => {
    const before = await world.count('parcel');
    expect((await refusal(parcel(beyond))).text).toBe('数据不存在或无权查看');
    expect(await world.count('parcel')).toBe(before);
  });
  it('nor does one beside a row that is linked', async () => {
    const before = await world.count('parcel');
    const items = [
      { id: newId(), srcRowId: rowOf(reach).id, qty: 2 },
      { id: newId(), qty: 1, makerId: parties.third },
    ];
    expect((await refusal(world.save('parcel', { items }, {}, clerk))).text).toBe('制造方的数据不在可选范围内');
    expect(await world.count('parcel')).toBe(before);
  });
  it('a change to a foreign value is asked later too', async () => {
    const saved = await parcel(reach);
    const change = { ...target(saved), partyId: parties.third };
    expect((await refusal(world.save('parcel', change, {}, clerk))).text).toBe(SCOPED);
  });
});

describe('by fill', () => {
  const filled = (of: Wire, head: Wire = {}): Promise<Wire> =>
    world.save('parcel', { slipId: of.id, ...head }, {}, clerk);
  it('what the picked record says is taken, filled or sent', async () => {
    expect(((await filled(reach)).record as Wire).partyId).toBe(parties.theirs);
    expect(((await filled(reach, { partyId: parties.theirs })).record as Wire).partyId).toBe(parties.theirs);
  });
  it('another value, and one of a record out of reach, is asked', async () => {
    const before = await world.count('parcel');
    expect((await refusal(filled(reach, { partyId: parties.third }))).text).toBe(SCOPED);
    expect((await refusal(filled(beyond, { partyId: parties.theirs }))).text).toBe(SCOPED);
    expect((await refusal(filled(beyond))).text).toBe(SCOPED);
    expect(await world.count('parcel')).toBe(before);
  });
  it('a reference stored by somebody else opens nothing', async () => {
    const saved = await world.save('parcel', { slipId: beyond.id, partyId: parties.mine });
    const change = { ...target(saved), partyId: parties.theirs };
    expect((await refusal(world.save('parcel', change, {}, clerk))).text).toBe(SCOPED);
  });
});

/** The limit of the pad with what this device holds back, and without network (30 §7: 40 at the last answer, 30 wait, 10 may be reported). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpError } from '../../runtime/data/http';
import { offlineQueue } from '../../runtime/data/offline-queue';
import type { QueueItem } from '../../runtime/data/queue-db';
import { floorPlan } from '../../runtime/floor/floor-form';
import { askAndKeep } from '../../runtime/floor/kept-picks';
import { floorLimit, mostOf, tapWithin, tooMuch } from '../../runtime/floor/limit';
import type { FormModel } from '../../runtime/form/form-model';
import type { Page } from '../../runtime/page/types';
import { freshOrder, ids, openForm, orderPage, serve } from '../support/forms';

const page: Page = {
  ...orderPage({
    checks: {},
    rules: {},
    fields: {
      part: { title: '开工', ref: 'material' },
      maker: { title: '工序任务', ref: 'supplier' },
      qty: { title: '合格', type: 'decimal' },
      most: { title: '最多可报', type: 'decimal' },
      why: { title: '原因', kind: 'input' },
      bads: {
        title: '不良',
        kind: 'tabTable',
        rows: { min: 0 },
        fields: { reason: { title: '原因', options: "['飞边', '缺料']" }, qty: { title: '数量', type: 'decimal' } },
      },
    },
    edit: { groups: { base: { title: '基本信息', fields: ['part', 'maker', 'qty'] } } },
    floor: {
      scan: ['part', 'maker'],
      big: ['qty'],
      tiles: { bads: 'reason' },
      offline: true,
      limit: 'most',
      why: 'why',
      known: ['part.taxRate', 'maker.contact'],
    },
  }),
  code: 'order',
};
const plan = floorPlan(page.object);
const [START, OTHER, OPERATION] = [ids(20), ids(21), ids(30)];
const report = (part: string | null, most: number | null): FormModel =>
  openForm(
    {
      ...freshOrder(),
      partId: part,
      makerId: OPERATION,
      qty: null,
      most,
      why: most === null ? null : '已开工40，已报0',
    },
    { fresh: true, page },
  );
/** what the pickers offered while there was a network */
const offered = async (left: number, operation: number): Promise<void> => {
  serve({
    'pick/part': () => ({ records: [START, OTHER].map((id) => ({ id, label: 'KG1', taxRate: left })), total: 2 }),
    'pick/maker': () => ({ records: [{ id: OPERATION, label: '10', contact: operation }], total: 1 }),
  });
  for (const address of ['part', 'maker']) await askAndKeep(report(null, null), { address, size: 9 });
  serve({
    pick: () => {
      throw new HttpError(0, '网络中断');
    },
  });
};
const waits = (partId: string, qty: number, bad: number, more: Partial<QueueItem> = {}): QueueItem => ({
  seq: 1,
  owner: 'o/u',
  token: 't',
  chain: 'GD1',
  page: 'order',
  call: 'save',
  body: { record: { partId, makerId: OPERATION, qty, bads: [{ id: ids(90), reason: '飞边', qty: bad }] } },
  occurAt: '2026-01-15 09:00:00',
  clockOffset: 0,
  title: '报工',
  counted: { numbers: ['qty'], tiles: [{ sub: 'bads', column: 'qty' }] },
  state: 'waiting',
  ...more,
});

beforeEach(() => localStorage.clear());
afterEach(() => {
  offlineQueue.items = [];
});

describe('the limit of the pad', () => {
  it('is what the server answered while nothing waits', async () => {
    await offered(10, 10);
    expect(floorLimit(report(START, 40), plan)).toEqual({ most: 40, text: '最多可报40', why: '已开工40，已报0' });
  });

  it('without an answer is the least that was known, less what waits on the device, with its sentence', async () => {
    await offered(40, 60);
    expect(floorLimit(report(START, null), plan)).toEqual({ most: 40, text: '最多可报40', why: '上次联网最多可报40' });
    offlineQueue.items = [waits(START, 28, 2)];
    const model = report(START, null);
    expect(floorLimit(model, plan)?.most).toBe(10);
    expect(mostOf(model, plan, 'qty')).toBe(10);
    expect(tooMuch(model, plan, '合格', 'qty', 11, '')).toBe('上次联网最多可报40，本机待上传30，最多可报10，本次11');
    model.set('qty', 10);
    expect(mostOf(model, plan, 'qty')).toBe(10);
  });

  it('binds tiles as well: the piece beyond it is refused with the sentence and not counted', async () => {
    await offered(40, 60);
    offlineQueue.items = [waits(START, 40, 0)];
    const model = report(START, null);
    const [tiles] = plan.tiles;
    expect(tapWithin(model, plan, tiles!, { value: '飞边', title: '飞边' })).toBe(
      '上次联网最多可报40，本机待上传40，最多可报0，本次1',
    );
    expect(model.subs.get('bads')?.store.rows).toHaveLength(0);
  });

  it('what waits for another start of the operation is taken off the operation, not off this start', async () => {
    await offered(40, 60);
    offlineQueue.items = [waits(OTHER, 30, 5)];
    expect(floorLimit(report(START, null), plan)).toMatchObject({
      most: 25,
      why: '上次联网最多可报60，本机待上传35',
    });
    await offered(40, 90);
    expect(floorLimit(report(START, null), plan)).toMatchObject({ most: 40, why: '上次联网最多可报40' });
  });

  it('an answer of the server does not know what waits here', async () => {
    await offered(40, 60);
    offlineQueue.items = [waits(START, 28, 2)];
    expect(floorLimit(report(START, 40), plan)).toEqual({
      most: 10,
      text: '最多可报10',
      why: '已开工40，已报0，本机待上传30',
    });
  });

  it('counts no other page, no action and no other record; nothing known is no limit', async () => {
    offlineQueue.items = [
      waits(START, 30, 0, { page: 'feed' }),
      waits(START, 30, 0, { call: 'act/pause' }),
      waits(OTHER, 30, 0, { body: { record: { partId: OTHER, makerId: ids(31), qty: 30 } } }),
    ];
    expect(floorLimit(report(START, 40), plan)?.most).toBe(40);
    expect(floorLimit(report(START, null), plan)).toBeUndefined();
  });
});

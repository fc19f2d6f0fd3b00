/** Limits of approvals run in the working time of the factory: its week, days of rest, days worked instead. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FlowDoc } from '../../../schemas/language/flow/document';
import { type Approvals, openApprovals } from '../../support/approval';
import { row, type Wire } from '../../support/writes';

const LIMITED = {
  $schema: 'flow/1',
  flow: 'limited',
  title: '时限',
  object: 'purchaseOrder',
  repeat: 'none',
  admins: ['boss'],
  binds: [{ when: 'amount > 0', priority: 1 }],
  nodes: [
    { node: 'slow', title: '财务', sort: 'approve', who: [{ by: 'user', users: ['shenjie'] }], limit: { hours: 16 } },
  ],
} as unknown as FlowDoc;

let at: Approvals;
beforeAll(async () => {
  at = await openApprovals([LIMITED]);
});
afterAll(() => at?.close());

const dueFrom = async (now: string): Promise<unknown> => {
  at.at(now);
  return (await at.task('shenjie', await at.submitted(100)))?.dueAt;
};
const made = async (object: string, record: Wire): Promise<string> =>
  String((await at.world.save(object, record, {}, await at.as('boss'))).id);

it('is the plain week as long as nobody has set up a calendar', async () => {
  expect(await dueFrom('2026-01-16 16:00:00')).toBe('2026-01-20 16:00:00');
});
it('is the default calendar then: Saturdays, days of rest, breaks; not the nights', async () => {
  const lunch = row({ name: '午休', startTime: '12:00:00', endTime: '13:00:00' });
  const day = await made('shift', {
    name: '白班',
    type: '1',
    startTime: '08:00:00',
    endTime: '17:00:00',
    breaks: [lunch],
  });
  const night = await made('shift', { name: '夜班', type: '3', startTime: '20:00:00', endTime: '04:00:00' });
  const days = Array.from({ length: 7 }, (_, at) => row({ shifts: at < 6 ? [day, night] : [] }));
  const patternId = await made('shiftPattern', { name: '两班六天', kind: '1', cycleDays: 7, days });
  const entries = [
    row({ dateFrom: '2026-01-18', dateTo: '2026-01-25', kind: '1', reason: '放假' }),
    row({ dateFrom: '2026-01-27', dateTo: '2026-01-30', kind: '2', shifts: [night], reason: '限电' }),
  ];
  await made('workCalendar', { name: '工厂日历', patternId, isDefault: true, entries });
  // Friday 1 h, Saturday 8 h, eight days of rest, Monday 7 h
  expect(await dueFrom('2026-01-16 16:00:00')).toBe('2026-01-26 16:00:00');
});
it('counts the nights of days that have nothing else', async () => {
  // 3 h, 4 + 4 h, 4 + 1 h
  expect(await dueFrom('2026-01-27 21:00:00')).toBe('2026-01-29 21:00:00');
});

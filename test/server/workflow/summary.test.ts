/** 摘要 of tasks: a field of a group is told to who holds the group, when he looks; nobody else gets it, on whatever way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportList } from '../../../server/records/export/export';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { historyOf } from '../../../server/records/trail/history';
import { type Approvals, openApprovals } from '../../support/approval';
import { sheetRows } from '../../support/sheets';
import type { Wire } from '../../support/writes';

/** 100 × 1265 at 13 % */
const AMOUNT = '142945.00';
const TEXT = `供应商 苏州密封；价税合计 ${AMOUNT}`;
let at: Approvals;
let doc: Wire;
beforeAll(async () => {
  at = await openApprovals();
  doc = await at.submitted(1265);
  await at.handle('zhoumin', doc, 'agree', { opinion: '同意' });
});
afterAll(() => at?.close());

const RIGHTS = ['flowTask:view', 'flowTask:handle', 'flowTask:export', 'purchaseOrder:view'];
const reader = (who: 'shenjie' | 'zhaomin', fieldGroups: readonly string[]): Promise<EngineCtx> =>
  at.world.as([{ functions: RIGHTS, fieldGroups: [...fieldGroups] }], { id: at.id(who) });
const page = () => at.world.registry.page('flowTask')!;
const listed = async (ctx: EngineCtx): Promise<readonly unknown[]> =>
  (await getPageList(ctx, page(), { current: 1, size: 10 })).records.map((row) => (row as Wire).summary);

describe('the amount of an order in tasks about it', () => {
  it('is in the list of who may see prices, and of nobody else', async () => {
    const holder = await reader('shenjie', ['price']);
    const [told] = await listed(holder);
    expect(told).toMatch(new RegExp(`^${TEXT}；`));
    const other = await reader('zhaomin', []);
    const [hidden] = await listed(other);
    expect(hidden).toMatch(/^供应商 苏州密封；/);
    expect(hidden).not.toContain('价税合计');
    expect(JSON.stringify(await getPageList(other, page(), { current: 1, size: 10 }))).not.toContain('142945');
  });

  it('is in the sheet of who sees it in the list', async () => {
    const sheet = async (ctx: EngineCtx): Promise<string> =>
      JSON.stringify(await sheetRows((await exportList(ctx, page(), {})).stream));
    expect(await sheet(await reader('shenjie', ['price']))).toContain(TEXT);
    expect(await sheet(await reader('zhaomin', []))).not.toContain('142945');
  });

  it('is told of tasks one has, and to nobody by asking for those of others', async () => {
    const holder = await reader('shenjie', ['price']);
    const service = holder.host.services.get('flow.summary')!;
    const [own, others] = ['shenjie', 'zhaomin'].map(async (who) => String((await at.task(who as 'shenjie', doc))!.id));
    expect(await service.run({ task: await own! }, holder)).toContain(AMOUNT);
    const stranger = await reader('zhaomin', ['price']);
    expect(await service.run({ task: await own! }, stranger)).toBeNull();
    expect(await service.run({ task: await others! }, stranger)).toContain(AMOUNT);
  });

  it('is written nowhere: not with the tasks, nor in trail, history and messages', async () => {
    const { db, org } = at.world;
    for (const table of ['flow_task', 'flow_trail', 'flow_instance', 'mw_outbox'] as const) {
      const rows = await db.withSchema(org.schema).selectFrom(table).selectAll().execute();
      expect(rows.length, table).toBeGreaterThan(0);
      expect(JSON.stringify(rows), table).not.toContain('142945');
    }
    const orders = at.world.registry.page('purchaseOrder')!;
    const seen = await historyOf(await reader('zhaomin', []), orders, { id: doc.id as string });
    expect(JSON.stringify(seen)).not.toContain('142945');
  });
});

/**
 * A factory gets screens that nobody has yet (a master, two documents of which one posts stock, a report, a board) from documents
 * and a module of its own: no file of another screen is named, changed or known here.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lintAll } from '../../schemas/language/check';
import type { AnyDoc } from '../../schemas/language/document';
import type { Rec, Row } from '../../schemas/language/value';
import type { DomainModule } from '../../server/ctx';
import { filed } from '../../server/design/candidate';
import { modulesOf } from '../../server/domain';
import { pageItem } from '../../server/records/page/page-item';
import { cellData, readCells } from '../../server/records/report/cells';
import { getReportList } from '../../server/records/report/list';
import { postStock } from '../../server/stock/posting';
import { proveStock } from '../../server/stock/proof';
import { systemRegistry } from '../support/registry';
import { openWorld, row, type Wire, type World } from '../support/writes';

const DOCS = [
  {
    $schema: 'object/2',
    object: 'yardDock',
    title: '卸货口',
    use: ['master'],
    route: '/yard/dock',
    fields: { code: { rule: 'XH{seq:3}' }, width: { title: '宽度', type: 'decimal' } },
    actions: { del: {} },
  },
  {
    $schema: 'object/2',
    object: 'yardIntake',
    title: '堆场收料',
    use: ['document'],
    route: '/yard/intake',
    fields: {
      nbr: { rule: 'DC{yyyyMMdd}{seq:4}' },
      docStatus: { dict: 'yardState' },
      dock: { title: '卸货口', kind: 'dialogSelect', ref: 'yardDock', required: true },
      warehouse: { title: '收货仓库', kind: 'dialogSelect', ref: 'warehouse', required: true },
      qty: { title: '数量', type: 'decimal', formula: 'sum(items.baseQty)' },
      items: {
        title: '明细',
        kind: 'tabTable',
        required: true,
        use: ['materialRow', 'stockRow'],
        fields: { availableQty: { off: true } },
      },
    },
    list: { columns: ['dock', 'warehouse', 'qty'], summary: { qty: 'sum' } },
    edit: { groups: { base: { fields: ['dock', 'warehouse'] }, items: { fields: ['items', 'qty'] } } },
    actions: {
      inspect: {
        title: '下推点检',
        at: ['row', 'detail'],
        from: ['60'],
        when: 'auditStatus == 2',
        push: { to: 'yardCheck', rows: 'items', limit: 'qty' },
      },
      audit: { to: '60' },
    },
  },
  {
    $schema: 'object/2',
    object: 'yardCheck',
    title: '堆场点检',
    use: ['document'],
    route: '/yard/check',
    fields: {
      nbr: { rule: 'DJ{yyyyMMdd}{seq:4}' },
      docStatus: { dict: 'yardState' },
      dock: { title: '卸货口', kind: 'dialogSelect', ref: 'yardDock' },
      items: { title: '明细', kind: 'tabTable', required: true, use: ['materialRow', 'linkRow'] },
    },
    list: { columns: ['dock'] },
    edit: { groups: { base: { fields: ['dock'] }, items: { fields: ['items'] } } },
  },
  {
    $schema: 'dictionaries/1',
    area: 'yard',
    dicts: {
      yardState: {
        title: '堆场状态',
        items: [
          { code: '10', title: '待收' },
          { code: '60', title: '已收' },
          { code: '90', title: '作废' },
        ],
      },
    },
  },
  {
    $schema: 'report/1',
    report: 'yardStat',
    title: '收料统计',
    route: '/yard/stat',
    from: 'yardIntake.items',
    where: 'doc.auditStatus == 2',
    dims: { dock: { of: 'doc.dock' }, material: {} },
    by: ['dock'],
    measures: {
      lines: { title: '行数', type: 'int', of: 'count()' },
      qty: { title: '数量', of: 'sum(qty)' },
    },
    list: { columns: ['$group', 'lines', 'qty'], summary: ['lines', 'qty'] },
    drill: { page: 'yardIntake' },
  },
  {
    $schema: 'board/1',
    board: 'yardBoard',
    title: '堆场看板',
    rows: 2,
    columns: 4,
    to: ['menu'],
    cells: {
      total: { title: '收料', at: [1, 1, 1, 4], report: 'yardStat', chart: 'number', y: ['qty'] },
      docks: { title: '各口收料', at: [2, 1, 1, 4], report: 'yardStat', chart: 'bar', x: 'dock', y: ['qty'] },
    },
  },
  {
    $schema: 'menus/1',
    area: 'yard',
    title: '堆场',
    items: {
      yardDock: { title: '卸货口', page: 'yardDock' },
      yardIntake: { title: '堆场收料', page: 'yardIntake' },
      yardCheck: { title: '堆场点检', page: 'yardCheck' },
      yardStat: { title: '收料统计', page: 'yardStat' },
      yardBoard: { title: '堆场看板', page: 'yardBoard' },
    },
  },
] as unknown as readonly AnyDoc[];

const yardIntake: DomainModule = {
  actions: {
    async audit(record: Rec, _ask, ctx) {
      const rows = record.items as readonly Row[];
      await postStock(ctx, {
        docType: 'yardIntake',
        docId: String(record.id),
        docNbr: String(record.nbr),
        bizDate: String(record.bizDate),
        legs: rows.map((line) => ({
          rowId: line.id,
          leg: 1,
          lineNo: Number(line.lineNo),
          moveKind: '50',
          qty: Number(line.baseQty),
          key: { material: String(line.material), warehouse: String(line.warehouse) },
          cost: { by: 'amount', amount: 50 },
        })),
      });
      return undefined;
    },
  },
};

let world: World;
beforeAll(async () => {
  const shipped = modulesOf(systemRegistry().objects.values());
  world = await openWorld({ documents: DOCS, modules: new Map([...shipped, ['yardIntake', yardIntake]]) });
});
afterAll(() => world?.close());
const target = ({ id, version }: Wire): Wire => ({ id, version });

it('the linter finds nothing wrong with them among all shipped documents', () => {
  const { host, registry } = world;
  const found = lintAll(filed(registry.files), {
    services: new Set(host.services.keys()),
    serverFunction: (name) => host.functions.get(name),
    moduleActions: (object) => {
      const module = host.modules.get(object);
      return module && Object.keys(module.actions ?? {});
    },
  });
  const own = found.filter(({ path, problem }) => path.includes('yard') && problem.level !== 'warn');
  expect(own.map(({ path, problem }) => `${path} ${problem.path} ${problem.text}`)).toEqual([]);
});

it('a dock is kept, an intake saved, audited into stock, pushed on, counted and drawn', async () => {
  const { ids, admin, registry } = world;
  const dock = await world.save('yardDock', { name: '东口', width: 4.5 });
  expect(dock.record).toMatchObject({ code: 'XH001', name: '东口', isDisabled: '0' });

  const intake = await world.save('yardIntake', {
    dockId: dock.id,
    warehouseId: ids.store,
    items: [row({ materialId: ids.seal, warehouseId: ids.store, unitId: ids.pcs, qty: 20 })],
  });
  expect(intake.record).toMatchObject({ nbr: 'DC202601150001', docStatus: '10', qty: 20 });
  const audited = await world.act('yardIntake', 'audit', [target(intake)]);
  const ledger = await admin.records.find('stockLedger', 'docId == param.id', { param: { id: String(intake.id) } });
  expect(ledger).toMatchObject([{ docType: 'yardIntake', docNbr: 'DC202601150001', qty: 20, amount: 50 }]);
  expect(await proveStock(admin.trx)).toEqual([]);

  expect(audited.record).toMatchObject({ docStatus: '60', auditStatus: '2' });
  const pushed = await world.act('yardIntake', 'inspect', [target(audited)]);
  const [draft] = pushed.records as Wire[];
  const check = await world.save('yardCheck', draft!);
  expect(check.record).toMatchObject({
    dockId: dock.id,
    items: [{ materialId: ids.seal, qty: 20, srcType: 'yardIntake', srcNbr: 'DC202601150001' }],
  });

  const stat = await getReportList(admin, registry.page('yardStat')!, {});
  expect(stat.records).toMatchObject([{ dockId: dock.id, lines: 1, qty: 20 }]);

  const { board } = pageItem(admin, 'yardBoard').data as unknown as { board: { cells: readonly Wire[] } };
  const cells = board.cells.map(({ code: key, report, chart, x, y }) => ({ key, report, chart: { chart, x, y } }));
  const drawn = await Promise.all(
    readCells({ cells }).map((cell) =>
      cellData(admin, cell, (error) => {
        throw error;
      }),
    ),
  );
  const total = { code: 200, data: { total: { qty: 20 } } };
  expect(drawn).toMatchObject([total, total]);
  expect(registry.menus.map(({ page }) => page)).toEqual(
    expect.arrayContaining(['yardDock', 'yardIntake', 'yardCheck', 'yardStat', 'yardBoard']),
  );
});

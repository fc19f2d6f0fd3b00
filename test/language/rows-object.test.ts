/** Records as rows: what a record says of itself is said of its row, what only the server knows is left to it. */
import { describe, expect, it } from 'vitest';
import { modelOf } from '../../schemas/language/record/model';
import { ofRow, RECORDS, rowsObject } from '../../schemas/language/record/rows-object';
import { loadSchemas } from '../../server/registry/load';
import { buildRegistry } from '../../server/registry/registry';

const registry = buildRegistry(loadSchemas());
const grid = registry.objects.get('demoGrid');
if (!grid) throw new Error('no demoGrid');
const rows = rowsObject(grid, { add: true, remove: false });

it('moves the record of an expression to the row', () => {
  expect(ofRow("doc.qty > 0 && exists(unit, id == doc.unit) && doc.name != 'doc.x'")).toBe(
    "row.qty > 0 && exists(unit, id == row.unit) && row.name != 'doc.x'",
  );
});

describe('of demoGrid', () => {
  it('has one sub-table with the columns of the list, and binds without a mistake', () => {
    const sub = rows.fields[RECORDS]?.sub;
    expect(sub?.columns.map((column) => column.field)).toEqual(grid.list.columns.map((column) => column.field));
    expect(sub?.rows).toMatchObject({ min: 0, add: true, delete: false });
    expect(rows.checks[0]).toMatchObject({
      in: RECORDS,
      that: 'row.price <= 10000',
      say: '「{row.name}」的单价不能超过10000',
    });
    expect(rows.rules.map((rule) => [rule.in, rule.address])).toEqual([
      [RECORDS, 'rules.mayEdit'],
      [RECORDS, 'rules.closed'],
      [RECORDS, 'rules.best'],
    ]);
    const model = modelOf(rows, registry.lib);
    expect(model.subs.get(RECORDS)?.fields.get('amount')?.formula).toBeDefined();
    expect(model.checks).toHaveLength(1);
  });

  it('leaves formulas over rows and other records to the server', () => {
    const order = registry.objects.get('purchaseOrder');
    if (!order) throw new Error('no purchaseOrder');
    const fields = rowsObject(order, { add: false, remove: false }).fields[RECORDS]?.sub?.fields ?? {};
    expect(fields.items).toBeUndefined();
    const summed = Object.values(order.fields).find((field) => field.formula?.includes('items'));
    expect(fields[summed?.code ?? '']).toMatchObject({ readonly: true });
    expect(fields[summed?.code ?? '']?.formula).toBeUndefined();
  });
});

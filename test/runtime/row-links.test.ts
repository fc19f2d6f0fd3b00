/** Where cells of rows lead whose document stands in the row itself (`"page": "=docType"`): records of a list and rows of a sub-table. */
import { expect, it } from 'vitest';
import { columnsOf, type TableColumn } from '../../runtime/table/index';
import { linkOf } from '../../runtime/table/penetrate';
import { ids, listener, makeHost, ORDER, orderPage } from '../support/forms';

const host = makeHost(listener(), {
  urlOf: (code) => (code === 'outPlan#detail' ? '/out/plan/detail' : undefined),
});
const placed = { field: 'docNbr', penetrate: { page: '=docType', type: 'detail', relIdField: 'docId' } } as const;
const { nbr, items } = ORDER.fields ?? {};
const page = orderPage({
  fields: {
    ...(nbr === undefined ? {} : { nbr }),
    items: {
      ...items,
      fields: {
        docNbr: { title: '单据', kind: 'input' },
        docType: { title: '类型', kind: 'input', hidden: true },
        docId: { title: '标识', type: 'id', hidden: true },
      },
      rules: {},
      checks: {},
      columns: [placed],
      summary: {},
    },
  },
  rules: {},
  checks: {},
});
const [column] = columnsOf(page.object.fields.items?.sub?.columns ?? [], {
  object: page.object,
  lib: page.lib,
  dict: () => undefined,
  now: () => '2026-01-15 10:00:00',
  sub: 'items',
});

it('leads from a row of a sub-table to the document it names, and nowhere when it names none', () => {
  const lead = (row: object) => linkOf(host, page, column as TableColumn, { id: ids(1), ...row }, undefined)?.href;
  const plan = { docNbr: 'WXJH202601120002', docType: 'outPlan', docId: ids(7) };
  expect(lead(plan)).toMatch(new RegExp(`/out/plan/detail\\?id=${ids(7)}$`));
  expect(lead({ ...plan, docType: null })).toBeUndefined();
  expect(lead({ ...plan, docId: null })).toBeUndefined();
  // who may not open it is not led there
  expect(lead({ ...plan, docType: 'purchaseOrder' })).toBeUndefined();
});

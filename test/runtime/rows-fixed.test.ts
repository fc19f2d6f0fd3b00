import { describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../schemas/language/document';
import { modelOf } from '../../schemas/language/record/model';
import { withoutBlankRows } from '../../schemas/language/record/rows';
import { validateRecord } from '../../schemas/language/validate';
import { orderPage } from '../support/forms';

type Fields = NonNullable<ObjectDoc['fields']>;
const page = orderPage({
  fields: {
    nbr: { title: '编号', kind: 'input' },
    days: { title: '天数', type: 'int' },
    items: {
      title: '日历',
      kind: 'tabTable',
      fields: { shift: { title: '班次', kind: 'input' } },
      rows: { fixed: 'days' },
    },
  } as unknown as Fields,
  rules: {},
  checks: {},
  edit: { groups: { base: { fields: ['nbr', 'days', 'items'] } } },
  actions: {},
});
const model = modelOf(page.object, page.lib);
const rec = (days: number | null, rows: number) => ({
  nbr: 'A',
  days,
  items: Array.from({ length: rows }, (_, n) => ({ id: `r${n}`, lineNo: (n + 1) * 10, shift: null })),
});

describe('rows.fixed', () => {
  it('keeps empty rows at the save and refuses another number', () => {
    expect(withoutBlankRows(model, rec(3, 3), null).items).toHaveLength(3);
    const texts = (days: number | null, rows: number) =>
      validateRecord(model, rec(days, rows), null, page.env()).map((problem) => problem.text);
    expect(texts(3, 3)).toEqual([]);
    expect(texts(3, 2)).toEqual(['日历应有3行']);
    expect(texts(null, 2)).toEqual([]);
  });
});

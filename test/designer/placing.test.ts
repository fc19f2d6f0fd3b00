/** Where a new field goes when nothing is chosen. */
import { describe, expect, it } from 'vitest';
import { resolveLib } from '../../designer/desk/live-library';
import { placesOf } from '../../designer/workspace/placing';
import type { ObjectDoc } from '../../schemas/language/document';
import { resolveObject } from '../../schemas/language/resolve';
import { library } from './library';

const doc = (groups: ObjectDoc['edit']): ObjectDoc =>
  ({
    $schema: 'object/2',
    object: 'xLoan',
    title: '工装借用',
    label: 'name',
    fields: {
      name: { title: '名称' },
      items: { title: '借用明细', kind: 'tabTable', fields: { qty: { title: '数量', type: 'decimal' } } },
      files: { title: '附件', kind: 'file' },
    },
    edit: groups,
  }) as unknown as ObjectDoc;
const nextIn = (edit: ObjectDoc['edit']) =>
  placesOf(resolveObject(doc(edit), resolveLib(library, '')), 'edit', []).next;

describe('a new field', () => {
  it('goes to the last group of the head, not to the rows below or a tab behind', () => {
    const base = { title: '基本信息', fields: ['name'] };
    const rows = { title: '借用明细', fields: ['items'] };
    expect(nextIn({ groups: { base, rows } } as never)).toEqual({ list: 'edit.groups.base.fields', after: 'name' });
    const more = { title: '更多', fields: [] };
    expect(nextIn({ groups: { base, rows, more } } as never)?.list).toBe('edit.groups.more.fields');
    // nothing else is there to take it
    expect(nextIn({ groups: { rows } } as never)?.list).toBe('edit.groups.rows.fields');
  });
});

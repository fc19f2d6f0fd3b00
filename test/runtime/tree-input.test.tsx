/** A field that names a node of a tree: nodes its condition leaves out stand there grey, for what is below them. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PickBody, TreeNode } from '../../runtime/data/types';
import { CascaderInput } from '../../runtime/fields/cascader/Input';
import type { FilterHost } from '../../runtime/fields/filter-props';
import type { InputHost } from '../../runtime/fields/input-props';
import { TreeFilter } from '../../runtime/fields/tree/Filter';
import { TreeInput } from '../../runtime/fields/tree/Input';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import { Around } from '../support/around';
import { ids, listener, orderPage, settled } from '../support/forms';

afterEach(cleanup);

const node = (n: number, label: string): TreeNode => ({ id: ids(n), label, leaf: true, count: 0, parentId: null });
const supplier = orderPage().object.fields.supplier!;

function open(field: ResolvedField, value: Value = null, off = false) {
  const put: Value[] = [];
  const asked: PickBody[] = [];
  const host: Partial<InputHost> = {
    target: () => 'factoryUnit',
    tree: async (_object, _parent, ask) =>
      ask?.keyword === undefined ? [node(1, '一厂'), node(2, '机加车间')] : [node(1, '一厂')],
    pick: async (_field, body) => {
      asked.push(body);
      return { records: [{ id: ids(2), label: '机加车间' }], total: 1 };
    },
    keep: () => undefined,
    label: () => '一厂',
    isOff: () => off,
  };
  render(
    <TreeInput id="unit" field={field} value={value} host={host as InputHost} onChange={(next) => put.push(next)} />,
  );
  fireEvent.mouseDown(screen.getByRole('combobox'));
  return { put, asked };
}
const tree = { ...supplier, kind: 'tree' } as ResolvedField;

it('asks which nodes the condition offers, and takes none of the others', async () => {
  const { put, asked } = open({ ...tree, pick: { where: 'modelType == 20' } } as ResolvedField);
  await waitFor(() => expect(screen.getByTitle('机加车间')).toBeTruthy());
  expect(asked).toEqual([{ among: [ids(1), ids(2)] }]);
  fireEvent.click(screen.getByTitle('一厂'));
  expect(put).toEqual([]);
  fireEvent.click(screen.getByTitle('机加车间'));
  expect(put).toEqual([ids(2)]);
});

it('asks nothing where no condition is said, and marks a node that was switched off', async () => {
  const { asked } = open(tree, ids(9), true);
  await settled();
  expect(asked).toEqual([]);
  expect(screen.getByText('一厂（已停用）')).toBeTruthy();
});

it('asks the server what is typed over the tree of a search, levels nobody opened included', async () => {
  const asked: (string | undefined)[] = [];
  const host: Partial<FilterHost> = {
    pick: async () => ({ records: [], total: 0 }),
    tree: async (_object, _parent, ask) => {
      asked.push(ask?.keyword);
      return ask?.keyword === undefined ? [node(1, '一厂')] : [node(7, '精密加工线')];
    },
  };
  const put: unknown[] = [];
  render(
    <Around said={listener()}>
      <TreeFilter
        title="所属单元"
        placement={{ field: 'supplier' }}
        field={tree}
        value={undefined}
        host={host as FilterHost}
        onChange={(value) => void put.push(value)}
        onEnter={() => undefined}
      />
    </Around>,
  );
  const box = screen.getByRole('combobox');
  fireEvent.mouseDown(box);
  await screen.findByTitle('一厂');
  fireEvent.change(box, { target: { value: 'jm' } });
  fireEvent.click(await screen.findByTitle('精密加工线'));
  expect(asked).toEqual([undefined, 'jm']);
  expect(put).toEqual([[ids(7)]]);
});

it('of a cascader shows the way to what is held, opens level by level and takes the last node', async () => {
  const put: Value[] = [];
  const asked: (string | null)[] = [];
  const plant: TreeNode = { ...node(1, '一厂'), leaf: false };
  const host: Partial<InputHost> = {
    target: () => 'factoryUnit',
    tree: async (_object, parent, ask) => {
      if (ask?.ids !== undefined) return [{ ...plant, children: [node(2, '机加车间')] }];
      asked.push(parent);
      return parent === null ? [plant] : [node(2, '机加车间'), node(3, '装配车间')];
    },
    keep: () => undefined,
    label: () => '机加车间',
    isOff: () => false,
  };
  const field = { ...supplier, kind: 'cascader' } as ResolvedField;
  render(
    <Around said={listener()}>
      <CascaderInput id="unit" field={field} value={ids(2)} host={host as InputHost} onChange={(to) => put.push(to)} />
    </Around>,
  );
  await waitFor(() => expect(screen.getByText('一厂 / 机加车间')).toBeTruthy());
  fireEvent.mouseDown(screen.getByRole('combobox'));
  fireEvent.click(await screen.findByText('一厂'));
  fireEvent.click(await screen.findByText('装配车间'));
  expect([asked, put]).toEqual([[null, ids(1)], [ids(3)]]);
});

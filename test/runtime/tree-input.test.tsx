/** A field that names a node of a tree: nodes its condition leaves out stand there grey, for what is below them. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PickBody, TreeNode } from '../../runtime/data/types';
import type { InputHost } from '../../runtime/fields/input-props';
import { TreeInput } from '../../runtime/fields/tree/Input';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import { ids, orderPage, settled } from '../support/forms';

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

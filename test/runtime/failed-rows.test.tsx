import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FailedRows } from '../../runtime/actions/FailedRows';

afterEach(cleanup);

it('names every record that was refused, those with the same reason together', () => {
  const rows = [
    { id: '1', label: 'DD0001', text: '已审核，不能删除' },
    { id: '2', text: '数据不存在或无权查看' },
    { id: '3', label: 'DD0003', text: '已审核，不能删除' },
  ];
  render(<FailedRows rows={rows} />);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'DD0001、DD0003已审核，不能删除2条',
    '数据不存在或无权查看',
  ]);
});

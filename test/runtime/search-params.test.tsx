import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SearchRow } from '../../runtime/list/SearchRow';
import { searchControls } from '../../runtime/list/search-fields';
import type { Page } from '../../runtime/page/index';
import { Around } from '../support/around';
import { ids, listener, orderPage, serve } from '../support/forms';

afterEach(cleanup);

const page: Page = {
  ...orderPage({
    list: {
      search: [
        'supplier',
        { param: 'by', title: '经办', kind: 'dialogSelect', ref: 'supplier', where: 'supplier == param.by' },
        { param: 'validOn', title: '有效于', kind: 'date', where: 'bizDate <= param.validOn' },
      ],
    },
  }),
  code: 'order',
};
const show = (values: Record<string, string>) => {
  const onSearch = vi.fn();
  serve({
    'pick/by': () => ({ records: [{ id: ids(30), label: 'S1 恒力' }], total: 1 }),
    pick: () => ({ records: [{ id: ids(30), label: 'S1 恒力' }], total: 1 }),
  });
  render(
    <Around said={listener()}>
      <SearchRow page={page} values={values} onSearch={onSearch} onReset={() => undefined} />
    </Around>,
  );
  return onSearch;
};

describe('a parameter of a search', () => {
  it('takes one record', async () => {
    const onSearch = show({});
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '经办' }));
    fireEvent.click(await screen.findByTitle('S1 恒力'));
    await waitFor(() => expect(onSearch).toHaveBeenCalledWith({ by: ids(30) }));
  });

  it('shows the title of the one record an address names', async () => {
    show({ by: ids(30) });
    expect(await screen.findByText('S1 恒力')).toBeTruthy();
  });

  it('is one day where a field is a span of days', () => {
    const [, , day] = searchControls(page);
    expect(day?.Control.name).toBe('DateParam');
  });
});

/** After an answer: the next one, or that it could not be read. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '../../runtime/data/query-client';
import { NextTask } from '../../runtime/flow/NextTask';
import { Around } from '../support/around';
import { listener, Refused, serve } from '../support/forms';

afterEach(cleanup);

it('says that the next task could not be read, and asks again', async () => {
  let isLost = true;
  serve({
    getPageList: () => {
      if (isLost) return new Refused('服务异常,请重试');
      return { total: 2, records: [{ title: '采购订单 CG1', docType: 'order', docId: 'b' }] };
    },
  });
  render(
    <Around said={listener()} change={{ urlOf: () => '/order' }}>
      <QueryClientProvider client={createQueryClient()}>
        <NextTask id="a" />
      </QueryClientProvider>
    </Around>,
  );
  expect((await screen.findByRole('alert')).textContent).toBe('已处理，其他待办没有读到');
  isLost = false;
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  expect(await screen.findByRole('button', { name: '处理下一条：采购订单 CG1' })).toBeDefined();
});

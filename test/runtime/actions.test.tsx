import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOnce, useActions } from '../../runtime/actions';
import { bulkText, doneText } from '../../runtime/actions/result';
import { keepPushed, pushedRecord } from '../../runtime/data/pushed';
import type { WireRow } from '../../runtime/data/types';
import { Around } from '../support/around';
import { ids, listener, orderPage, Refused, type Said, serve, settled, storedOrder } from '../support/forms';

afterEach(cleanup);

describe('createOnce', () => {
  it('is deaf for 3,000 ms and as long as the call runs', async () => {
    let now = 0;
    const once = createOnce(3000, () => now);
    const work = vi.fn(async () => undefined);
    await once.run('a', work);
    expect(await once.run('a', work)).toBe(false);
    expect(await once.run('b', work)).toBe(true);
    now = 3001;
    expect(await once.run('a', work)).toBe(true);
    expect(work).toHaveBeenCalledTimes(3);
    let end = (): void => undefined;
    void once.run('slow', () => new Promise<void>((resolve) => (end = resolve)));
    now = 60_000;
    expect(await once.run('slow', work)).toBe(false);
    end();
  });
  it('listens again after a failure', async () => {
    let now = 0;
    const once = createOnce(3000, () => now);
    await expect(once.run('a', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    now = 3001;
    expect(once.busy('a')).toBe(false);
  });
});

describe('sentences', () => {
  it('says what was done', () => {
    const action = orderPage().object.actions.del!;
    expect(doneText(action, 1)).toBe('已删除');
    expect(doneText(action, 3)).toBe('已删除 3 条');
    expect(bulkText({ done: ['1', '2'], failed: [{ id: '3', text: '已引用' }] })).toBe('成功2条，失败1条');
    expect(bulkText({ done: ['1'], failed: [] })).toBeUndefined();
  });
});

const page = orderPage();
function Buttons({ records }: { readonly records: readonly WireRow[] }) {
  const actions = useActions(page);
  return (
    <>
      {Object.values(page.object.actions).map((action) => (
        <button key={action.code} type="button" onClick={() => void actions.run(action, records)}>
          {`do ${action.code}`}
        </button>
      ))}
      {actions.outlet}
    </>
  );
}
function open(said: Said, records: readonly WireRow[] = [storedOrder() as WireRow], change = {}) {
  render(
    <Around said={said} change={change}>
      <Buttons records={records} />
    </Around>,
  );
}
const click = async (name: string): Promise<void> => {
  await act(async () => {
    fireEvent.click(screen.getByText(name));
    await settled(20);
  });
};

describe('useActions', () => {
  it('asks, calls once with version and token, and says it quietly', async () => {
    const calls = serve({ 'act/': () => ({ record: storedOrder() }) });
    const said = listener();
    open(said);
    await click('do approve');
    await click('do approve');
    expect(said.asked).toEqual(['「DD0001」通过后不可修改，是否继续？']);
    const sent = calls.filter((call) => call.path.includes('act/approve'));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ targets: [{ id: ids(9), version: 3 }], schema: page.object.hash });
    expect(String(sent[0]?.body.token)).toHaveLength(36);
    expect(said.toasts).toEqual(['已通过']);
  });

  it('does nothing when the question is answered no', async () => {
    const calls = serve({});
    open(listener(false));
    await click('do del');
    expect(calls).toEqual([]);
  });

  it('repeats with the accepted warnings under a new token', async () => {
    const calls = serve({
      'act/': (body) =>
        body.accept === undefined
          ? new Refused('是否继续？', {
              warnings: [{ code: 'checks.cheap', path: '', text: '合计只有1', level: 'warn' }],
            })
          : {},
    });
    const said = listener();
    open(said);
    await click('do approve');
    expect(said.asked[1]).toBe('合计只有1\n是否继续？');
    const [first, second] = calls;
    expect(second?.body.accept).toEqual(['checks.cheap']);
    expect(second?.body.token).not.toBe(first?.body.token);
  });

  it('shows a refusal as it is said', async () => {
    serve({ 'act/': () => new Refused('当前状态不能删除') });
    const said = listener();
    open(said);
    await click('do del');
    expect(said.toasts).toEqual(['当前状态不能删除']);
  });

  it('says where a record is used that cannot be deleted, with the way there', async () => {
    const opened: string[] = [];
    serve({
      'act/': () =>
        new Refused('「电机」已被引用，不可删除，可改为停用', {
          usage: [
            { object: 'invoice', title: '发票', count: 12, url: '/invoice/list', search: 'order' },
            { object: 'secretPaper', title: '工资单', count: 1 },
          ],
        }),
    });
    open(listener(), undefined, {
      urlOf: (code: string) => (code === 'invoice' ? '/menu/invoice' : undefined),
      openPage: (url: string) => void opened.push(url),
    });
    await click('do del');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('「电机」已被引用，不可删除，可改为停用');
    expect([...dialog.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual(['发票12', '工资单1']);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['发票']);
    await click('发票');
    expect(opened).toEqual([`/menu/invoice?scheme=&s.order=${ids(9)}`]);
  });

  it('asks for the answers in a dialog that stays open while they are refused', async () => {
    let refuse = true;
    const calls = serve({ 'act/': () => (refuse ? new Refused('原因太短') : {}) });
    const said = listener();
    open(said);
    await click('do refuse');
    const field = await screen.findByLabelText('原因', {}, { timeout: 8000 });
    // what it does is read where it is agreed to
    expect(screen.getByText('「DD0001」退回后由采购员修改，是否继续？')).toBeTruthy();
    expect(said.asked).toEqual([]);
    fireEvent.click(screen.getByText('确定'));
    expect(await screen.findByText('请填写原因')).toBeTruthy();
    expect(calls).toEqual([]);
    fireEvent.change(field, { target: { value: '价格不对' } });
    fireEvent.click(screen.getByText('确定'));
    expect(await screen.findByText('原因太短')).toBeTruthy();
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
    refuse = false;
    fireEvent.click(screen.getByText('确定'));
    await waitFor(() => expect(said.toasts).toEqual(['已退回']));
    expect(calls.at(-1)?.body.ask).toEqual({ reason: '价格不对' });
  });

  it('opens the pages of built-in actions in tabs', async () => {
    serve({});
    const opened: string[] = [];
    open(listener(), undefined, {
      openPage: (url: string) => void opened.push(url),
      urlOf: (code: string) => `/${code.replace('#', '/')}`,
    });
    await click('do add');
    await click('do view');
    await click('do copy');
    expect(opened).toEqual(['/order/edit', `/order/detail?id=${ids(9)}`, `/order/edit?copyOf=${ids(9)}`]);
  });
});

describe('pushed records', () => {
  it('wait in this browser until they are stored', () => {
    const key = keepPushed(storedOrder());
    expect(pushedRecord(key)?.nbr).toBe('DD0001');
    expect(pushedRecord('other')).toBeUndefined();
  });
});

import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetDrafts, MOST_DRAFTS, openDrafts } from '../../runtime/data/draft-store';
import { http } from '../../runtime/data/http';
import { takeDraft } from '../../runtime/form/draft';
import type { DraftKeeper } from '../../runtime/form/draft-keeper';
import { settleLost } from '../../runtime/form/lost-save';
import { EditPage } from '../../runtime/record';
import { Around } from '../support/around';
import { freshOrder, ids, listener, openForm, orderPage, type Said, serve, storedOrder } from '../support/forms';

const KEY = btoa(String.fromCharCode(...new Uint8Array(32).fill(7)));
const answers = { draftKey: () => ({ key: KEY }) };
const NOW = Date.parse('2026-01-15T08:31:00+08:00');
const ME = { org: 'test', user: ids(1) };

beforeEach(async () => {
  // another user forgets, so nothing of the test before is in memory
  await forgetDrafts({ org: '-', user: '-' });
});
afterEach(async () => {
  cleanup();
  // a form that goes writes what it holds; that must not arrive in the next test
  await new Promise((resolve) => setTimeout(resolve, 150));
  await forgetDrafts(ME);
});

const page = orderPage();
function open(said: Said, id?: string): void {
  render(
    <Around said={said}>
      <EditPage page={page} id={id} params={new URLSearchParams()} />
    </Around>,
  );
}
const type = (label: string, value: string): void => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const written = (): Promise<unknown> => screen.findByText(/已自动保存草稿 08:31/, undefined, { timeout: 3000 });

describe('a draft', () => {
  it('is written by itself, offered at the next opening with what differs, and taken back', async () => {
    serve({ ...answers, getOne: () => storedOrder() });
    open(listener(), ids(9));
    await screen.findByText('保存');
    type('联系人', '王工');
    await written();
    cleanup();

    open(listener(), ids(9));
    expect(await screen.findByText(/08:31 有未保存的草稿：联系人/)).toBeTruthy();
    expect(screen.getByLabelText('联系人')).toHaveProperty('value', '何建国');
    fireEvent.click(screen.getByText('查看'));
    const table = await screen.findByRole('table', { name: '草稿的内容' });
    expect(table.textContent).toContain('联系人何建国王工');
    fireEvent.click(screen.getAllByText('恢复草稿')[1]!);
    await waitFor(() => expect(screen.getByLabelText('联系人')).toHaveProperty('value', '王工'));
    expect(screen.queryByText(/有未保存的草稿/)).toBeNull();
  });

  it('is gone after the save, and after it was thrown away', async () => {
    serve({
      ...answers,
      getOne: () => storedOrder(),
      save: () => ({ id: ids(9), version: 4, record: { ...storedOrder(), version: 4, contact: '王工' } }),
    });
    const said = listener();
    open(said, ids(9));
    await screen.findByText('保存');
    type('联系人', '王工');
    await written();
    fireEvent.click(screen.getByText('保存'));
    await waitFor(() => expect(said.toasts).toEqual(['已保存']));
    await waitFor(async () => expect(await openDrafts(ME).list(`order/${ids(9)}`, NOW)).toEqual([]));

    type('联系人', '李工');
    await written();
    cleanup();
    open(said, ids(9));
    fireEvent.click(await screen.findByText('丢弃'));
    await waitFor(async () => expect(await openDrafts(ME).list(`order/${ids(9)}`, NOW)).toEqual([]));
    expect(said.asked).toEqual(['确定丢弃 08:31 的草稿吗？丢弃后不能找回。']);
  });

  it('never holds up a save, even where its key does not come', async () => {
    serve({
      getOne: () => storedOrder(),
      save: () => ({ id: ids(9), version: 4, record: { ...storedOrder(), version: 4, contact: '王工' } }),
    });
    const { get } = http;
    const silent = vi
      .spyOn(http, 'get')
      .mockImplementation((path, options) =>
        path.includes('draftKey') ? new Promise<never>(() => undefined) : get(path, options),
      );
    const said = listener();
    open(said, ids(9));
    await screen.findByText('保存');
    type('联系人', '王工');
    fireEvent.click(screen.getByText('保存'));
    await waitFor(() => expect(said.toasts).toEqual(['已保存']), { timeout: 5_000 });
    cleanup();
    silent.mockRestore();
  });

  it('holds whole new records with their rows, and what was typed over rows', () => {
    const fresh = openForm(freshOrder(), { fresh: true });
    fresh.set('remark', '加急');
    const row = fresh.subs.get('items')!.store.rows[0]!;
    fresh.subs.get('items')!.change([{ row: row.id, col: 'qty', value: 5 }]);
    const again = openForm(freshOrder(), { fresh: true });
    again.restore(JSON.parse(JSON.stringify(takeDraft(fresh))));
    expect(again.dirty).toBe(true);
    expect(again.toSend()).toEqual(fresh.toSend());

    const stored = openForm(storedOrder());
    const items = stored.subs.get('items')!;
    items.change([{ row: ids(100), col: 'qty', value: 5 }]);
    items.remove([ids(102)]);
    items.add(0, 1);
    const next = openForm(storedOrder());
    next.restore(JSON.parse(JSON.stringify(takeDraft(stored))));
    expect(next.toSend()).toEqual(stored.toSend());
    expect(next.value('total')).toBe(stored.value('total'));
  });

  it('over a record that was stored meanwhile is saved against the version it was typed over', () => {
    const model = openForm(storedOrder());
    model.set('contact', '王工');
    const draft = takeDraft(model)!;
    const later = openForm({ ...storedOrder(), version: 4, contact: '周工', remark: '分两批' });
    later.restore(draft);
    expect(later.toSend()).toEqual({ id: ids(9), version: 3, contact: '王工' });
    expect(later.changedFrom('contact')).toBe('何建国');
    expect(later.value('remark')).toBe('分两批');
  });

  it('settles a new record whose save was never answered before it saves what was typed since', async () => {
    const calls = serve({
      save: () => ({ id: ids(9), version: 1, record: { ...storedOrder(0), version: 1, remark: '一' } }),
    });
    const model = openForm(freshOrder(), { fresh: true });
    model.set('remark', '一');
    const keeper = { lost: { record: model.toSend(), token: 't1' }, answered: vi.fn() };
    expect(await settleLost(model, keeper as unknown as DraftKeeper)).toBe('t1');
    expect(calls).toEqual([]);
    model.set('remark', '二');
    expect(await settleLost(model, keeper as unknown as DraftKeeper)).toBeUndefined();
    expect(calls[0]?.body).toEqual(keeper.lost);
    expect(keeper.answered).toHaveBeenCalled();
    expect(model.toSend()).toEqual({ id: ids(9), version: 1, remark: '二' });
  });
});

describe('the store of drafts', () => {
  const draft = (n: number, place = 'order/new') => ({ id: `d${n}`, place, at: NOW + n, text: `{"n":${n}}` });

  it('gives nothing to another user, and nothing to who holds another key', async () => {
    serve(answers);
    await openDrafts(ME).put(draft(1));
    expect(await openDrafts({ org: 'test', user: ids(2) }).list('order/new', NOW)).toEqual([]);
    expect(await openDrafts({ org: 'other', user: ids(1) }).list('order/new', NOW)).toEqual([]);
    expect(await openDrafts(ME).list('order/new', NOW)).toMatchObject([{ id: 'd1', text: '{"n":1}' }]);
    // the bytes on the disk say nothing
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('millwright-drafts');
      request.onsuccess = () => resolve(request.result);
    });
    const raw = await new Promise<unknown[]>((resolve) => {
      const request = db.transaction('drafts').objectStore('drafts').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    db.close();
    expect(new TextDecoder().decode((raw[0] as { body: ArrayBuffer }).body)).not.toContain('"n"');
    await forgetDrafts({ org: '-', user: '-' });
    serve({ draftKey: () => ({ key: btoa('x'.repeat(32)) }) });
    expect(await openDrafts(ME).list('order/new', NOW)).toEqual([]);
  });

  it('keeps the newest twenty for seven days, until the user signs out', async () => {
    serve(answers);
    const store = openDrafts(ME);
    for (let n = 0; n < MOST_DRAFTS + 3; n += 1) await store.put(draft(n));
    const kept = await store.list('order/new', NOW);
    expect(kept.map((draft) => draft.id)).toEqual(
      Array.from({ length: MOST_DRAFTS }, (_, n) => `d${MOST_DRAFTS + 2 - n}`),
    );
    expect(await store.list('order/new', NOW + 8 * 86_400_000)).toEqual([]);
    await forgetDrafts(ME);
    expect(await store.list('order/new', NOW)).toEqual([]);
  });

  it('lies in the tab where the browser cannot encrypt, and goes with the next user', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    try {
      const store = openDrafts(ME);
      expect(store.scope).toBe('tab');
      await store.put(draft(1));
      expect(await store.list('order/new', NOW)).toHaveLength(1);
      openDrafts({ org: 'test', user: ids(2) });
      expect(await store.list('order/new', NOW)).toEqual([]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

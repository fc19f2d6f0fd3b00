import { describe, expect, it, vi } from 'vitest';
import { DraftLink, type LinkState } from '../../designer/data/draft-link';
import type { Waiting } from '../../designer/data/waiting';
import { DesignStore } from '../../designer/document/store';
import { HttpError } from '../../runtime/data/http';
import type { Step } from '../../schemas/language/steps/index';
import type { Draft, DraftStep, Taken } from '../../schemas/language/wire-design';

const ID = 'object:xTool';
const draft: Draft = {
  id: '0190a000-0000-7000-8000-000000000001',
  app: 'xShop',
  title: '草稿',
  seq: 3,
  by: null,
  at: '2026-01-15 08:00:00',
};
const text = { $schema: 'object/2', object: 'xTool', title: '工装', fields: { name: { title: '名称' } } };
const titleOf = (store: DesignStore): string => String(store.openDocument?.text.title ?? '');
const titled = (to: string, was: string): Step => ({ set: 'title', to, was });

type Send = (draft: string, seq: number, steps: readonly object[], token: string) => Promise<Taken>;
function link(send: Send, from: Draft = draft, make?: () => Promise<Draft>, kept = new Map<string, string>()) {
  const store = new DesignStore();
  store.load([{ id: ID, path: 'objects/own/tool.json', text, base: text }], ID);
  const states: LinkState[] = [];
  const said: string[] = [];
  const keep: Waiting = {
    get length() {
      return kept.size;
    },
    key: (n) => [...kept.keys()][n] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  const line = new DraftLink({
    draft: from,
    ...(make === undefined ? {} : { make }),
    store,
    keep,
    send: send as never,
    onState: (state) => void states.push(state),
    onConflict: (text) => void said.push(text),
    onSaved: () => undefined,
  });
  const rename = (to: string): void => {
    const was = titleOf(store);
    store.dispatch({ steps: [{ document: ID, step: titled(to, was) }], gesture: '改名' });
    line.changed();
  };
  return { store, line, states, said, kept, rename };
}
const answer = (seq: number, more: Partial<Taken> = {}): Taken => ({
  seq,
  others: [],
  taken: [],
  conflicts: [],
  ...more,
});

describe('the line of a draft', () => {
  it('begins with the first step: before it nothing is asked and nothing is made', async () => {
    const send = vi.fn<Send>(async () => answer(1));
    const make = vi.fn(async () => draft);
    const { line, rename, kept } = link(send, { ...draft, id: '', seq: 0 }, make);
    await line.look();
    expect(await line.flush()).toBe(true);
    expect(make).not.toHaveBeenCalled();
    rename('甲');
    expect(await line.flush()).toBe(true);
    expect(make).toHaveBeenCalledTimes(1);
    // whatever others did in it since its beginning comes with the answer
    expect(send.mock.calls[0]?.slice(0, 2)).toEqual([draft.id, 0]);
    expect(line.draft.id).toBe(draft.id);
    expect(kept.size).toBe(0);
  });
  it('sends what was done in order, with the number it knows, and says when it is safe', async () => {
    const send = vi.fn<Send>(async () => answer(5));
    const { line, rename, store, states, kept } = link(send);
    rename('甲');
    rename('乙');
    expect(kept.size).toBe(1);
    expect(await line.flush()).toBe(true);
    expect(send).toHaveBeenCalledTimes(1);
    expect(send.mock.calls[0]?.slice(0, 2)).toEqual([draft.id, 3]);
    expect(send.mock.calls[0]?.[2]).toHaveLength(2);
    expect(store.unsent).toEqual([]);
    expect(states.map((state) => state.state)).toEqual(['saving', 'saved']);
    expect(kept.size).toBe(0);
    rename('丙');
    await line.flush();
    expect(send.mock.calls[1]?.[1]).toBe(5);
    line.close();
  });
  it('asks at once for steps of others that were told of, and for its own never', async () => {
    let seq = 4;
    const send = vi.fn<Send>(async () => answer(seq));
    const { line, rename } = link(send);
    rename('甲');
    await line.flush();
    line.heard(4);
    expect(send).toHaveBeenCalledTimes(1);
    seq = 6;
    line.heard(6);
    expect(send.mock.calls[1]?.slice(0, 3)).toEqual([draft.id, 4, []]);
    // told of while it asks: the answer may have been made before
    seq = 7;
    line.heard(7);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
    expect(send.mock.calls[2]?.slice(0, 3)).toEqual([draft.id, 6, []]);
    await line.flush();
    line.heard(7);
    line.close();
    line.heard(8);
    expect(send).toHaveBeenCalledTimes(3);
  });
  it('keeps what a broken network did not take, with its token, also over a reload', async () => {
    let broken = true;
    const send = vi.fn<Send>(async () => {
      if (broken) throw new HttpError(0, '网络异常');
      return answer(4);
    });
    const first = link(send);
    first.rename('甲');
    expect(await first.line.flush()).toBe(false);
    expect(first.states.at(-1)?.state).toBe('offline');
    expect(first.kept.size).toBe(1);
    await first.line.flush();
    expect(send.mock.calls[1]?.[3]).toBe(send.mock.calls[0]?.[3]);
    first.line.close();

    broken = false;
    const second = link(send, draft, undefined, first.kept);
    second.line.restore();
    expect(titleOf(second.store)).toBe('甲');
    expect(await second.line.flush()).toBe(true);
    expect(first.kept.size).toBe(0);
    second.line.close();
  });
  it('keeps what waits in two tabs of one draft apart: neither sends nor forgets that of the other', async () => {
    const sent: string[] = [];
    const broken = vi.fn<Send>(async () => {
      throw new HttpError(0, '网络异常');
    });
    const first = link(broken);
    first.rename('甲');
    await first.line.flush();
    const works = vi.fn<Send>(async (_draft, _seq, steps) => {
      sent.push(JSON.stringify(steps));
      return answer(4);
    });
    const second = link(works, draft, undefined, first.kept);
    second.line.restore();
    expect(titleOf(second.store)).toBe('工装');
    second.rename('乙');
    expect(await second.line.flush()).toBe(true);
    expect(sent.join()).not.toContain('甲');
    expect([...first.kept.values()].join()).toContain('甲');
    // closed without a network: whoever has the draft open takes it over, once
    first.line.leave();
    const third = link(works, draft, undefined, first.kept);
    third.line.restore();
    expect(titleOf(third.store)).toBe('甲');
    const fourth = link(works, draft, undefined, first.kept);
    fourth.line.restore();
    expect(fourth.store.unsent).toEqual([]);
    expect(await third.line.flush()).toBe(true);
    expect(first.kept.size).toBe(0);
    for (const { line } of [first, second, third, fourth]) line.close();
  });
  it('sends although the browser has no room to keep what waits, and says that it is nowhere else', async () => {
    let broken = true;
    const send = vi.fn<Send>(async () => {
      if (broken) throw new HttpError(0, '网络异常');
      return answer(4);
    });
    const full = new Map<string, string>();
    full.set = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { line, rename, states, store } = link(send, { ...draft, id: '', seq: 0 }, async () => draft, full);
    rename('甲');
    expect(await line.flush()).toBe(false);
    expect(states.at(-1)).toEqual({ state: 'offline', text: '网络异常', kept: false });
    broken = false;
    expect(await line.flush()).toBe(true);
    expect([store.unsent, states.at(-1)?.state]).toEqual([[], 'saved']);
    line.close();
  });
  it('opens although what was kept cannot be read', () => {
    const { line, store } = link(
      async () => answer(3),
      draft,
      undefined,
      new Map([[`millwright.design.unsent.${draft.id}`, '[{"do']]),
    );
    line.restore();
    expect(titleOf(store)).toBe('工装');
    line.close();
  });
  it('takes in what others did, and says what of ours they made impossible', async () => {
    const step = titled('他的', '工装');
    const theirs: DraftStep = {
      seq: 4,
      user: 'u2',
      userName: '周敏',
      gesture: null,
      document: ID,
      step,
      at: '2026-01-15 08:00:00',
    };
    const send = vi.fn<Send>(async () =>
      answer(4, {
        others: [theirs],
        conflicts: [{ n: 0, document: ID, address: 'title', step, text: '「标题」已被周敏修改' }],
      }),
    );
    const { line, store, said } = link(send);
    await line.look();
    expect(titleOf(store)).toBe('他的');
    expect(said).toEqual(['「标题」已被周敏修改']);
    line.close();
  });
  it('offers both values where somebody else had changed the same meanwhile', async () => {
    const theirs: DraftStep = {
      seq: 4,
      user: 'u2',
      userName: '周敏',
      gesture: null,
      document: ID,
      step: titled('他的', '工装'),
      at: '2026-01-15 08:00:00',
    };
    const send = vi.fn<Send>(async (_draft, seen, steps) =>
      seen === 3
        ? answer(4, {
            others: [theirs],
            conflicts: [
              { n: 0, document: ID, address: 'title', step: titled('我', '工装'), text: '「标题」已被周敏修改' },
              { n: 1, document: ID, address: 'title', step: titled('我的', '我'), text: '「标题」已被周敏修改' },
            ],
          })
        : answer(5, { taken: steps.map((_, n) => ({ n, seq: 5 })) }),
    );
    const { line, store, said, rename } = link(send);
    rename('我');
    rename('我的');
    await line.flush();
    expect(titleOf(store)).toBe('他的');
    expect(said).toEqual([]);
    const [conflict, ...more] = store.conflicts;
    expect(more).toEqual([]);
    expect(conflict).toMatchObject({ why: 'changed', address: 'title', mine: '我的', theirs: '他的', user: '周敏' });
    if (conflict !== undefined) store.decide(conflict, 'mine');
    await line.flush();
    expect(send.mock.calls.at(-1)?.[2]).toMatchObject([{ document: ID, step: titled('我的', '他的') }]);
    expect(titleOf(store)).toBe('我的');
    line.close();
  });
});

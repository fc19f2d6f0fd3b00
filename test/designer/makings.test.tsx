/** What asks for a new thing before any document is open. */
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DeskView } from '../../designer/desk/desk';
import type { StoreDesk } from '../../designer/desk/store-desk';
import type { Acts } from '../../designer/workspace/acts';
import { useMakings } from '../../designer/workspace/use-makings';

const makings = (open: DeskView['open']) => {
  const prepare = vi.fn(async () => ({ done: true }) as const);
  const { result } = renderHook(() =>
    useMakings({
      desk: { prepare } as unknown as StoreDesk,
      view: { open } as DeskView,
      acts: {} as Acts,
      tell: () => true,
      flow: false,
      onMade: () => undefined,
    }),
  );
  return { prepare, ask: (sort: 'report' | 'board', app: string) => act(() => result.current.ask({ sort, app })) };
};

it('has the draft of the app at hand: an object that was never published can be counted after a reload', () => {
  const { prepare, ask } = makings(undefined);
  ask('board', 'xOwn');
  expect(prepare).toHaveBeenCalledWith('xOwn');
});
it('leaves the draft that is worked on alone', () => {
  const { prepare, ask } = makings({ id: 'object:xLoan', app: 'xOther' } as DeskView['open']);
  ask('board', 'xOwn');
  expect(prepare).not.toHaveBeenCalled();
});

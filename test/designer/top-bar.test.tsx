/** The bar of the designer: what it says of the server and of what was done. */
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DeskView } from '../../designer/desk/desk';
import { TopBar } from '../../designer/desk/TopBar';

const GONE = '连不上服务器：暂时不能打开、新建和发布，恢复后自动可用';
const bar = (view: Partial<DeskView>) => {
  const open = { id: 'object:note', sort: 'object', title: '便签', app: 'x', fresh: false, changed: false };
  const saved = { state: 'saved', at: null };
  const whole = { apps: [], problems: [], others: [], open, saved, gone: undefined, ...view };
  const nothing = vi.fn();
  render(
    <TopBar
      view={whole as unknown as DeskView}
      onHome={nothing}
      onTree={nothing}
      onUndo={nothing}
      onRedo={nothing}
      onProblems={nothing}
      onRetry={nothing}
      onPublish={nothing}
    />,
  );
};

it('says that the server is gone where nothing waits to be sent', () => {
  bar({ gone: GONE });
  expect(screen.getByRole('status').textContent).toBe('连不上服务器');
});

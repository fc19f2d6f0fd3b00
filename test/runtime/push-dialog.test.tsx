import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PushDialog, type PushLine } from '../../runtime/actions/PushDialog';
import { Around } from '../support/around';
import { ids, listener } from '../support/forms';

afterEach(cleanup);

const line = (n: number, more: Partial<PushLine>): PushLine => ({ id: ids(n), rowId: ids(n), lineNo: n * 10, ...more });

describe('the lines of a push', () => {
  it('are chosen when something of them is still to come; what may come on top waits to be asked for', () => {
    const lines = [
      line(1, { open: 450, asked: 400, isOpen: true }),
      line(2, { open: 50, asked: 0, isOpen: true }),
      line(3, { open: 0, asked: 0, isOpen: false }),
      line(4, { open: null, asked: 0, isOpen: true }),
    ];
    render(
      <Around said={listener()}>
        <PushDialog
          title="下推入库"
          subject="物料"
          lines={lines}
          onSend={async () => null}
          onWay={() => undefined}
          onClose={() => undefined}
        />
      </Around>,
    );
    expect(screen.getByText(/已选 2 行，本次/).textContent).toBe('已选 2 行，本次 400');
  });
  it('have a sum where they are counted in one unit alone', () => {
    const summed = (...units: string[]): string | null => {
      const lines = units.map((unit, n) => line(n, { unit, open: 2, asked: 2, isOpen: true }));
      const more = { onSend: async () => null, onWay: () => undefined, onClose: () => undefined };
      render(
        <Around said={listener()}>
          <PushDialog title="下推领料" subject="物料" lines={lines} {...more} />
        </Around>,
      );
      const { textContent } = screen.getByText(/已选 2 行/);
      cleanup();
      return textContent;
    };
    expect(summed('件', '件')).toBe('已选 2 行，本次 4 件');
    expect(summed('件', 'kg')).toBe('已选 2 行');
  });
  it('fill the screen on touch', () => {
    const widthOn = (at: string): string => {
      render(
        <Around said={listener()} change={{ params: new URLSearchParams(at) }}>
          <PushDialog
            title="下推入库"
            subject="物料"
            lines={[line(1, { open: 450, asked: 400, isOpen: true })]}
            onSend={async () => null}
            onWay={() => undefined}
            onClose={() => undefined}
          />
        </Around>,
      );
      const { width } = screen.getByRole('dialog').style;
      cleanup();
      return width;
    };
    expect(widthOn('floor=1')).toBe('100vw');
    expect(widthOn('')).not.toBe('100vw');
  });
});

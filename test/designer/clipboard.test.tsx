/** On a plain address the browser gives scripts no clipboard: the key itself brings what is pasted, from other browsers too. */
import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { readClipboard, writeClipboard } from '../../designer/parts/clipboard';
import { useFrameKeys } from '../../designer/parts/use-frame-keys';

const given = (clipboard: unknown): void => {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
};
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
  localStorage.clear();
});
const Frame = ({ act }: { readonly act: () => void }) => {
  const frame = useRef<HTMLDivElement>(null);
  useFrameKeys(frame, () => act);
  return <div ref={frame} />;
};
const event = (sort: string, text?: string): { readonly sent: Event; readonly data: Map<string, string> } => {
  const data = new Map(text === undefined ? [] : [['text/plain', text]]);
  const sent = new Event(sort, { bubbles: true, cancelable: true });
  const clipboardData = {
    getData: (as: string) => data.get(as) ?? '',
    setData: (as: string, to: string) => data.set(as, to),
  };
  Object.defineProperty(sent, 'clipboardData', { value: clipboardData });
  return { sent, data };
};

it('writes by the command and reads what the key brings; a menu gets what was copied here', async () => {
  given(undefined);
  const copied = event('copy');
  Object.defineProperty(document, 'execCommand', {
    value: () => document.dispatchEvent(copied.sent),
    configurable: true,
  });
  await writeClipboard('fields');
  expect(copied.data.get('text/plain')).toBe('fields');
  expect(copied.sent.defaultPrevented).toBe(true);
  const reading = readClipboard();
  document.dispatchEvent(event('paste', 'of another browser').sent);
  expect(await reading).toBe('of another browser');
  expect(await readClipboard()).toBe('fields');
});

it('leaves the key to the browser only where the clipboard is closed', () => {
  const act = vi.fn();
  render(<Frame act={act} />);
  const press = (key: string): boolean =>
    !document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }));
  given(undefined);
  expect([press('v'), press('c')]).toEqual([false, true]);
  given({});
  expect(press('v')).toBe(true);
  expect(act).toHaveBeenCalledTimes(3);
});

import { StyleProvider } from '@ant-design/cssinjs';
import { render } from '@testing-library/react';
import { Button, ConfigProvider } from 'antd';
import { expect, it, vi } from 'vitest';
import { lastingStyles } from '../../src/theme/style-cache';

it('keeps styles that nobody uses, and lets tokens of a theme go', () => {
  const cache = lastingStyles();
  for (const path of ['style%a', 'token%a']) {
    cache.opUpdate(path, () => [1, path]);
    cache.opUpdate(path, () => null);
  }
  expect(cache.opGet('style%a')).toEqual([0, 'style%a']);
  expect(cache.opGet('token%a')).toBeNull();
});

it('puts the styles of a control into the page with the first of them, whatever comes and goes', () => {
  const cache = lastingStyles();
  const asked = vi.spyOn(document, 'querySelector');
  const styles = (): readonly string[] =>
    [...document.head.querySelectorAll('style')].map((element) => element.textContent ?? '').toSorted();
  const page = (buttons: number, fontSize: number) => (
    <StyleProvider cache={cache}>
      <ConfigProvider theme={{ token: { fontSize }, hashed: false }}>
        {Array.from({ length: buttons }, (_, n) => (
          <Button key={n}>好</Button>
        ))}
      </ConfigProvider>
    </StyleProvider>
  );
  const { rerender } = render(page(1, 14));
  const first = styles();
  expect(first.some((text) => text.includes('.ant-btn'))).toBe(true);
  asked.mockClear();
  rerender(page(30, 14));
  expect(styles()).toEqual(first);
  // nobody looks for them again
  expect(asked.mock.calls.filter(([name]) => name === 'head')).toEqual([]);
  rerender(page(0, 14));
  rerender(page(2, 14));
  expect(styles()).toEqual(first);
  // another theme has its own, and the way back brings the first again
  rerender(page(2, 16));
  expect(styles().some((style) => style.includes('font-size:16px'))).toBe(true);
  rerender(page(2, 14));
  for (const text of first) expect(styles()).toContain(text);
  asked.mockRestore();
});

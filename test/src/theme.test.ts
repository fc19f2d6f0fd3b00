/** The theme is the system's until somebody chooses, and again when he says so. */
import { afterEach, expect, it, vi } from 'vitest';
import { followSystem, isThemeChosen, setThemeMode, themeMode } from '../../src/theme/mode';

afterEach(() => {
  vi.restoreAllMocks();
  setThemeMode('system');
});

it('follows the system, also when that changes, and stays what was chosen', () => {
  let dark = true;
  const heard: (() => void)[] = [];
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        get matches() {
          return media === '(prefers-color-scheme: dark)' && dark;
        },
        addEventListener: (_: string, listener: () => void) => heard.push(listener),
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const turn = (next: boolean): void => {
    dark = next;
    for (const listener of heard) listener();
  };
  followSystem();
  expect([themeMode(), document.documentElement.dataset.theme, isThemeChosen()]).toEqual(['dark', 'dark', false]);
  turn(false);
  expect(themeMode()).toBe('light');
  setThemeMode('dark');
  turn(true);
  turn(false);
  expect([themeMode(), isThemeChosen()]).toEqual(['dark', true]);
  setThemeMode('system');
  expect([themeMode(), document.documentElement.dataset.theme]).toEqual(['light', 'light']);
});

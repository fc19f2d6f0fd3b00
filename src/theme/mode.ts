/** Light or dark: chosen by the user, kept in this browser, light at first. Setting it writes the CSS variables of the page. */
import { COLOURS, FONT, MONO, RADIUS, REM_PX, type ThemeMode } from './tokens';

const KEY = 'millwright.theme';
const listeners = new Set<() => void>();

export const themeMode = (): ThemeMode => (localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light');

export const setThemeMode = (mode: ThemeMode): void => {
  localStorage.setItem(KEY, mode);
  applyTheme(mode);
  for (const listener of listeners) listener();
};

export const onThemeMode = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is dark whatever the page is (`data-dark`: large screens of boards) has the dark tokens below it. */
const darkIsland = (): void => {
  if (island || typeof CSSStyleSheet === 'undefined' || !('adoptedStyleSheets' in document)) return;
  island = true;
  const sheet = new CSSStyleSheet();
  const tokens = Object.entries(COLOURS.dark).map(([name, value]) => `--c-${name}: ${value};`);
  sheet.replaceSync(`[data-dark] { color-scheme: dark; ${tokens.join(' ')} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
let island = false;

/** CSSOM only, so no inline style ever needs the content security policy to allow it. */
export const applyTheme = (mode: ThemeMode): void => {
  darkIsland();
  const { style, dataset } = document.documentElement;
  dataset.theme = mode;
  style.setProperty('color-scheme', mode);
  for (const [name, value] of Object.entries(COLOURS[mode])) style.setProperty(`--c-${name}`, value);
  style.setProperty('--font', FONT);
  style.setProperty('--mono', MONO);
  style.setProperty('--r', `${RADIUS / REM_PX}rem`);
};

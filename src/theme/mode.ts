/** Light or dark: chosen by the user, kept in this browser, light at first. Setting it writes the CSS variables of the page. */
import { COLOURS, FONT, MONO, RADIUS, REM_PX, type ThemeMode } from './tokens';

const KEY = 'millwright.theme';
const listeners = new Set<() => void>();

const kept = (): ThemeMode => (localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light');
let mode = kept();

export const themeMode = (): ThemeMode => mode;

export const setThemeMode = (next: ThemeMode): void => {
  localStorage.setItem(KEY, next);
  take(next);
};
/** Components and variables change together: half of each cannot be read. */
const take = (next: ThemeMode): void => {
  mode = next;
  applyTheme(next);
  for (const listener of listeners) listener();
};
// chosen in another window of this browser
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) take(kept());
});

export const onThemeMode = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is dark or light whatever the page is (`data-dark`: large screens of boards, `data-light`: paper) has those tokens below it. */
const islands = (): void => {
  if (island || typeof CSSStyleSheet === 'undefined' || !('adoptedStyleSheets' in document)) return;
  island = true;
  const sheet = new CSSStyleSheet();
  const rule = (mode: ThemeMode): string => {
    const tokens = Object.entries(COLOURS[mode]).map(([name, value]) => `--c-${name}: ${value};`);
    return `[data-${mode}] { color-scheme: ${mode}; ${tokens.join(' ')} }`;
  };
  sheet.replaceSync(`${rule('dark')} ${rule('light')}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
let island = false;

/** CSSOM only, so no inline style ever needs the content security policy to allow it. */
export const applyTheme = (shown: ThemeMode): void => {
  islands();
  const { style, dataset } = document.documentElement;
  dataset.theme = shown;
  style.setProperty('color-scheme', shown);
  for (const [name, value] of Object.entries(COLOURS[shown])) style.setProperty(`--c-${name}`, value);
  style.setProperty('--font', FONT);
  style.setProperty('--mono', MONO);
  style.setProperty('--r', `${RADIUS / REM_PX}rem`);
};

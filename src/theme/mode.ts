/** Light or dark: as the system has it until the user chooses, kept in this browser. Setting it writes the CSS variables of the page. */
import { COLOURS, FONT, MONO, RADIUS, REM_PX, type ThemeMode } from './tokens';

const KEY = 'millwright.theme';
const listeners = new Set<() => void>();

const system = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');
/** What the user chose; undefined: the system's. */
const chosen = (): ThemeMode | undefined => {
  const kept = localStorage.getItem(KEY);
  return kept === 'dark' || kept === 'light' ? kept : undefined;
};
const wanted = (): ThemeMode => chosen() ?? (system().matches ? 'dark' : 'light');
let mode = wanted();

export const themeMode = (): ThemeMode => mode;
export const isThemeChosen = (): boolean => chosen() !== undefined;

export const setThemeMode = (next: ThemeMode | 'system'): void => {
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  take(wanted());
};
/** From now on it changes with the system, as long as nothing was chosen. */
export const followSystem = (): void => {
  system().addEventListener('change', () => take(wanted()));
  take(wanted());
};
/** Components and variables change together: half of each cannot be read. */
const take = (next: ThemeMode): void => {
  mode = next;
  applyTheme(next);
  for (const listener of listeners) listener();
};
// chosen in another window of this browser
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) take(wanted());
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

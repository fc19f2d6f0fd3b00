/** The tokens of the look, the only home of colours. They become CSS variables (`--c-…`) and antd tokens. */
export type ThemeMode = 'light' | 'dark';

/** Sizes are px at the width 1440, where 1rem is 12px. */
export const REM_PX = 12;

interface Colours {
  readonly bg: string;
  readonly panel: string;
  readonly line: string;
  readonly line2: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly fill: string;
  readonly hover: string;
  readonly primary: string;
  /** ground of solid buttons: white text keeps its contrast on it */
  readonly solid: string;
  readonly 'solid-hover': string;
  readonly 'on-solid': string;
  readonly 'primary-bg': string;
  /** primary text on its own tint */
  readonly 'primary-ink': string;
  /** text tones; `…-fill` colours bars and dots, which need no text contrast */
  readonly ok: string;
  readonly 'ok-bg': string;
  readonly warn: string;
  readonly 'warn-bg': string;
  readonly bad: string;
  readonly 'bad-bg': string;
  readonly 'ok-fill': string;
  readonly 'warn-fill': string;
  readonly 'bad-fill': string;
  readonly info: string;
  readonly 'info-bg': string;
  /** floor mode: darker, 7 : 1 on its ground */
  readonly 'floor-solid': string;
  /** text on it */
  readonly 'floor-on-solid': string;
  readonly 'floor-ok': string;
  readonly 'floor-ok-bg': string;
  readonly 'floor-bad': string;
  readonly 'floor-bad-bg': string;
  readonly 'floor-warn': string;
  readonly 'floor-warn-bg': string;
  readonly shade: string;
  readonly shadow: string;
  /** hues of charts in their fixed order; they differ in brightness too, so grey prints and colour-blind eyes tell them apart */
  readonly 'chart-1': string;
  readonly 'chart-2': string;
  readonly 'chart-3': string;
  readonly 'chart-4': string;
  readonly 'chart-5': string;
  readonly 'chart-6': string;
  readonly 'chart-7': string;
  readonly 'chart-8': string;
  readonly 'chart-rest': string;
  /** run states of devices 1 to 7: edges, dots and bars; `…-ink`: their word */
  readonly 'state-1': string;
  readonly 'state-1-ink': string;
  readonly 'state-2': string;
  readonly 'state-2-ink': string;
  readonly 'state-3': string;
  readonly 'state-3-ink': string;
  readonly 'state-4': string;
  readonly 'state-4-ink': string;
  readonly 'state-5': string;
  readonly 'state-5-ink': string;
  readonly 'state-6': string;
  readonly 'state-6-ink': string;
  readonly 'state-7': string;
  readonly 'state-7-ink': string;
  /** grounds of the first three places of a rank */
  readonly 'medal-1': string;
  readonly 'medal-2': string;
  readonly 'medal-3': string;
}

const light: Colours = {
  bg: '#f4f6f9',
  panel: '#ffffff',
  line: '#e4e8ee',
  line2: '#eef1f5',
  text: '#1d2733',
  text2: '#55616f',
  text3: '#65707e',
  fill: '#f7f9fb',
  hover: '#f3f7fd',
  primary: '#1f6fd6',
  solid: '#1f6fd6',
  'solid-hover': '#1a60bb',
  'on-solid': '#ffffff',
  'primary-bg': '#eaf2fd',
  'primary-ink': '#1b66c8',
  ok: '#1a7a42',
  'ok-bg': '#e8f5ed',
  warn: '#96590a',
  'warn-bg': '#fdf3e0',
  bad: '#c53030',
  'bad-bg': '#fdecec',
  'ok-fill': '#1f8a4c',
  'warn-fill': '#b7791f',
  'bad-fill': '#c53030',
  info: '#5b6b7d',
  'info-bg': '#eef1f5',
  'floor-solid': '#164f9e',
  'floor-on-solid': '#ffffff',
  'floor-ok': '#14602f',
  'floor-ok-bg': '#e6f4ea',
  'floor-bad': '#9b1c1c',
  'floor-bad-bg': '#fdecec',
  'floor-warn': '#7a4e08',
  'floor-warn-bg': '#fdf2df',
  shade: 'rgba(20, 30, 45, 0.45)',
  shadow: '0 0.5rem 1.5rem rgba(20, 30, 45, 0.14)',
  'chart-1': '#3f7fd0',
  'chart-2': '#e08a1e',
  'chart-3': '#2f9e8f',
  'chart-4': '#7a5bc0',
  'chart-5': '#c2577e',
  'chart-6': '#8aa63a',
  'chart-7': '#2d4f87',
  'chart-8': '#b59a6a',
  'chart-rest': '#9aa5b1',
  'state-1': '#1f8a4c',
  'state-1-ink': '#1a7a42',
  'state-2': '#c98a1b',
  'state-2-ink': '#8f5508',
  'state-3': '#8c2f2f',
  'state-3-ink': '#8c2f2f',
  'state-4': '#c53030',
  'state-4-ink': '#b32626',
  'state-5': '#9aa5b1',
  'state-5-ink': '#5b6673',
  'state-6': '#7a56b3',
  'state-6-ink': '#6b46a8',
  'state-7': '#1a8a9a',
  'state-7-ink': '#0f6f7d',
  'medal-1': '#96690a',
  'medal-2': '#66727f',
  'medal-3': '#9c5a2c',
};

const dark: Colours = {
  bg: '#0e141b',
  panel: '#161e27',
  line: '#263140',
  line2: '#1f2935',
  text: '#e6ebf1',
  text2: '#a9b5c2',
  text3: '#8593a2',
  fill: '#1a2430',
  hover: '#1b2735',
  primary: '#5b9df0',
  solid: '#2a6bc4',
  'solid-hover': '#3275cf',
  'on-solid': '#ffffff',
  'primary-bg': '#17304f',
  'primary-ink': '#7fb3f5',
  ok: '#4cc27e',
  'ok-bg': '#12321f',
  warn: '#e0a640',
  'warn-bg': '#3a2b10',
  bad: '#f07171',
  'bad-bg': '#421b1b',
  'ok-fill': '#3aa767',
  'warn-fill': '#c98a1b',
  'bad-fill': '#d64545',
  info: '#93a2b3',
  'info-bg': '#222d39',
  'floor-solid': '#7fb3f5',
  'floor-on-solid': '#0e141b',
  'floor-ok': '#7fd09b',
  'floor-ok-bg': '#16301f',
  'floor-bad': '#ff9c9c',
  'floor-bad-bg': '#3a1a1a',
  'floor-warn': '#f0c070',
  'floor-warn-bg': '#33270f',
  shade: 'rgba(0, 0, 0, 0.6)',
  shadow: '0 0.5rem 1.5rem rgba(0, 0, 0, 0.5)',
  'chart-1': '#5b97e0',
  'chart-2': '#e3a14b',
  'chart-3': '#4fbdae',
  'chart-4': '#a58be0',
  'chart-5': '#dd87a8',
  'chart-6': '#a9c45c',
  'chart-7': '#8fb1e6',
  'chart-8': '#cdb68b',
  'chart-rest': '#6b7885',
  'state-1': '#4cc27e',
  'state-1-ink': '#4cc27e',
  'state-2': '#e0a640',
  'state-2-ink': '#e0a640',
  'state-3': '#d88a8a',
  'state-3-ink': '#e09a9a',
  'state-4': '#f07171',
  'state-4-ink': '#f58a8a',
  'state-5': '#93a2b3',
  'state-5-ink': '#a9b5c2',
  'state-6': '#b194e6',
  'state-6-ink': '#b99eea',
  'state-7': '#4fc3d4',
  'state-7-ink': '#5ccbdb',
  'medal-1': '#e3b94b',
  'medal-2': '#b8c2cc',
  'medal-3': '#d79a6b',
};

export const COLOURS: Readonly<Record<ThemeMode, Colours>> = { light, dark };

export const FONT = '-apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
export const MONO = 'ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace';
export const RADIUS = 6;

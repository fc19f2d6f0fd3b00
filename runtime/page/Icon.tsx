/** Line icons of one weight on a 24 grid. A document names an icon by code; an unknown code draws a plain square. */
import { LineIcon, type LineIconProps } from './LineIcon';

const PATHS = {
  home: 'M3 11 12 4l9 7v9H3zM9 20v-6h6v6',
  factory: 'M3 20V9l6 4V9l6 4V4h6v16zM7 16h.01M12 16h.01M17 16h.01',
  cart: 'M4 5h2l3 11h9l2-8H7M10 20h.01M17 20h.01',
  warehouse: 'M4 9 12 4l8 5v11H4zM8 20v-7h8v7M8 16h8',
  setting:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  list: 'M4 6h16M4 12h16M4 18h10',
  chart: 'M5 20V10M12 20V4M19 20v-7',
  device: 'M4 4h16v12H4zM8 20h8M12 16v4',
  quality: 'M9 11l3 3 8-8M20 12v7H4V5h10',
  truck: 'M3 6h11v10H3zM14 9h4l3 3v4h-7M7 18.5h.01M17.5 18.5h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c1.9.9 3 3 3 5.5',
  doc: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4',
  scan: 'M4 7V4h3M17 4h3v3M20 17v3h-3M7 20H4v-3M4 12h16',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 4v7h-7',
  columns: 'M4 6h16M4 12h10M4 18h6M17 15v6M14 18h6',
  filter: 'M4 5h16l-6 7.5V19l-4-2v-4.5z',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  right: 'm9 6 6 6-6 6',
  left: 'm15 6-6 6 6 6',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  plus: 'M12 5v14M5 12h14',
  check: 'm5 12 5 5 9-10',
  menu: 'M4 7h16M4 12h16M4 17h16',
  fold: 'M4 6h16M11 12h9M4 18h16M7 9.5 4.5 12 7 14.5',
  unfold: 'M4 6h16M4 12h9M4 18h16M17 9.5l2.5 2.5-2.5 2.5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4 3.6-7 8-7s8 3 8 7',
  exit: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  moon: 'M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  pen: 'M4 20h4L19 9l-4-4L4 16zM13.5 6.5l4 4',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  warn: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5.5M12 16.5v.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5.5M12 7.5v.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  file: 'M13 3H6v18h12V8zM13 3v5h5',
  picture: 'M4 5h16v14H4zM8.5 10.5h.01M4 16l5-4 4 3 3-2 4 3',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
  expand: 'M9 4H4v5M15 20h5v-5M4 4l6 6M20 20l-6-6',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  folder: 'M3 6h6l2 2h10v11H3z',
  todo: 'M20 12v8H4V4h11M8 11l4 4 9-10',
  build:
    'M14.5 6.5a4 4 0 0 1 5-3.9L17 5.1l.4 1.5 1.5.4 2.5-2.5a4 4 0 0 1-5.3 4.9L8 18a2.1 2.1 0 0 1-3-3l9-8.7M6.5 16.5h.01',
  send: 'M4 12 20 4l-5 16-3.5-6.5zM11.5 13.5 20 4',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
} as const;

export type IconName = keyof typeof PATHS;
const SQUARE = 'M6 6h12v12H6z';
export const isIcon = (name: string): name is IconName => Object.hasOwn(PATHS, name);

/** Names a menu may choose from. */
export const ICON_NAMES: readonly IconName[] = Object.keys(PATHS) as IconName[];

/** Path of an icon; other tables of names may be asked first. */
export const iconPath = (name: string): string => (isIcon(name) ? PATHS[name] : SQUARE);
export const isDotted = (name: string): boolean => name === 'more' || name === 'grip';

interface Props extends Pick<LineIconProps, 'className' | 'style'> {
  /** a name of the table; documents may send others */
  readonly name: string;
}

export const Icon = ({ name, ...rest }: Props) => <LineIcon d={iconPath(name)} isDots={isDotted(name)} {...rest} />;

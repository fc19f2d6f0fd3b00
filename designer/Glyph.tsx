/** Line icons of the designer, besides those of the product. */
import { iconPath, isDotted, LineIcon } from '../runtime/page/index';

const PATHS = {
  text: 'M5 6V4h14v2M12 4v16M9 20h6',
  area: 'M4 6h16M4 11h16M4 16h10',
  number: 'M9 4 7 20M17 4l-2 16M4 9h16M3.5 15h16',
  formula: 'M13 5c-2-1-4 0-4 3l-1 9c0 2-1 3-3 3M6 10h6M14 12l6 7M20 12l-6 7',
  code: 'M4 6v12M8 6v12M11 6v12M15 6v12M17.500 6v12M20 6v12',
  switch: 'M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7M8 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  date: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  due: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M12 13v3l2 1',
  time: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2',
  span: 'M4 6v12M20 6v12M7 12h10M9 9l-3 3 3 3M15 9l3 3-3 3',
  select: 'M4 5h16v14H4zM9 11l3 3 3-3',
  checks: 'M4 5h5v5H4zM4 14h5v5H4zM13 7.500h7M13 16.500h7',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  tree: 'M5 4h5v4H5zM14 10h5v4h-5zM14 17h5v4h-5zM7.500 8v11H14M7.500 12H14',
  clip: 'M14 3H6v18h12V7zM14 3v4h4',
  sign: 'M4 20h16M5 16l9-11 4 3-9 9-5 1z',
  star: 'm12 4 2.500 5.200 5.700.800-4.100 4 1 5.700-5.100-2.700-5.100 2.700 1-5.700-4.100-4 5.700-.800z',
  colour: 'M12 4a8 8 0 1 0 0 16c2 0 2-2 1-3s0-3 2-3h3c1 0 2-1 2-3 0-4-4-7-8-7M8 11h.01M12 8h.01M16 11h.01',
  geo: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11M12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  note: 'M5 4h14v16H5zM8 9h8M8 13h5',
  group: 'M4 5h16v14H4zM4 9h16',
  tab: 'M3 9V6h7l2 3h9v10H3z',
  error: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.500v5.500M12 16.500v.01',
  warning: 'M12 4 2.500 20h19zM12 10v4M12 17v.01',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  object: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  report: 'M4 20V4M4 20h16M8 16v-5M12 16V8M16 16v-3',
  board: 'M4 4h16v12H4zM8 20h8M12 16v4',
  book: 'M5 4h13v16H7a2 2 0 0 1-2-2zM5 17a2 2 0 0 1 2-2h11',
  action: 'M4 12h14M13 7l5 5-5 5',
  auto: 'M13 3 5 14h6l-1 7 8-11h-6z',
  rule: 'M4 6h10M4 12h6M4 18h8M16 14l2 2 4-5',
  funnel: 'M4 5h16l-6 7.500V19l-4-2v-4.500z',
  excel: 'M4 4h16v16H4zM4 9h16M4 14h16M10 4v16',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4 3.600-7 8-7s8 3 8 7',
  title: 'M5 5h14M12 5v14M8 19h8',
  lineX: 'M3 12h18',
  lineY: 'M12 3v18',
  box: 'M4 6h16v12H4z',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3h-3zM20 14v.01M20 20v.01M14 20h3M20 17v.01',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  minus: 'M5 12h14',
  gridDots: 'M4 4h16v16H4zM4 9.300h16M4 14.700h16M9.300 4v16M14.700 4v16',
  magnet: 'M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4zM6 8h4M14 8h4',
  alignLeft: 'M4 3v18M8 6h12v4H8zM8 14h7v4H8z',
  alignCenter: 'M12 3v18M5 6h14v4H5zM8 14h8v4H8z',
  alignRight: 'M20 3v18M4 6h12v4H4zM9 14h7v4H9z',
  alignTop: 'M3 4h18M6 8v12h4V8zM14 8v7h4V8z',
  alignMiddle: 'M3 12h18M6 5v14h4V5zM14 8v8h4V8z',
  alignBottom: 'M3 20h18M6 4v12h4V4zM14 9v7h4V9z',
  spreadX: 'M4 4v16M20 4v16M10 7h4v10h-4z',
  spreadY: 'M4 4h16M4 20h16M7 10v4h10v-4z',
  sameWidth: 'M4 8h16M4 16h16M7 5 4 8l3 3M17 13l3 3-3 3',
  sameHeight: 'M8 4v16M16 4v16M5 7l3-3 3 3M13 17l3 3 3-3',
  play: 'M7 4v16l13-8z',
  send: 'M21 4 3 11l6 3 2 6 3-4 4 3zM9 14l12-10',
  branch: 'M12 3v6M12 9c0 4-6 3-6 8v3M12 9c0 4 6 3 6 8v3M4 18l2 2 2-2M16 18l2 2 2-2',
  inclusive: 'M12 3v5M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 16v5',
  parallel: 'M12 3v4M5 7h14M5 7v13M12 7v13M19 7v13',
  gear: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M5.600 18.400l2.200-2.200M16.200 7.800l2.200-2.200',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  flow: 'M9 3h6v5H9zM4 16h6v5H4zM14 16h6v5h-6zM12 8v4M7 16v-4h10v4',
} as const;
type Own = keyof typeof PATHS;
const isOwn = (name: string): name is Own => Object.hasOwn(PATHS, name);

export const Glyph = ({ name, className }: { readonly name: string; readonly className?: string | undefined }) => (
  <LineIcon
    d={isOwn(name) ? PATHS[name] : iconPath(name)}
    isDots={isDotted(name)}
    size={1.1667}
    className={className}
  />
);

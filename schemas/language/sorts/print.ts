/** §2.13 print layouts: the keys in canonical order. */
import { is, table } from './table';

const need = true;
const band = { shape: { node: 'printBand' } } as const;
const mm = { shape: 'number', need } as const;

export const PRINT = table({
  $schema: { shape: { words: ['print/1'] }, need },
  print: { ...is.code, need },
  title: { ...is.text, need },
  note: is.text,
  page: { shape: { ref: 'page' }, need },
  sort: { shape: { words: ['doc', 'label', 'preprinted', 'report'] }, def: 'doc' },
  paper: { shape: { words: ['A4', 'A5', '241x140', '241x93.3', 'label', 'custom'] }, def: 'A4' },
  width: { shape: 'number' },
  height: { shape: 'number' },
  landscape: is.flag,
  margins: { shape: 'json', def: [10, 10, 10, 10] },
  default: is.flag,
  when: is.expr,
  copies: { ...is.int, def: 1 },
  once: is.flag,
  watermark: is.flag,
  across: { shape: 'template' },
  grid: { shape: { node: 'printGrid' } },
  per: { shape: { words: ['row', 'qty'] } },
  bands: { shape: { node: 'printBands' }, need },
});
export const PRINT_GRID = table({
  rows: { ...is.int, need },
  columns: { ...is.int, need },
  gapX: { shape: 'number', def: 0 },
  gapY: { shape: 'number', def: 0 },
});
export const PRINT_BANDS = table({
  pageHeader: band,
  docHeader: band,
  details: { shape: { map: 'printDetails' } },
  summary: band,
  pageFooter: band,
  background: band,
});
export const PRINT_DETAILS = table({
  rows: { ...is.path, need, names: 'rows' },
  list: { shape: { ref: 'object' } },
  where: is.expr,
  sort: is.text,
  header: band,
  row: { ...band, need },
  footer: band,
  keep: { ...is.int, def: 2 },
  fill: { shape: { words: ['none', 'last', 'all'] }, def: 'none' },
  split: is.flag,
});
export const PRINT_BAND = table({ height: mm, items: { shape: { map: 'printItem' } } });
export const PRINT_ITEM = table({
  field: is.path,
  text: { shape: 'template' },
  code: { shape: { node: 'printCode' } },
  image: is.path,
  line: is.flag,
  box: is.flag,
  note: is.text,
  off: is.flag,
  x: mm,
  y: mm,
  w: mm,
  h: mm,
  size: { shape: 'number', def: 9 },
  bold: is.flag,
  align: { shape: { words: ['left', 'center', 'right'] }, def: 'left' },
  fit: { shape: { words: ['wrap', 'shrink', 'clip'] }, def: 'wrap' },
  border: { shape: { words: ['none', 'all', 'bottom'] }, def: 'none' },
  when: is.expr,
  format: is.text,
});
export const PRINT_CODE = table({
  type: { shape: { words: ['qr', 'code128', 'ean13'] }, need },
  text: { shape: 'template', need },
});

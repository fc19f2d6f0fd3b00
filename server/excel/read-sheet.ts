/** The first sheet of a workbook, or a csv, as a table of texts and numbers. Runs in the worker thread, within limits. */
import { BadBook, openZip, type Zip } from './unzip';
import { attribute, type Tag, tagsOf, unescapeXml } from './xml-in';

export interface Limits {
  readonly rows: number;
  readonly columns: number;
  /** characters of a cell */
  readonly cell: number;
}
/** Dates are texts as the language writes them. */
export type Table = readonly (readonly (string | number | null)[])[];

export function readTable(bytes: Buffer, limits: Limits): Table {
  // a zip begins with PK; everything else is read as text
  const isZip = bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50;
  if (!isZip && bytes.length > 8 && bytes.readUInt32BE(0) === 0xd0cf11e0)
    throw new BadBook('不支持旧版.xls文件，请另存为.xlsx后再导入');
  const table = isZip ? readBook(openZip(bytes), limits) : readCsv(bytes, limits);
  let last = table.length;
  while (last > 0 && table[last - 1]!.every((cell) => cell === null || cell === '')) last--;
  return table.slice(0, last);
}

type Line = (string | number | null)[];

class Grid {
  readonly lines: Line[] = [];
  private readonly limits: Limits;
  constructor(limits: Limits) {
    this.limits = limits;
  }
  put(row: number, column: number, value: string | number): void {
    const { limits } = this;
    // one more for the titles
    if (row > limits.rows) throw new BadBook(`数据超过${limits.rows}行，请分批导入`);
    if (column >= limits.columns) throw new BadBook(`列数超过${limits.columns}列`);
    if (typeof value === 'string' && value.length > limits.cell)
      throw new BadBook(`第${row + 1}行有单元格超过${limits.cell}个字`);
    while (this.lines.length <= row) this.lines.push([]);
    const line = this.lines[row]!;
    while (line.length < column) line.push(null);
    line[column] = value;
  }
}

function readBook(zip: Zip, limits: Limits): Table {
  const book = zip.text('xl/workbook.xml');
  if (book === undefined) throw new BadBook('文件不是有效的Excel工作簿（.xlsx）');
  let sheetId: string | undefined;
  let is1904 = false;
  for (const tag of tagsOf(book)) {
    if (tag.name === 'sheet' && sheetId === undefined && !tag.isEnd) sheetId = attribute(tag, 'r:id') ?? '';
    if (tag.name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(tag, 'date1904') ?? '');
  }
  const path = sheetPath(zip, sheetId ?? '');
  const xml = zip.text(path);
  if (xml === undefined) throw new BadBook('工作簿中没有工作表');
  return readCells(xml, sharedStrings(zip), dateStyles(zip), is1904, limits);
}

function sheetPath(zip: Zip, id: string): string {
  for (const tag of tagsOf(zip.text('xl/_rels/workbook.xml.rels') ?? ''))
    if (tag.name === 'Relationship' && attribute(tag, 'Id') === id) {
      const target = attribute(tag, 'Target') ?? '';
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    }
  return 'xl/worksheets/sheet1.xml';
}

function readCells(
  xml: string,
  strings: readonly string[],
  dates: ReadonlySet<number>,
  is1904: boolean,
  limits: Limits,
): Table {
  const grid = new Grid(limits);
  let row = -1;
  let column = -1;
  let cell: Tag | undefined;
  let value: string | undefined;
  let text = '';
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'row' && !tag.isEnd) {
      const no = Number(attribute(tag, 'r'));
      row = Number.isInteger(no) && no > 0 ? no - 1 : row + 1;
      column = -1;
    } else if (tag.name === 'c' && !tag.isEnd) {
      column = columnAt(attribute(tag, 'r')) ?? column + 1;
      cell = tag.isEmpty ? undefined : tag;
      value = undefined;
      text = '';
    } else if (tag.name === 'v' && tag.isEnd) value = unescapeXml(tag.text);
    else if (tag.name === 't' && tag.isEnd && cell) text += unescapeXml(tag.text);
    else if (tag.name === 'c' && tag.isEnd && cell) {
      const read = cellValue(cell, value, text, strings, dates, is1904);
      cell = undefined;
      if (read !== null && read !== '') grid.put(row, column, read);
    } else if (tag.name === 'sheetData' && tag.isEnd) break;
  }
  return grid.lines;
}

function cellValue(
  cell: Tag,
  value: string | undefined,
  text: string,
  strings: readonly string[],
  dates: ReadonlySet<number>,
  is1904: boolean,
): string | number | null {
  switch (attribute(cell, 't')) {
    case 's':
      return strings[Number(value)] ?? null;
    case 'inlineStr':
      return clean(text);
    case 'b':
      return value === '1' ? '是' : '否';
    case 'str':
    case 'e':
    case 'd':
      return clean(value ?? '');
    default: {
      if (value === undefined || value === '') return null;
      const number = Number(value);
      if (!Number.isFinite(number)) return value;
      return dates.has(Number(attribute(cell, 's') ?? 0)) ? dateText(number + (is1904 ? 1462 : 0)) : number;
    }
  }
}
/** `_x000D_` is an escape of the format; control characters have no place in a field. */
const clean = (text: string): string =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .trim();

/** A serial number as the text of a date, with the clock only when there is one. */
export function dateText(serial: number): string {
  const ms = Math.round((serial - 25_569) * 86_400) * 1000;
  if (!Number.isFinite(ms) || Math.abs(ms) > 8e15) return String(serial);
  const iso = new Date(ms).toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return iso.slice(11, 19) === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

function columnAt(ref: string | undefined): number | undefined {
  if (ref === undefined) return undefined;
  let column = 0;
  for (let at = 0; at < ref.length && at < 4; at++) {
    const code = ref.charCodeAt(at) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column === 0 ? undefined : column - 1;
}

function sharedStrings(zip: Zip): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let isSound = false;
  for (const tag of tagsOf(zip.text('xl/sharedStrings.xml') ?? '')) {
    if (tag.name === 'rPh') isSound = !tag.isEnd;
    else if (tag.name === 't' && tag.isEnd && !isSound) text += unescapeXml(tag.text);
    else if (tag.name === 'si' && (tag.isEnd || tag.isEmpty)) {
      strings.push(clean(text));
      text = '';
    }
  }
  return strings;
}

/** Numbers of cell styles whose format shows a date or a time. */
function dateStyles(zip: Zip): ReadonlySet<number> {
  const own = new Set<number>();
  const styles = new Set<number>();
  let inCells = false;
  let no = 0;
  for (const tag of tagsOf(zip.text('xl/styles.xml') ?? '')) {
    if (tag.name === 'numFmt') {
      const code = (attribute(tag, 'formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
      if (/[ymdhs]/i.test(code)) own.add(Number(attribute(tag, 'numFmtId')));
    } else if (tag.name === 'cellXfs') inCells = !tag.isEnd;
    else if (tag.name === 'xf' && inCells && !tag.isEnd) {
      const format = Number(attribute(tag, 'numFmtId') ?? 0);
      if (own.has(format) || isDateFormat(format)) styles.add(no);
      no++;
    }
  }
  return styles;
}
const isDateFormat = (no: number): boolean =>
  (no >= 14 && no <= 22) || (no >= 27 && no <= 36) || (no >= 45 && no <= 47) || (no >= 50 && no <= 58);

/** Comma or tab, UTF-8 or GB 18030, quotes doubled. */
function readCsv(bytes: Buffer, limits: Limits): Table {
  if (bytes.includes(0)) throw new BadBook('文件不是有效的Excel工作簿（.xlsx）');
  const text = decode(bytes).replace(/^\ufeff/, '');
  const comma = text.slice(0, 2000).includes('\t') ? '\t' : ',';
  const grid = new Grid(limits);
  let row = 0;
  let column = 0;
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') value += text[at];
        else if (text[at + 1] === '"') value += text[at++];
        else break;
        if (value.length > limits.cell) break;
      }
      at++;
    } else {
      const start = at;
      while (at < text.length && text[at] !== comma && text[at] !== '\n') at++;
      value = text.slice(start, at);
    }
    value = clean(value);
    if (value !== '') grid.put(row, column, value);
    if (text[at] === '\r') at++;
    if (text[at] === comma) column++;
    else {
      row++;
      column = 0;
    }
    at++;
  }
  return grid.lines;
}
const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
};

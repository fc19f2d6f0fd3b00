/** The parts of a workbook as XML. Texts are inline text cells: whatever a text begins with, a sheet never computes it. */
import { type BookColumn, type Cell, columnName, type SheetSpec, STYLES } from './book';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAX_TEXT = 32_767;

/** Characters XML 1.0 cannot hold are left out; what would read as an escape of the format is escaped. */
export function escapeXml(text: string): string {
  const out = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  if (!UNSAFE.test(out)) return out;
  return out
    .replace(CONTROL, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : '&quot;'));
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000d-\u001f\ufffe\uffff&<>"]|_x/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text that begins like a formula is marked as text, so that it stays one when somebody edits the cell. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = STYLES.length;

const styleNo: ReadonlyMap<string, number> = new Map(STYLES.map((style, index) => [style, index]));

export function sheetStart({ columns, frozen = 0 }: SheetSpec): string {
  const pane =
    frozen > 0
      ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`
      : '';
  const cols = columns
    .map(({ width, as }, index) => {
      const style = as === 'text' ? ` style="${styleNo.get('text')}"` : '';
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style}/>`;
    })
    .join('');
  return `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${
    cols === '' ? '' : `<cols>${cols}</cols>`
  }<sheetData>`;
}

/** One row; `names` are the letters of the columns. */
export function rowXml(
  cells: readonly Cell[],
  row: number,
  columns: readonly BookColumn[],
  names: readonly string[],
): string {
  let out = `<row r="${row}">`;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell === null || cell === undefined || cell === '') continue;
    const styled = typeof cell === 'object' ? cell : undefined;
    const value = styled ? styled.v : (cell as string | number);
    const at = `${names[index]}${row}`;
    const style = styled?.s === undefined ? 0 : (styleNo.get(styled.s) ?? 0);
    if (value === null || value === '') out += `<c r="${at}" s="${style}"/>`;
    else if (typeof value === 'number') out += `<c r="${at}"${style === 0 ? '' : ` s="${style}"`}><v>${value}</v></c>`;
    else {
      const as = styled ? undefined : columns[index]?.as;
      const serial = as === 'date' || as === 'datetime' ? serialOf(value) : undefined;
      if (serial !== undefined) out += `<c r="${at}" s="${styleNo.get(as as string)}"><v>${serial}</v></c>`;
      else {
        const own = style === 0 && FORMULA.test(value) ? QUOTED : style;
        out += `<c r="${at}"${own === 0 ? '' : ` s="${own}"`} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
      }
    }
  }
  return `${out}</row>`;
}

/** Days since 1899-12-30 of a date or datetime text; undefined when it is none the format can hold. */
export function serialOf(text: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const days = Date.UTC(year, month - 1, day) / 86_400_000 + 25_569;
  // before March 1900 the format counts a day that never was
  if (days < 61) return undefined;
  const clock = hour * 3600 + minute * 60 + second;
  return clock === 0 ? days : Number((days + clock / 86_400).toFixed(10));
}

export function sheetEnd({ choices = [], header }: SheetSpec, hasNotes: boolean): string {
  const lists = choices
    .map(({ column, from }) => {
      const name = columnName(column);
      return `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${name}2:${name}20001"><formula1>${escapeXml(from)}</formula1></dataValidation>`;
    })
    .join('');
  const validation = lists === '' ? '' : `<dataValidations count="${choices.length}">${lists}</dataValidations>`;
  // a lone & is a command of the format
  const top =
    header === undefined
      ? ''
      : `<headerFooter><oddHeader>&amp;C${escapeXml(header.replaceAll('&', '&&'))}</oddHeader></headerFooter>`;
  return `</sheetData>${validation}${top}${hasNotes ? '<legacyDrawing r:id="rId1"/>' : ''}</worksheet>`;
}

export interface Note {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}
/** Comments of cells: the texts, and the old drawing that Excel wants for their boxes. */
export const commentsXml = (notes: readonly Note[]): string =>
  `${HEAD}<comments xmlns="${MAIN}"><authors><author></author></authors><commentList>${notes
    .map(
      ({ row, column, text }) =>
        `<comment ref="${columnName(column)}${row}" authorId="0"><text><t xml:space="preserve">${escapeXml(text)}</t></text></comment>`,
    )
    .join('')}</commentList></comments>`;
export const drawingXml = (notes: readonly Note[]): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="n" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"/>${notes
    .map(
      ({ row, column }, index) =>
        `<v:shape id="n${index}" type="#n" style="position:absolute;width:160pt;height:60pt;visibility:hidden" fillcolor="#ffffe1"><x:ClientData ObjectType="Note"><x:Anchor>${column + 1},4,${Math.max(row - 2, 0)},4,${column + 4},4,${row + 3},4</x:Anchor><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
    )
    .join('')}</xml>`;
export const sheetRels = (sheet: number): string =>
  `${HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/vmlDrawing" Target="../drawings/vmlDrawing${sheet}.vml"/><Relationship Id="rId2" Type="${OFFICE}/comments" Target="../comments${sheet}.xml"/></Relationships>`;

export const stylesXml = (): string =>
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="4">${FONT('')}${FONT('<b/>')}${FONT('<b/><color rgb="FFCF1322"/>')}${FONT('<color rgb="FF8C8C8C"/>')}</fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${FILL('FFF2F3F5')}${FILL('FFFFCCC7')}</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${STYLES.length + 1}">${XFS.join('')}</cellXfs></styleSheet>`;
const FONT = (more: string): string => `<font>${more}<sz val="11"/><name val="等线"/></font>`;
const FILL = (rgb: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`;
/** in the order of STYLES, then the text that begins like a formula */
const XFS: readonly string[] = [
  '<xf/>',
  '<xf fontId="1" fillId="2" applyFont="1" applyFill="1"/>',
  '<xf fontId="2" fillId="2" applyFont="1" applyFill="1"/>',
  '<xf numFmtId="164" applyNumberFormat="1"/>',
  '<xf numFmtId="165" applyNumberFormat="1"/>',
  '<xf numFmtId="49" applyNumberFormat="1"/>',
  '<xf fillId="3" applyFill="1"/>',
  '<xf fontId="3" applyFont="1"/>',
  '<xf applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf>',
  '<xf quotePrefix="1" numFmtId="49" applyNumberFormat="1"/>',
];

/** Everything besides the sheets, by its path. `noted` are the numbers (1 …) of sheets with comments. */
export function bookParts(sheets: readonly string[], noted: readonly number[]): readonly (readonly [string, string])[] {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const list = sheets.map((name, index) => ({ name, no: index + 1 }));
  const types = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${list.map(({ no }) => `<Override PartName="/xl/worksheets/sheet${no}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}${noted.map((no) => `<Override PartName="/xl/comments${no}.xml" ContentType="${type}.comments+xml"/>`).join('')}</Types>`;
  const book = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.map(({ name, no }) => `<sheet name="${escapeXml(name)}" sheetId="${no}" r:id="rId${no}"/>`).join('')}</sheets></workbook>`;
  const rels = `${HEAD}<Relationships xmlns="${RELS}">${list.map(({ no }) => `<Relationship Id="rId${no}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${no}.xml"/>`).join('')}<Relationship Id="rId${list.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
  return [
    ['[Content_Types].xml', types],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', book],
    ['xl/_rels/workbook.xml.rels', rels],
    ['xl/styles.xml', stylesXml()],
  ];
}

/** The wish for a new object: its sort, names and numbers, what it starts from, and whether it can be made of that. */
import { useState } from 'react';
import { readWorkbook } from '../../runtime/grid/sheet-file';
import { useHost } from '../../runtime/page/index';
import type { ObjectDoc } from '../../schemas/language/document';
import type { DeskView } from '../desk/desk';
import type { TableBasis } from '../tables/TablePick';
import { ownCodeProblem, useAppChoice } from './AppLine';
import type { NewDict } from './acts';
import { asText, guessColumns, type SheetColumn } from './guess';
import { countRows, forgetSheet, type KeptSheet, keepSheet } from './kept-sheet';
import { type Basis, type ObjectWish, objectText, type Sort, usesOf } from './new-object';
import { broughtBy, ownFields, type PlacedColumn, placed, type SheetFields } from './sheet-fields';
import { useAgreed, useProposed } from './use-proposed';

export type From = 'empty' | 'excel' | 'table' | 'copy';
export interface Making {
  readonly app: string;
  readonly from?: From;
  /** the table it starts from */
  readonly table?: TableBasis;
}
export interface Made {
  readonly app: string;
  /** title of an app to be made for it */
  readonly newApp: string | undefined;
  readonly doc: ObjectDoc;
  /** what its fields choose from */
  readonly dicts: readonly Omit<NewDict, 'app'>[];
}
export interface NewObjectProps {
  readonly making: Making;
  readonly view: DeskView;
  readonly onClose: () => void;
  /** true = it was made */
  readonly onMake: (made: Made) => Promise<boolean>;
  /** text of a document to copy */
  readonly textOf: (code: string) => ObjectDoc | undefined;
}

export type NewObjectForm = ReturnType<typeof useNewObject>;

export function useNewObject({ making, view, onClose, onMake, textOf }: NewObjectProps) {
  const [from, setFrom] = useState<From>(making.from ?? 'empty');
  const [sort, setSort] = useState<Sort>('document');
  const [title, setTitle] = useState(making.table === undefined ? '' : nameOf(making.table));
  const [typed, setTyped] = useState<string>();
  const [numbers, setNumbers] = useState<string>();
  const [isTree, setTree] = useState(false);
  const [source, setSource] = useState<string>();
  const [sheet, setSheet] = useState<Sheet>();
  const [columns, setColumns] = useState(making.table?.columns);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const choice = useAppChoice(view, making.app, title);
  const taken = new Set(view.documents.filter((doc) => doc.sort === 'object').map((doc) => doc.code));
  const proposed = useProposed(title.trim(), taken, 'x');
  const initials = useProposed(title.trim(), NONE, undefined, 'initials');
  const code = typed ?? proposed.code;
  const prefix = numbers ?? initials.code;
  const settled = (typed !== undefined || proposed.settled) && (numbers !== undefined || initials.settled);
  const wrong = ownCodeProblem(code, taken, 'xToolLoan');
  const guessed = sheet && placed(sheetColumns(sheet), broughtBy(usesOf(sort, isTree), view.library.blocks));
  const basis = basisOf(from, guessed, columns, source === undefined ? undefined : textOf(source));
  const rows = useRows(sheet);
  const ready = !busy && title.trim() !== '' && wrong === '' && basis !== undefined && choice.ready;
  const make = (): void => {
    if (basis === undefined) return;
    const wish: ObjectWish = { code, title: title.trim(), sort, prefix, tree: isTree };
    setBusy(true);
    void (async () => {
      const fields = basis.from === 'excel' ? await ownFields(basis.columns, view.dicts.keys()) : NO_FIELDS;
      const doc = objectText(wish, basis.from === 'excel' ? { ...basis, columns: fields.columns } : basis);
      // what shows the object looks for them when it opens
      await rows.keep(code, from === 'excel' ? guessed : undefined);
      const done = await onMake({ ...choice.wish, doc, dicts: fields.dicts });
      setBusy(false);
      if (done) onClose();
      else await rows.keep(code, undefined);
    })();
  };
  const done = useAgreed(settled, ready, make);
  const read = async (file: File): Promise<void> => {
    const cells = await readWorkbook(file);
    if (typeof cells === 'string') return setFault(cells);
    setFault('');
    const taken = Object.keys(broughtBy(['document', 'master', 'tree'], view.library.blocks));
    const columns = await guessColumns(cells, new Set(taken));
    setSheet({ name: file.name, rows: cells.slice(1), columns, typed: new Set() });
    if (title === '') setTitle(file.name.replace(/\.xlsx$/i, '').slice(0, 20));
  };
  return {
    from,
    setFrom,
    sort,
    setSort,
    title,
    setTitle,
    code,
    setCode: (text: string): void => setTyped(text.trim()),
    /** what is wrong with the code; nothing is said before there is a title */
    wrong: title === '' ? '' : wrong,
    prefix,
    setPrefix: (text: string): void => setNumbers(text.toUpperCase()),
    isTree,
    setTree,
    source,
    setSource,
    sheet,
    /** what its columns become */
    guessed,
    rows,
    /** a choice that was guessed is typed, or chosen again */
    choose: (at: number, chosen: boolean): void =>
      setSheet((now) => {
        if (now === undefined) return now;
        const typed = new Set(now.typed);
        if (chosen) typed.delete(at);
        else typed.add(at);
        return { ...now, typed };
      }),
    fault,
    read,
    pick: (picked: TableBasis): void => {
      setColumns(picked.columns);
      if (title === '') setTitle(nameOf(picked));
    },
    choice,
    ready: ready || !settled,
    done,
  };
}

interface Sheet {
  readonly name: string;
  /** below the titles */
  readonly rows: KeptSheet['rows'];
  readonly columns: readonly SheetColumn[];
  /** columns that are no choice, though they look like one */
  readonly typed: ReadonlySet<number>;
}
const sheetColumns = ({ columns, typed }: Sheet): readonly SheetColumn[] =>
  columns.map((column) => (typed.has(column.at) ? asText(column) : column));

/** The rows of the sheet: how many there are, why they cannot come along, whether they shall. */
function useRows(sheet: Sheet | undefined) {
  const { session, feedback } = useHost();
  const [wanted, setWanted] = useState(true);
  const most = Number(session.sys('import.maxRows') ?? MOST_ROWS);
  const count = sheet === undefined ? 0 : countRows(sheet.rows);
  const refused = (sheet?.rows.length ?? 0) > most ? `数据超过${most}行，请分批导入` : '';
  return {
    count,
    refused,
    wanted: wanted && count > 0 && refused === '',
    setWanted,
    /** What an object of this code has kept for it; without columns nothing is. */
    keep: async (object: string, columns: readonly PlacedColumn[] | undefined): Promise<void> => {
      const { me } = session;
      const owner = { org: me.org, user: me.id };
      await forgetSheet(owner, object);
      if (sheet === undefined || columns === undefined || !wanted || count === 0 || refused !== '') return;
      const kept: KeptSheet = {
        name: sheet.name,
        columns: columns.map(({ code, title }) => ({ field: code, title })),
        rows: sheet.rows.map((row) => columns.map(({ at }) => row[at] ?? '')),
      };
      if (!(await keepSheet(owner, object, kept, session.now())))
        feedback.warning(`浏览器存不下这些行，发布后请在列表里用「导入」选择 ${sheet.name}`);
    },
  };
}
/** where the setting is not known */
const MOST_ROWS = 20_000;

type Started =
  | Exclude<Basis, { readonly from: 'excel' }>
  | { readonly from: 'excel'; readonly columns: readonly PlacedColumn[] };
/** What is there to start from; undefined until it was chosen. */
function basisOf(
  from: From,
  sheet: readonly PlacedColumn[] | undefined,
  columns: TableBasis['columns'] | undefined,
  doc: ObjectDoc | undefined,
): Started | undefined {
  switch (from) {
    case 'empty':
      return { from };
    case 'excel':
      return sheet && { from, columns: sheet };
    case 'table':
      return columns && { from, columns };
    case 'copy':
      return doc && { from, doc };
  }
}
const nameOf = ({ table: { tableName } }: TableBasis): string =>
  tableName.slice(tableName.indexOf('.') + 1).slice(0, 40);
const NONE: ReadonlySet<string> = new Set();
const NO_FIELDS: SheetFields = { columns: [], dicts: [] };

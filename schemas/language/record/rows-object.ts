/**
 * Records as rows of one table (`list.grid`): an object whose only content is a sub-table of the records' head fields, so that a list
 * is edited by the grid, the rules, formulas and checks that sub-tables have. The server judges every record by its own document again.
 */
import type { Ast } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import { takesRows } from '../expr/rows-functions';
import { mapParts, partsOf } from '../expr/walk';
import type { ResolvedCheck, ResolvedField, ResolvedObject, ResolvedRule, ResolvedSub } from '../resolved';

/** Code of the sub-table that holds the records. */
export const RECORDS = 'records';
/** Whether this user may change or delete a record: fields of the row that no column shows. */
export const MAY_EDIT = 'mayEdit';
export const MAY_DELETE = 'mayDelete';

export interface RowsOptions {
  readonly add: boolean;
  readonly remove: boolean;
  /** values a new row begins with: what the list is narrowed to */
  readonly given?: Readonly<Record<string, string>>;
}

/** What a record says by itself, said of a row: `doc.qty` is `row.qty`. Sub-tables of the records, actions and parts stay away. */
export function rowsObject(object: ResolvedObject, { add, remove, given = {} }: RowsOptions): ResolvedObject {
  const heads = Object.values(object.fields).filter((field) => field.sub === undefined);
  const subs = new Set(Object.values(object.fields).flatMap((field) => (field.sub === undefined ? [] : [field.code])));
  const fields = Object.fromEntries(
    heads.map((field) => {
      const value = given[field.code];
      const own = rowField(field, subs);
      return [field.code, value === undefined ? own : { ...own, default: value }];
    }),
  );
  const may = (code: string): ResolvedField => ({
    code,
    path: `${RECORDS}.${code}`,
    title: code,
    kind: 'default',
    type: 'bool',
    hidden: true,
    readonly: true,
    default: true,
  });
  const sub: ResolvedSub = {
    code: RECORDS,
    title: object.title,
    fields: {
      ...fields,
      lineNo: { ...may('lineNo'), type: 'int', base: true, default: 0 },
      [MAY_EDIT]: may(MAY_EDIT),
      [MAY_DELETE]: may(MAY_DELETE),
    },
    rows: { min: 0, max: 2000, number: 'lineNo', sort: false, add, delete: remove, lock: `!${MAY_DELETE}` },
    columns: object.list.columns.filter(({ field }) => field !== undefined && fields[field] !== undefined),
    summary: Object.fromEntries(Object.entries(object.list.summary).filter(([code]) => fields[code] !== undefined)),
  };
  const { id, version } = object.fields;
  const locked: ResolvedRule = { address: `rules.${MAY_EDIT}`, in: RECORDS, when: `!${MAY_EDIT}`, readonly: ['*'] };
  const all: ResolvedField = {
    code: RECORDS,
    path: RECORDS,
    title: object.title,
    kind: 'tabTable',
    type: 'rows',
    sub,
  };
  const { state: _state, tree: _tree, floor: _floor, single: _single, ...rest } = object;
  return {
    ...rest,
    label: [],
    fields: { ...(id && { id }), ...(version && { version }), [RECORDS]: all },
    unique: {},
    index: [],
    rules: [locked, ...object.rules.flatMap(rowRule)],
    checks: object.checks.flatMap(rowCheck),
    edit: { ...object.edit, groups: [{ code: RECORDS, fields: [{ field: RECORDS }] }] },
    actions: {},
    audited: false,
  };
}

/** Formulas over sub-tables or other records are the server's: their column only shows what is stored. */
function rowField(field: ResolvedField, subs: ReadonlySet<string>): ResolvedField {
  const { formula, ...rest } = field;
  const moved = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      typeof value === 'string' && value.startsWith('=') ? `=${ofRow(value.slice(1))}` : value,
    ]),
  );
  const own = { ...moved, path: `${RECORDS}.${field.code}` } as unknown as ResolvedField;
  if (formula === undefined) return own;
  return isOwn(formula, subs) ? { ...own, formula: ofRow(formula) } : { ...own, readonly: true };
}

const NAMES = ['show', 'hide', 'require', 'readonly', 'except', 'clear'] as const;

function rowRule(rule: ResolvedRule): ResolvedRule[] {
  if (rule.in !== undefined || rule.service !== undefined || isAboutBefore(rule.when)) return [];
  const lists = Object.fromEntries(
    NAMES.flatMap((key) => {
      const names = rule[key]?.filter((name) => !name.startsWith('@') && !name.startsWith('!') && !name.includes('.'));
      return names === undefined ? [] : [[key, names] as const];
    }),
  );
  const { when, set, say, confirm } = rule;
  return [
    {
      ...rule,
      ...lists,
      in: RECORDS,
      ...(when === undefined ? {} : { when: ofRow(when) }),
      ...(set === undefined
        ? {}
        : {
            set: Object.fromEntries(
              Object.entries(set).map(([code, value]) => [
                code,
                typeof value === 'string' && value.startsWith('=') ? `=${ofRow(value.slice(1))}` : value,
              ]),
            ),
          }),
      ...(say === undefined ? {} : { say: sentence(say) }),
      ...(confirm === undefined ? {} : { confirm: sentence(confirm) }),
    },
  ];
}

function rowCheck(check: ResolvedCheck): ResolvedCheck[] {
  if (check.in !== undefined || isAboutBefore(check.that) || isAboutBefore(check.when)) return [];
  return [
    {
      ...check,
      in: RECORDS,
      that: ofRow(check.that),
      say: sentence(check.say),
      ...(check.when === undefined ? {} : { when: ofRow(check.when) }),
    },
  ];
}

/** `old` and `isNew()` speak about the record of the form: of a row only the server knows. */
const isAboutBefore = (text: string | undefined): boolean => {
  const { ast } = parseExpr(text ?? 'true');
  let found = false;
  if (ast !== undefined)
    visit(ast, (node) => {
      if ((node.k === 'path' && node.names[0] === 'old') || (node.k === 'call' && node.name === 'isNew')) found = true;
    });
  return found;
};

/** Own fields and constants only: nothing of rows, other records or a query. */
function isOwn(text: string, subs: ReadonlySet<string>): boolean {
  const { ast } = parseExpr(text);
  let own = ast !== undefined;
  if (ast !== undefined)
    visit(ast, (node) => {
      if (node.k === 'call' && takesRows(node.name)) own = false;
      if (node.k === 'path' && node.names.some((name) => subs.has(name))) own = false;
    });
  return own;
}

/** The text with the record's own scope as the row's. */
export function ofRow(text: string): string {
  const { ast } = parseExpr(text);
  return ast === undefined ? text : printExpr(moved(ast));
}
const sentence = (text: string): string => text.replace(/\{[^{}]*\}/g, (part) => part.replace(/\bdoc\./g, 'row.'));

function moved(node: Ast): Ast {
  if (node.k !== 'path') return mapParts(node, moved);
  return node.names[0] === 'doc' && node.names.length > 1 ? { ...node, names: ['row', ...node.names.slice(1)] } : node;
}

function visit(node: Ast, see: (node: Ast) => void): void {
  see(node);
  for (const part of partsOf(node)) visit(part, see);
}

/** A print layout typed once against its object: templates and conditions compiled, addresses of what is wrong. */

import type { Many } from '../document';
import { type Bound, bindExpr, type TypeEnv } from '../expr/check';
import { type BoundTemplate, bindTemplate } from '../expr/template';
import { BOOL, INT } from '../expr/types';
import { factsOf } from '../kinds/index';
import type { ObjectType, TypeLib } from '../resolved';
import type { BandDoc, BandsDoc, DetailsDoc, PrintDoc, PrintItemDoc } from './document';

export interface BoundItem {
  readonly address: string;
  readonly doc: PrintItemDoc;
  /** text, field or content of a code */
  readonly text?: BoundTemplate;
  readonly when?: Bound;
  /** field whose first file is drawn */
  readonly image?: string;
  readonly isTrail?: boolean;
  /** who approved it, as far as that still holds */
  readonly isSign?: boolean;
  /** the field holds marked-up text: its words are printed */
  readonly isHtml?: boolean;
}
export interface BoundBand {
  readonly height: number;
  readonly items: readonly BoundItem[];
}
export interface BoundDetails {
  readonly code: string;
  readonly rows: string;
  readonly list?: BoundRelated;
  readonly header: BoundBand;
  readonly row: BoundBand;
  readonly footer: BoundBand;
  readonly keep: number;
  readonly fill: 'none' | 'last' | 'all';
  readonly split: boolean;
}
/** Rows that are records of another object. */
export interface BoundRelated {
  readonly object: string;
  /** bare names are its records, `doc` the printed one */
  readonly where?: Bound;
  readonly sort: readonly string[];
}
export interface BoundPrint {
  readonly doc: PrintDoc;
  readonly when?: Bound;
  readonly across?: BoundTemplate;
  readonly bands: { readonly [K in Exclude<keyof BandsDoc, 'details'>]-?: BoundBand };
  readonly details: readonly BoundDetails[];
}
export interface PrintProblem {
  readonly address: string;
  readonly text: string;
  /** what was written there */
  readonly source: string;
}

const NONE: BoundBand = { height: 0, items: [] };
/** names every text of a print may use beside its record */
export const PRINT_NAMES = { page: INT, pages: INT };

/** Types a print against what its page shows; problems name the item, the rest stays usable. */
export function bindPrint(
  doc: PrintDoc,
  object: ObjectType,
  lib: TypeLib,
): { readonly print: BoundPrint; readonly problems: readonly PrintProblem[] } {
  const problems: PrintProblem[] = [];
  const head: TypeEnv = { lib, object, extra: PRINT_NAMES, print: true };
  const band = (given: BandDoc | undefined, address: string, env: TypeEnv): BoundBand =>
    given === undefined
      ? NONE
      : { height: given.height, items: bindItems(given.items ?? {}, `${address}.items`, env, problems) };
  const { bands } = doc;
  const print: BoundPrint = {
    doc,
    ...condition(doc.when, 'when', head, problems),
    ...acrossOf(doc, head, problems),
    bands: {
      pageHeader: band(bands.pageHeader, 'bands.pageHeader', head),
      docHeader: band(bands.docHeader, 'bands.docHeader', head),
      summary: band(bands.summary, 'bands.summary', head),
      pageFooter: band(bands.pageFooter, 'bands.pageFooter', head),
      background: band(bands.background, 'bands.background', head),
    },
    details: Object.entries(bands.details ?? {}).map(([code, given]) => {
      const address = `bands.details.${code}`;
      const env = rowEnv(given, head);
      if (env === head) problems.push({ address: `${address}.rows`, text: given.rows, source: given.rows });
      return {
        code,
        rows: given.rows,
        ...(given.list === undefined ? {} : { list: related(given, address, head, problems) }),
        header: band(given.header, `${address}.header`, env),
        row: band(given.row, `${address}.row`, env),
        footer: band(given.footer, `${address}.footer`, env),
        keep: given.keep ?? 2,
        fill: given.fill ?? 'none',
        split: given.split ?? false,
      };
    }),
  };
  return { print, problems };
}

function acrossOf({ across }: PrintDoc, env: TypeEnv, problems: PrintProblem[]): { readonly across?: BoundTemplate } {
  if (across === undefined) return {};
  const bound = bindTemplate(across, env);
  if (!Array.isArray(bound)) return { across: bound };
  problems.push(...bound.map((problem) => ({ address: 'across', text: problem.text, source: across })));
  return {};
}

/** What bare names are in the bands of some rows: a sub-table, or records of another object; the head where neither is there. */
export function rowEnv({ rows, list }: DetailsDoc, head: TypeEnv): TypeEnv {
  const field = head.object.fields[rows];
  if (list === undefined) return field?.sub === undefined ? head : { ...head, sub: rows };
  const candidate = head.lib.object(list);
  return candidate === undefined || field !== undefined ? head : { ...head, candidate };
}
const related = (
  { list = '', where, sort = 'id' }: DetailsDoc,
  address: string,
  head: TypeEnv,
  problems: PrintProblem[],
): BoundRelated => {
  const { lib, object } = head;
  const candidate = lib.object(list);
  const { when } =
    candidate === undefined ? {} : condition(where, `${address}.where`, { lib, object, candidate }, problems);
  const keys = sort.split(',').map((key) => key.trim());
  for (const key of keys)
    if (candidate !== undefined && candidate.fields[key.replace(/^-/, '')] === undefined && key !== 'id')
      problems.push({ address: `${address}.sort`, text: key, source: key });
  return { object: list, sort: keys, ...(when === undefined ? {} : { where: when }) };
};

function bindItems(items: Many<PrintItemDoc>, address: string, env: TypeEnv, problems: PrintProblem[]): BoundItem[] {
  return Object.entries(items).flatMap(([code, doc]): BoundItem[] => {
    if (doc.off === true) return [];
    const at = `${address}.${code}`;
    const base = { address: at, doc, ...condition(doc.when, `${at}.when`, env, problems) };
    if (doc.field === '$trail') return [{ ...base, isTrail: true }];
    if (doc.field === '$sign') return [{ ...base, isSign: true }];
    if (doc.image !== undefined) return [{ ...base, image: doc.image }];
    const source = textOf(doc);
    if (source === undefined) return [base];
    const bound = bindTemplate(source, env);
    if (!Array.isArray(bound)) return [{ ...base, text: bound, ...(isHtml(doc, env) ? { isHtml: true } : {}) }];
    problems.push(...bound.map((problem) => ({ address: at, text: problem.text, source })));
    return [base];
  });
}

const isHtml = ({ field = '', code }: PrintItemDoc, { object, sub, candidate }: TypeEnv): boolean => {
  const fields = sub === undefined ? (candidate ?? object)?.fields : object?.fields[sub]?.sub;
  return code === undefined && factsOf(fields?.[field]).as === 'html';
};

const textOf = (doc: PrintItemDoc): string | undefined => {
  if (doc.code) return doc.code.text;
  if (doc.field === undefined) return doc.text;
  return doc.format === undefined ? `{${doc.field}}` : `{${doc.field}:${doc.format}}`;
};

function condition(text: string | undefined, at: string, env: TypeEnv, problems: PrintProblem[]): { when?: Bound } {
  if (text === undefined) return {};
  const bound = bindExpr(text, env, BOOL);
  if (!Array.isArray(bound)) return { when: bound };
  problems.push(...bound.map((problem) => ({ address: at, text: problem.text, source: text })));
  return {};
}

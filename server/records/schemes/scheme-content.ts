/** What a search scheme holds (language §8), read from a request and checked against the page it is of. */
import { bindConditionTree, type Condition, readCondition } from '../../../schemas/language/condition';
import { type Bound, bindExpr, printBound } from '../../../schemas/language/expr/check';
import { parseExpr } from '../../../schemas/language/expr/parse';
import type { Placement } from '../../../schemas/language/resolved';
import { type AppError, badRequest, refuse } from '../../errors';
import type { Page } from '../../registry/pages';
import { BOOL } from '../expression';
import type { EngineCtx } from '../host';

export interface SchemeContent {
  /** canonical text (language §5.8: text is what is stored); the tree of one too long to be a text */
  readonly where?: string | Condition;
  readonly search?: Readonly<Record<string, unknown>>;
  readonly sort?: string;
  readonly columns?: readonly string[];
  /** of a report: how its rows are grouped and compared */
  readonly shown?: ShownContent;
}
export interface ShownContent {
  readonly by?: readonly string[];
  readonly period?: string;
  readonly compare?: string;
}
export interface StoredScheme {
  readonly id: string;
  readonly name: string;
  readonly content: SchemeContent;
}

const KEYS = new Set(['where', 'search', 'sort', 'columns', 'shown']);
const SORT = /^-?[A-Za-z][\w.]{0,80}(\s*,\s*-?[A-Za-z][\w.]{0,80}){0,9}$/;
const MAX_COLUMNS = 200;
const MAX_SEARCH = 8000;

/** A kept condition names something that is not there for this user. */
export const schemeBroken = (): AppError => refuse('方案含无权字段，请修改', { rule: 'scheme.closed' });

/** Content of a request, an object or its JSON text, with its condition as canonical text. Whether its names are open is judged elsewhere. */
export function readContent(ctx: EngineCtx, page: Page, given: unknown): SchemeContent {
  const from = plain(typeof given === 'string' ? parsed(given) : (given ?? {}));
  for (const key of Object.keys(from)) if (!KEYS.has(key)) throw badRequest();
  const { search, sort, columns } = from;
  const where = conditionOf(ctx, page, from.where);
  const found = isNothing(search) ? {} : plain(search);
  if (JSON.stringify(found).length > MAX_SEARCH) throw badRequest();
  if (!isNothing(sort) && (typeof sort !== 'string' || !SORT.test(sort))) throw badRequest();
  if (!isNothing(columns) && !isNames(columns)) throw badRequest();
  const shown = shownOf(from.shown);
  return {
    ...(where === '' ? {} : { where }),
    ...(Object.keys(found).length === 0 ? {} : { search: found }),
    ...(isNothing(sort) ? {} : { sort: sort as string }),
    ...(isNothing(columns) || columns.length === 0 ? {} : { columns: columns as readonly string[] }),
    ...(Object.keys(shown).length === 0 ? {} : { shown }),
  };
}
function shownOf(given: unknown): ShownContent {
  const { by, period, compare, ...more } = isNothing(given) ? {} : plain(given);
  if (Object.keys(more).length > 0 || (!isNothing(by) && !isNames(by))) throw badRequest();
  const text = (value: unknown): string | undefined => {
    if (isNothing(value)) return undefined;
    if (typeof value !== 'string' || value.length > 20) throw badRequest();
    return value;
  };
  const found = { by: isNothing(by) ? undefined : by, period: text(period), compare: text(compare) };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Canonical text of a condition given as text or tree; a tree over the limits of texts stays one. */
function conditionOf(ctx: EngineCtx, page: Page, given: unknown): string | Condition {
  if (isNothing(given)) return '';
  const { lib } = ctx.registry;
  const object = lib.object(page.object.object);
  if (!object) throw badRequest();
  if (typeof given === 'string') {
    if (given.trim() === '') return '';
    const bound = bindExpr(given, { lib, object }, BOOL);
    if (Array.isArray(bound)) throw schemeBroken();
    return printBound(bound as Bound);
  }
  const read = readCondition(given);
  if (read.tree === undefined) throw badRequest(read.problem);
  const bound = bindConditionTree(read.tree, { lib, object });
  if (bound === null) return '';
  if (Array.isArray(bound)) throw schemeBroken();
  const text = printBound(bound as Bound);
  return parseExpr(text).ast === undefined ? read.tree : text;
}

/** Placements of the page for the columns a scheme names; those it no longer has are left out. */
export const placedBy = (page: Page, columns: readonly string[]): readonly Placement[] =>
  columns.flatMap((prop) => page.list.columns.find((placement) => placement.field === prop) ?? []);

const isNothing = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';
const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= MAX_COLUMNS &&
  value.every((item) => typeof item === 'string' && item.length <= 80);

export function plain(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest();
  return value as Readonly<Record<string, unknown>>;
}
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest();
  }
}

/** The statements of a list plan: what is selected, what narrows, orders and sums, and how a row of the driver is written. */
import { type RawBuilder, sql } from 'kysely';
import type { ResolvedAction, ResolvedField } from '../../../schemas/language/resolved';
import { AppError } from '../../errors';
import { memo } from '../../registry/memo';
import type { Page } from '../../registry/pages';
import { columnsOf } from '../../tables/names';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';
import { conditionOf } from '../life';
import { supportFields } from '../page/support-fields';
import { all, type RowScope, rowScope } from '../read/access';
import { heldActions, ofRecord } from '../read/allowed';
import { isRef, targetOf } from '../read/wire';
import { ofOneUnit } from '../sql/one-unit';
import { type DbRow, numberOf, tableSql } from '../store/stored';
import { hidings } from './hidings';
import { type LateColumn, lateColumn } from './late-columns';
import { type ListColumn, Selection } from './list-column';
import { columnsOfPage, fieldColumn } from './list-columns';
import { type ListRequest, TOP } from './list-request';
import { pairedOf, type Searched, searchColumns, searchSql } from './list-search';
import { rowsSql } from './list-source';
import { Knowns, Place } from './place';
import type { PlanInput, SearchPart } from './plan-input';
import { slot } from './slots';
import { belowSql, treeColumn } from './trees';

export type Out = Record<string, unknown>;
export interface ListPlan {
  /** values that depend on the user, the settings and the clock */
  readonly knowns: Knowns;
  /** columns that are shown, in order */
  readonly columns: readonly ListColumn[];
  /** those among them that are worked out after the rows are there */
  readonly late: readonly LateColumn[];
  readonly rows: Statement;
  /** how many rows the filter finds, capped; absent where the rows themselves tell it as `$n` */
  readonly count?: Statement;
  /** number of rows and totals over the whole filter; absent without totals */
  readonly totals?: Statement & { readonly read: (row: DbRow) => Out };
  /** a row of the driver on the wire */
  readonly write: (row: DbRow) => Out;
}
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
export interface PlanOptions {
  /** names of the slots, when the plan stands inside another statement */
  readonly mark?: string;
  /** rights whose row scopes all count: the page's, and that of an export */
  readonly rights?: readonly string[];
  /** without `_actions`, `$isDisabled` and, unless said, totals: sheets */
  readonly plain?: boolean;
  readonly totals?: boolean;
  /** counts up to here, in a statement of its own */
  readonly cap?: number;
}
/** Counting stops here: the user sees 1000+. */
export const COUNT_CAP = 1000;

interface ListAction {
  readonly code: string;
  /** name of the selected condition; none = always */
  readonly name: string | undefined;
}
interface SortKey {
  readonly sql: RawBuilder<unknown>;
  readonly descending: boolean;
  /** a plain column of `t`: no need to carry it out of the page */
  readonly plain: boolean;
}

/** Makes the statements of one request over one page. */
export class PlanBuilder {
  readonly knowns: Knowns;
  /** the table inside the page's subselect, where conditions and order stand */
  private readonly inner: Place;
  /** the rows of the page, where columns stand */
  private readonly outer: Place;
  private readonly ctx: EngineCtx;
  private readonly page: Page;
  private readonly request: ListRequest;
  private readonly input: PlanInput;
  private readonly scope: Exclude<RowScope, false>;
  private readonly options: PlanOptions;
  private readonly known: Map<string, ListColumn>;
  /** an index over pairs of characters narrows the rows: known once the conditions are translated */
  private isLed = false;

  constructor(
    ctx: EngineCtx,
    page: Page,
    request: ListRequest,
    input: PlanInput,
    scope: Exclude<RowScope, false>,
    options: PlanOptions,
  ) {
    this.ctx = ctx;
    this.page = page;
    this.request = request;
    this.input = input;
    this.scope = scope;
    this.options = options;
    this.knowns = new Knowns(options.mark);
    this.known = columnsOfPage(ctx, page);
    this.inner = new Place(ctx, page.object, 't', { knowns: this.knowns });
    this.outer = new Place(ctx, page.object, 't', { knowns: this.knowns });
  }

  build(): ListPlan {
    const { ctx, page } = this;
    const table = rowsSql(ctx, page);
    const where = this.where();
    const columns = this.columns();
    const selection = new Selection(this.outer);
    const write = this.writer(columns, selection);
    const keys = this.sortKeys();
    const carried = keys.filter((key) => !key.plain).map((key, index) => sql`${key.sql} as ${sql.ref(`s${index}`)}`);
    let next = 0;
    const inner = keys.map((key) => order(key.sql, key.descending));
    const outer = keys.map((key) => order(key.plain ? key.sql : sql.ref(`t.s${next++}`), key.descending));
    const { plain = false, totals = !plain, cap } = this.options;
    const sums = totals ? this.sums() : undefined;
    // the joins are known when everything over them is translated; PostgreSQL drops those a statement does not use
    const from = sql`${table} as t${this.inner.joins()} where ${where}`;
    const labels = [...selection.joins.values()];
    const joins = sql`${this.outer.joins()}${labels.length === 0 ? sql`` : sql` ${sql.join(labels, sql` `)}`}`;
    // a literal limit lets PostgreSQL plan for it when the statement is prepared
    const { size, current } = this.request;
    const part = sql`limit ${sql.lit(size)}${current > 1 ? sql` offset ${slot('offset', 'int')}` : sql``}`;
    const whole = sql.join([sql`t.*`, ...carried]);
    const first = sql`select ${whole} from ${from} order by ${sql.join(inner)} ${part}`;
    // the rows before a later page are passed over in the index of the order alone, only its own are fetched
    const later = sql`select ${whole} from ${table} as t${this.inner.joins()} where t.id = any(array(select t.id from ${from} order by ${sql.join(inner)} ${part}))`;
    const sorted = current > 1 ? later : first;
    const upTo = sql.lit((cap ?? COUNT_CAP) + 1);
    const tail = sql`${joins} order by ${sql.join(outer)}`;
    const parts = sql.join(selection.parts);
    // a first page that is not full tells the number by itself; else one statement answers both, and only then counts
    const isCounting = current === 1 && !sums && cap === undefined;
    let rows: RawBuilder<unknown>;
    let count: RawBuilder<unknown>;
    if (this.isLed && cap === undefined) {
      // planned for all hits, so that the index over pairs leads, and read no further than the count goes: rare words are sorted,
      // frequent ones (their branch runs only then) are met soon in the list's own order
      const hits = sql`with hits as materialized (select t.id from ${from}), found as materialized (select id from hits limit ${upTo})`;
      const number = sql`(select count(*)::int from found)`;
      const few = sql`select ${whole} from ${table} as t${this.inner.joins()} where ${number} < ${upTo} and t.id = any(array(select id from found)) order by ${sql.join(inner)} ${part}`;
      const many = sql`select ${whole} from ${table} as t${this.inner.joins()} where ${number} = ${upTo} and ${where} order by ${sql.join(inner)} ${part}`;
      const n = isCounting ? sql`, ${number} as "$n"` : sql``;
      rows = sql`${hits}, page as materialized ((${few}) union all (${many})) select ${parts}${n} from page as t${tail}`;
      count = sql`${hits} select ${number} as n`;
    } else {
      count = sql`select count(*)::int as n from (select 1 from ${from} limit ${upTo}) x`;
      rows = isCounting
        ? sql`with page as materialized (${sorted}) select ${parts}, case when (select count(*) from page) = ${sql.lit(size)} then (${count}) end as "$n" from page as t${tail}`
        : sql`select ${parts} from (${sorted}) as t${tail}`;
    }
    return {
      knowns: this.knowns,
      columns,
      late: this.late(),
      rows: this.compile(rows),
      ...(isCounting ? {} : { count: this.compile(count) }),
      ...(sums
        ? { totals: { ...this.compile(sql`select ${sql.join(sums.parts)} from ${from}`), read: sums.read } }
        : {}),
      write,
    };
  }

  /** Ids of the records the filter finds, as a subselect of another statement. */
  ids(): RawBuilder<unknown> {
    const { ctx, page } = this;
    const where = this.where();
    return sql`select t.id from ${rowsSql(ctx, page)} as t${this.inner.joins()} where ${where}`;
  }

  private compile(statement: RawBuilder<unknown>): Statement {
    const { sql: text, parameters } = statement.compile(this.ctx.trx);
    return { sql: text, parameters };
  }

  /** Row scope AND fixed condition AND node AND search values AND scheme AND the request's condition: later parts only narrow. */
  private where(): RawBuilder<unknown> {
    const { page, input, request } = this;
    const { object } = page;
    const parts: RawBuilder<unknown>[] = [];
    if (object.fields.isDeleted) parts.push(sql`t.is_deleted = 0`);
    for (const text of [this.scope, page.where, input.scheme?.where])
      if (text !== undefined) parts.push(this.inner.conditionText(text));
    if (input.node) parts.push(this.search(input.node));
    for (const any of input.searches) {
      const found = any.map((part) => sql`(${this.search(part)})`);
      if (any.every((part) => this.hasPairs(part))) this.isLed = true;
      parts.push(found.length === 1 ? (found[0] as RawBuilder<unknown>) : sql`(${sql.join(found, sql` or `)})`);
    }
    for (const bound of input.conditions) parts.push(this.inner.condition(bound, true));
    if (request.ids) parts.push(sql`t.id = any(${slot('ids', 'uuid[]')})`);
    if (request.level !== undefined) parts.push(this.level(request.level));
    return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
  }

  /** A level of the tree. A row whose parent the list does not show stands on the first one. */
  private level(level: string): RawBuilder<unknown> {
    const up = treeColumn(this.page);
    if (up === undefined) throw new AppError(400);
    const own = sql.ref(`t.${up}`);
    if (level !== TOP) return sql`${own} = ${slot('level', 'uuid')}`;
    return sql`(${own} is null or not ${this.relative('up', (up) => sql`${sql.ref(`${up}.id`)} = ${own}`)})`;
  }
  /** Whether the list shows a record that stands to the row as said, whatever is searched for. */
  private relative(alias: string, on: (alias: string) => RawBuilder<unknown>): RawBuilder<unknown> {
    const { ctx, page, input } = this;
    const place = new Place(ctx, page.object, alias, { knowns: this.knowns });
    const parts = [on(alias)];
    if (page.object.fields.isDeleted) parts.push(sql`${sql.ref(`${alias}.is_deleted`)} = 0`);
    for (const text of [this.scope, page.where, input.scheme?.where])
      if (text !== undefined) parts.push(place.conditionText(text));
    for (const bound of input.conditions) parts.push(place.condition(bound, true));
    const table = tableSql(ctx.org.schema, page.object);
    return sql`exists (select 1 from ${table} as ${sql.ref(alias)}${place.joins()} where ${sql.join(parts, sql` and `)})`;
  }

  /** Rows of a service have no columns of pairs beside them. */
  private paired(field: ResolvedField) {
    return this.page.list.source === undefined ? pairedOf(this.page.object, field, 't') : undefined;
  }
  private hasPairs({ input, at }: SearchPart): boolean {
    if (input.op !== 'like' || input.part === 'char' || at.via !== undefined) return false;
    return columnsOf(at.field).length > 0 && this.paired(at.field) !== undefined;
  }

  private search({ input, at }: SearchPart): RawBuilder<unknown> {
    const { ctx, page } = this;
    const { field, via, path, owner } = at;
    const subtree = (ids: RawBuilder<unknown>): RawBuilder<unknown> => {
      const target = isRef(field) ? ctx.registry.find(targetOf(owner, field)) : undefined;
      return target?.tree === undefined ? sql`select unnest(${ids})` : belowSql(ctx, target, ids);
    };
    if (via?.sub) {
      const columns = searchColumns(field, 'r');
      const rows = tableSql(ctx.org.schema, page.object, via.code);
      return sql`exists (select 1 from ${rows} as r where r.head_id = t.id and ${searchSql(input, { field, columns, subtree, paired: pairedOf(page.object, field, 'r') })})`;
    }
    const stored = via === undefined && columnsOf(field).length > 0;
    const columns: Searched['columns'] = stored
      ? searchColumns(field, 't')
      : [this.inner.value(bindText(ctx.registry.lib, page.object.object, path))];
    const paired = stored ? this.paired(field) : undefined;
    return searchSql(input, { field, columns, subtree, paired });
  }

  private columns(): ListColumn[] {
    const { page, request, input, known } = this;
    if (request.columns)
      return request.columns.map((prop) => {
        const column = known.get(prop);
        if (!column) throw new AppError(400);
        return column;
      });
    const placed = input.scheme?.columns ?? page.list.columns;
    return placed.flatMap((placement) => known.get(placement.field ?? '') ?? []);
  }

  /** Selects everything a row carries; answers the closure that writes it. */
  private writer(columns: readonly ListColumn[], to: Selection): (row: DbRow) => Out {
    const { ctx, page, options } = this;
    const { object } = page;
    const writes = columns.map((column) => column.select(to));
    const shown = new Set(columns.map((column) => column.prop));
    for (const code of supportFields(ctx, page))
      if (!shown.has(code)) {
        const column = fieldColumn(ctx, object, code);
        if (column) writes.push(column.select(to));
      }
    const id = to.add('id', () => sql.ref('t.id'));
    const version = object.fields.version ? to.add('version', () => sql.ref('t.version')) : undefined;
    if (options.plain)
      return (row) => {
        const out: Out = { id: row[id] };
        for (const write of writes) write(row, out);
        return out;
      };
    const disable = page.list.disable;
    const disabled = disable === undefined ? undefined : to.add(`?${disable}`, () => to.place.truthText(disable));
    const actions = this.actions(to);
    const up = this.request.level === undefined ? undefined : treeColumn(page);
    const branch =
      up && to.add('?branch', () => this.relative('down', (alias) => sql`${sql.ref(`${alias}.${up}`)} = t.id`));
    return (row) => {
      const out: Out = { id: row[id] };
      if (version !== undefined) out.version = row[version];
      for (const write of writes) write(row, out);
      if (disabled !== undefined && row[disabled] === true) out.$isDisabled = true;
      const allowed: string[] = [];
      for (const action of actions)
        if (action.name === undefined || row[action.name] === true) allowed.push(action.code);
      out._actions = allowed;
      if (branch !== undefined) out.leaf = row[branch] !== true;
      return out;
    };
  }

  /** Actions on records of the page: equal conditions are asked once, those without any cost nothing. */
  private actions(to: Selection): readonly ListAction[] {
    const { ctx, page } = this;
    const { object } = page;
    const view = rowScope(ctx, object, page.right);
    return heldActions(ctx, page.actions)
      .filter(ofRecord)
      .flatMap((action): ListAction[] => {
        const condition = this.actionCondition(action, view);
        if (condition === false) return [];
        if (condition === undefined) return [{ code: action.code, name: undefined }];
        return [{ code: action.code, name: to.add(`?${condition}`, () => to.place.truthText(condition)) }];
      });
  }

  private actionCondition(action: ResolvedAction, view: RowScope): RowScope {
    const { ctx, page } = this;
    const { object } = page;
    const own = conditionOf(object, action);
    if (own === false) return false;
    const scope = rowScope(ctx, object, action.right);
    if (scope === false) return false;
    return all([own, scope === view ? undefined : scope, ...hidings(page, action.code)]);
  }

  private late(): LateColumn[] {
    const { ctx, page, request, input } = this;
    const wanted = request.columns && new Set(request.columns);
    return (input.scheme?.columns ?? page.list.columns)
      .filter((placement) => !wanted || wanted.has(placement.field ?? ''))
      .flatMap((placement) => lateColumn(ctx, page.object, placement) ?? []);
  }

  private sortKeys(): SortKey[] {
    const { input } = this;
    const keys: SortKey[] = [];
    for (const part of input.sort.split(',').map((part) => part.trim())) {
      if (part === '') continue;
      const descending = part.startsWith('-');
      const prop = descending ? part.slice(1) : part;
      const key = this.sortKey(prop, descending);
      if (key) keys.push(key);
      else if (this.request.sort !== undefined) throw new AppError(400);
    }
    if (!keys.some((key) => key.sql === ID))
      keys.push({ sql: ID, descending: keys.at(-1)?.descending ?? false, plain: true });
    return keys;
  }

  /** By a column of the page, by a field of its own order, or by the id. */
  private sortKey(prop: string, descending: boolean): SortKey | undefined {
    const { ctx, page, known } = this;
    if (prop === 'id') return { sql: ID, descending, plain: true };
    const own = ownSort(page).has(prop) ? fieldColumn(ctx, page.object, prop) : undefined;
    const column = known.get(prop) ?? own;
    if (!column?.value) return undefined;
    const field = page.object.fields[prop];
    const columns = field && !isRef(field) ? columnsOf(field) : [];
    const plain = columns.length === 1 && column.placement.of === undefined;
    return { sql: plain ? sql.ref(`t.${columns[0]}`) : column.value(this.inner), descending, plain };
  }

  /** Totals over the whole filter, 2 decimals; columns that are not the user's are not summed. */
  private sums(): { readonly parts: RawBuilder<unknown>[]; readonly read: (row: DbRow) => Out } | undefined {
    const { ctx, page, known } = this;
    const parts: RawBuilder<unknown>[] = [sql`count(*)::int as n`];
    const names: string[] = [];
    const asked = this.request.columns;
    for (const [prop, word] of Object.entries(page.list.summary)) {
      // totals run over the whole filter: who named his columns pays only for theirs
      if (asked && !asked.includes(prop)) continue;
      const column = known.get(prop) ?? fieldColumn(ctx, page.object, prop);
      const value = column && this.sum(column, word);
      if (!value) continue;
      parts.push(sql`round((${value})::numeric, 2) as ${sql.ref(`m${names.length}`)}`);
      names.push(prop);
    }
    if (names.length === 0) return undefined;
    return {
      parts,
      read: (row) => Object.fromEntries(names.map((prop, index) => [prop, numberOf(row[`m${index}`])])),
    };
  }

  private sum(column: ListColumn, word: string): RawBuilder<unknown> | undefined {
    const { ctx, page } = this;
    if (!SUMMARY_WORDS.has(word))
      return this.inner.value(bindText(ctx.registry.lib, page.object.object, word, { rowsAtHand: true }), true);
    const value = column.value?.(this.inner);
    if (!value || word !== 'sum') return value && sql`${sql.raw(word)}(${value})`;
    const { unit } = page.object.fields[column.prop] ?? {};
    const sum = sql`coalesce(sum(${value}), 0)`;
    if (unit === undefined) return sum;
    return ofOneUnit(sum, this.inner.value(bindText(ctx.registry.lib, page.object.object, unit), true));
  }
}

const ID = sql.ref('t.id');
const SUMMARY_WORDS: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max', 'count']);
const order = (value: RawBuilder<unknown>, descending: boolean): RawBuilder<unknown> =>
  descending ? sql`${value} desc` : sql`${value}`;

/** Fields that the page's own orders name: a client may ask for these too. */
const ownSort = (page: Page): ReadonlySet<string> =>
  memo(
    sorts,
    page,
    () =>
      new Set(
        [page.list.sort, page.floor?.sort ?? '', ...page.list.schemes.map((scheme) => scheme.sort ?? '')].flatMap(
          (text) => text.split(',').map((part) => part.trim().replace(/^-/, '')),
        ),
      ),
  );
const sorts = new WeakMap<Page, ReadonlySet<string>>();

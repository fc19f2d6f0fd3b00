/** Columns of a list page: what each selects, how a row of the driver becomes its keys on the wire, and how it sorts and sums. */

import { sql } from 'kysely';
import { factsOf, isMany, isNumeric } from '../../../schemas/language/kinds/index';
import type { Placement, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Page } from '../../registry/pages';
import { columnsOf, storageOf } from '../../tables/names';
import { bindCondition, bindText } from '../expression';
import type { EngineCtx } from '../host';
import { accessOf, holdsGrant, masked } from '../read/grants';
import { labelSql, pathLabelSql } from '../read/labels';
import { readerOf } from '../read/read-value';
import { isRef, targetOf } from '../read/wire';
import { codecOf, tableSql } from '../store/stored';
import type { Base, ListColumn, Selection, ValueAt } from './list-column';
import { pathField } from './list-search';
import { countColumn, rowsColumn } from './rows-columns';

/** Columns of the page that the user may see, by prop: those of the list, of its schemes and of its tasks in floor mode. */
export function columnsOfPage(ctx: EngineCtx, page: Page): Map<string, ListColumn> {
  const columns = new Map<string, ListColumn>();
  const { card = [], scan = [], front = [], since = [], people = [], most = [] } = page.floor ?? {};
  const own = [card, scan, front, since, people, most].flat().map((field): Placement => ({ field }));
  for (const placement of [
    ...page.list.columns,
    ...page.list.schemes.flatMap((scheme) => scheme.columns ?? []),
    ...own,
  ]) {
    const prop = placement.field;
    if (prop === undefined || prop.startsWith('$') || columns.has(prop)) continue;
    const column = columnOf(ctx, page.object, placement, prop);
    if (column) columns.set(prop, column);
  }
  return columns;
}

/** A field as a column that no list places: label, state, what tones and row locks read. */
export const fieldColumn = (ctx: EngineCtx, object: ResolvedObject, path: string): ListColumn | undefined =>
  columnOf(ctx, object, { field: path }, path);

function columnOf(ctx: EngineCtx, object: ResolvedObject, placement: Placement, prop: string): ListColumn | undefined {
  const { rights } = ctx.session;
  if (placement.grant !== undefined && !holdsGrant(placement.grant, rights)) return undefined;
  const title = placement.title ?? prop;
  if (placement.of !== undefined) return computedColumn(ctx, object, placement, prop, placement.of);
  const late = placement.service !== undefined || placement.text !== undefined || factsOf(object.fields[prop]).isAsked;
  if (late) return emptyColumn(object, placement, prop, rights);
  const found = pathField((code) => ctx.registry.find(code), object, prop);
  if (!found) return undefined;
  const { field, via, owner } = found;
  const access = accessOf(owner, field, rights);
  if (access === 'none' || (via && !via.sub && accessOf(object, via, rights) !== 'value')) return undefined;
  const base = { prop, title: placement.title ?? field.title ?? title, placement, field };
  if (via) {
    if (access !== 'value') return undefined;
    return via.sub ? rowsColumn(ctx, object, base, via) : hopColumn(ctx, object, base, owner);
  }
  if (field.sub) return countColumn(ctx, object, base);
  if (access === 'mask') return maskedColumn(base);
  const column = ownColumn(ctx, object, base);
  return access === 'row' && column ? gatedColumn(ctx, object, column, field) : column;
}

/** Filled after the rows are there (late-columns.ts): nothing to select, sort or sum by. */
function emptyColumn(
  object: ResolvedObject,
  placement: Placement,
  prop: string,
  rights: EngineCtx['session']['rights'],
): ListColumn | undefined {
  const field = object.fields[prop];
  if (field && accessOf(object, field, rights) !== 'value') return undefined;
  const isNumber = isNumeric(field);
  const title = placement.title ?? field?.title ?? prop;
  return { prop, title, placement, ty: isNumber ? 'number' : 'other', select: () => () => undefined };
}

function ownColumn(ctx: EngineCtx, object: ResolvedObject, base: Base): ListColumn | undefined {
  const { field, prop } = base;
  if (field.formulaAt === 'live' || field.ext) {
    const bound = bindText(ctx.registry.lib, object.object, prop);
    return valueColumn(ctx, object, base, (at) => at.value(bound));
  }
  const [first, second] = columnsOf(field);
  if (first === undefined) return undefined;
  if (second !== undefined)
    return {
      ...base,
      ty: 'other',
      value: () => sql.ref(`t.${first}`),
      select(to) {
        const from = to.add(first, () => sql.ref(`t.${first}`));
        const till = to.add(second, () => sql.ref(`t.${second}`));
        return (row, out) => {
          out[prop] = row[from] === null && row[till] === null ? null : [row[from] ?? null, row[till] ?? null];
        };
      },
    };
  return valueColumn(ctx, object, base, () => sql.ref(`t.${first}`), first);
}

/** A column over one SQL value of the field's type. `column` tells that the value is a plain column of `t`. */
function valueColumn(ctx: EngineCtx, object: ResolvedObject, base: Base, value: ValueAt, column?: string): ListColumn {
  const { field, prop } = base;
  const key = column ?? `=${prop}`;
  if (field.secret !== undefined)
    return {
      ...base,
      ty: 'other',
      select: (to) => {
        const name = to.add(`${key}?`, () => sql`(${value(to.place)} is not null)`);
        return (row, out) => {
          out[prop] = row[name] === true ? '******' : null;
        };
      },
    };
  if (isRef(field)) return refColumn(ctx, base, ctx.registry.find(targetOf(object, field)), value, key);
  const storage = field.formulaAt === 'live' ? liveStorage(field) : storageOf(field);
  const { read } = codecOf(storage, field);
  return {
    ...base,
    ty:
      storage === 'integer' || storage === 'decimal'
        ? 'number'
        : storage === 'bool'
          ? 'bool'
          : isMany(field)
            ? 'list'
            : 'other',
    value,
    select(to) {
      const name = to.add(key, () => value(to.place));
      return (row, out) => {
        out[prop] = read(row[name]);
      };
    },
  };
}
const liveStorage = (field: ResolvedField) => storageOf({ ...field, formulaAt: 'stored' });

function refColumn(
  ctx: EngineCtx,
  base: Base,
  target: ResolvedObject | undefined,
  value: ValueAt,
  key: string,
): ListColumn {
  const { field, prop } = base;
  const table = target && tableSql(ctx.org.schema, target);
  if (isMany(field)) {
    return {
      ...base,
      ty: 'list',
      select(to) {
        const label = target ? labelSql(target, 'x') : sql`null`;
        const name = to.add(key, () =>
          table
            ? sql`(select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'label', ${label}) order by u.n), '[]') from unnest(${value(to.place)}) with ordinality as u(id, n) join ${table} x on x.id = u.id)`
            : sql`'[]'::jsonb`,
        );
        return (row, out) => {
          out[prop] = row[name];
        };
      },
    };
  }
  const idKey = `${prop}Id`;
  if (target && factsOf(field).isNested) return pathColumn(ctx, base, target, value, key);
  const alias = `l_${key.replace(/[^A-Za-z0-9_]/g, '_')}`;
  const join = (to: Selection): void =>
    to.join(
      alias,
      () => sql`left join ${table} as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${value(to.place)}`,
    );
  return {
    ...base,
    ty: 'label',
    // people read labels, so labels give the order
    value: (at) =>
      target && table ? sql`(select ${labelSql(target, 'x')} from ${table} x where x.id = ${value(at)})` : value(at),
    select(to) {
      const id = to.add(key, () => value(to.place));
      if (!target || !table)
        return (row, out) => {
          out[idKey] = row[id] ?? null;
          out[prop] = null;
        };
      join(to);
      const label = to.add(`${key}>`, () => labelSql(target, alias));
      return (row, out) => {
        const value = row[id] ?? null;
        out[idKey] = value;
        out[prop] = value === null ? null : (row[label] ?? null);
      };
    },
  };
}

/** A cascader shows the way to the node it names. */
function pathColumn(ctx: EngineCtx, base: Base, target: ResolvedObject, value: ValueAt, key: string): ListColumn {
  const { prop } = base;
  const path: ValueAt = (at) => pathLabelSql(ctx.org.schema, target, value(at));
  return {
    ...base,
    ty: 'label',
    value: path,
    select(to) {
      const [id, label] = [to.add(key, () => value(to.place)), to.add(`${key}>`, () => path(to.place))];
      return (row, out) => {
        out[`${prop}Id`] = row[id] ?? null;
        out[prop] = row[label] ?? null;
      };
    },
  };
}

/** `material.spec`: a field of a referenced record under its path. */
function hopColumn(ctx: EngineCtx, object: ResolvedObject, base: Base, owner: ResolvedObject): ListColumn | undefined {
  const { field, prop } = base;
  if (columnsOf(field).length !== 1 && field.formulaAt !== 'live' && !field.ext) return undefined;
  const bound = bindText(ctx.registry.lib, object.object, prop);
  return valueColumn(ctx, owner, { ...base, field }, (at) => at.value(bound));
}

function maskedColumn(base: Base): ListColumn | undefined {
  const { field, prop } = base;
  const [column] = columnsOf(field);
  const word = field.mask;
  if (column === undefined || word === undefined) return undefined;
  return {
    ...base,
    ty: 'other',
    select(to) {
      const name = to.add(column, () => sql.ref(`t.${column}`));
      return (row, out) => {
        out[prop] = masked(word, row[name]);
      };
    },
  };
}

/** A field whose group `access.grants` gives in some rows: absent in the others, and no sort or sum over it. */
function gatedColumn(ctx: EngineCtx, object: ResolvedObject, column: ListColumn, field: ResolvedField): ListColumn {
  const group = field.grant ?? '';
  const bound = bindCondition(ctx.registry.lib, object, object.access.grants?.[group] ?? 'false');
  const { value: _value, ...rest } = column;
  return {
    ...rest,
    select(to) {
      const write = column.select(to);
      const gate = to.add(`?${group}`, () => to.place.value(bound));
      return (row, out) => {
        if (row[gate] === true) write(row, out);
      };
    },
  };
}

function computedColumn(
  ctx: EngineCtx,
  object: ResolvedObject,
  placement: Placement,
  prop: string,
  text: string,
): ListColumn {
  const bound = bindText(ctx.registry.lib, object.object, text);
  const value: ValueAt = (at) => at.value(bound, true);
  const base = { prop, title: placement.title ?? prop, placement };
  const { ty } = bound;
  if (ty.t === 'ref') {
    const target = ctx.registry.find(ty.object);
    const field = { code: prop, path: prop, title: base.title, kind: 'default', type: 'ref', ref: ty.object } as const;
    const { field: _field, ...column } = refColumn(ctx, { ...base, field }, target, value, `=${prop}`);
    return column;
  }
  const read = readerOf(ty);
  const shown =
    ty.t === 'dict'
      ? {
          field: {
            code: prop,
            path: prop,
            title: base.title,
            kind: 'default',
            type: 'dict',
            dict: ty.dict,
          } as ResolvedField,
        }
      : {};
  return {
    ...base,
    ...shown,
    ty: ty.t === 'int' || ty.t === 'decimal' ? 'number' : ty.t === 'bool' ? 'bool' : ty.t === 'list' ? 'list' : 'other',
    value,
    select(to) {
      const name = to.add(`=${prop}`, () => value(to.place));
      return (row, out) => {
        out[prop] = read(row[name]);
      };
    },
  };
}

/**
 * Every expression of an object with its place: address, what names mean there, the type wanted, and whether it must have an SQL form.
 * The linter checks them, the canonical printer re-prints them; a place that is forgotten here is neither.
 */
import type { Literal, Many } from '../document';
import { bindExpr, type ScopeName, type Ty, type TypeEnv } from '../expr/check';
import { bindTemplate } from '../expr/template';
import { BOOL, CHOICES, DATE, DECIMAL, headRow, INT, subRow, TEXT, tyOf } from '../expr/types';
import { typeOfDoc } from '../kinds/index';
import { toFieldType } from '../object-type';
import { addressOf } from '../resolve/address';
import { placementKey } from '../resolve/placement';
import type {
  FieldType,
  ObjectType,
  Part,
  Placement,
  ResolvedAction,
  ResolvedField,
  ResolvedList,
  ResolvedObject,
  ResolvedView,
  TypeLib,
} from '../resolved';
import { fieldAt } from './paths';

export interface ExprPlace {
  readonly address: string;
  readonly text: string;
  /** value = behind `=`, template = text with braces */
  readonly form: 'expr' | 'value' | 'template';
  readonly env: TypeEnv;
  readonly want?: Ty;
  /** must have an SQL form (§5.7) */
  readonly sql?: boolean;
  /** the value goes into something with this field group (undefined = none); only set where a leak is judged */
  readonly into?: { readonly grant: string | undefined };
  /** is judged of the record as it is stored, which holds no answers of services */
  readonly stored?: boolean;
}

export function placesOf(object: ResolvedObject, type: ObjectType, lib: TypeLib): readonly ExprPlace[] {
  return new Places(object, type, lib).all();
}

interface At {
  readonly sub?: string | undefined;
  readonly ask?: Many<FieldType> | undefined;
  readonly param?: Many<FieldType> | undefined;
  readonly candidate?: ObjectType | undefined;
  readonly extra?: Many<Ty>;
  readonly rowsAtHand?: boolean;
  readonly allow?: readonly ScopeName[];
  readonly stored?: boolean;
}
interface More {
  readonly want?: Ty | undefined;
  readonly sql?: boolean;
  readonly into?: { readonly grant: string | undefined };
}
/** What everybody reads who sees the record: sentences, colours. */
const ALL = { grant: undefined };

class Places {
  private readonly found: ExprPlace[] = [];
  private readonly object: ResolvedObject;
  private readonly type: ObjectType;
  private readonly lib: TypeLib;
  constructor(object: ResolvedObject, type: ObjectType, lib: TypeLib) {
    this.object = object;
    this.type = type;
    this.lib = lib;
  }

  all(): readonly ExprPlace[] {
    const { object } = this;
    this.fields(object.fields, 'fields', {});
    for (const [code, unique] of Object.entries(object.unique)) {
      this.expr(`unique.${code}.when`, unique.when, {}, { want: BOOL, sql: true });
      // the words of a repeat are those that were just typed
      const [first] = new Set(unique.fields.map((path) => this.grantOf(path, undefined)));
      this.template(`unique.${code}.say`, unique.say, {}, { grant: first });
    }
    for (const rule of object.rules) {
      const at = { sub: rule.in };
      this.expr(`${rule.address}.when`, rule.when, at, { want: BOOL });
      this.values(`${rule.address}.set`, rule.set, at, (code) => this.into(code, rule.in));
      this.template(`${rule.address}.confirm`, rule.confirm, at);
      this.template(`${rule.address}.say`, rule.say, { ...at, extra: { field: TEXT } });
    }
    for (const check of object.checks) this.check(check.address, check, { sub: check.in });
    this.list(object.list, 'list');
    this.parts(object.edit.groups, 'edit.groups');
    this.parts(object.detail.tabs, 'detail.tabs');
    for (const action of Object.values(object.actions)) this.action(action, `actions.${action.code}`);
    for (const view of Object.values(object.views)) this.view(view);
    for (const [code, scope] of Object.entries(object.access.rows ?? {})) {
      this.expr(`access.rows.${code}.where`, scope.where, {}, { want: BOOL, sql: true });
    }
    for (const [group, where] of Object.entries(object.access.grants ?? {}))
      this.expr(`access.grants.${group}`, where, {}, { want: BOOL });
    return this.found;
  }

  private add(form: ExprPlace['form'], address: string, text: string, at: At, more: More): void {
    const { sub, ask, param, candidate, extra, rowsAtHand, allow, stored } = at;
    const env: TypeEnv = {
      lib: this.lib,
      object: this.type,
      ...(sub === undefined ? {} : { sub }),
      ...(ask === undefined ? {} : { ask }),
      ...(param === undefined ? {} : { param }),
      ...(candidate === undefined ? {} : { candidate }),
      ...(extra === undefined ? {} : { extra }),
      ...(rowsAtHand === undefined ? {} : { rowsAtHand }),
      ...(allow === undefined ? {} : { allow }),
    };
    const { want, sql, into } = more;
    this.found.push({
      address,
      text,
      form,
      env,
      ...(want === undefined ? {} : { want }),
      ...(sql === undefined ? {} : { sql }),
      ...(into === undefined ? {} : { into }),
      ...(stored === undefined ? {} : { stored }),
    });
  }
  private expr(address: string, text: string | undefined, at: At, more: More = {}): void {
    if (text !== undefined) this.add('expr', address, text, at, more);
  }
  private value(address: string, value: unknown, at: At, more: More = {}): void {
    if (typeof value === 'string' && value.startsWith('=')) this.add('value', address, value.slice(1), at, more);
  }
  private values(address: string, values: Many<Literal> | undefined, at: At, of: (code: string) => More): void {
    for (const [code, value] of Object.entries(values ?? {})) this.value(addressOf(address, code), value, at, of(code));
  }
  /** Type and grant of the own field that a value is set into. */
  private into(code: string, sub: string | undefined): More {
    return { want: this.tyOf(code, sub), into: { grant: this.grantOf(code, sub) } };
  }
  private template(address: string, text: string | undefined, at: At, into: More['into'] = ALL): void {
    if (text?.includes('{') === true) this.add('template', address, text, at, { into });
  }
  /** Grant of what a value for a field goes into: the field's, that of its sub-table else. */
  private grantOf(code: string, sub: string | undefined): string | undefined {
    const isHead = sub === undefined || code.startsWith('doc.');
    const plain = code.startsWith('doc.') ? code.slice(4) : code;
    const holder = isHead ? undefined : this.object.fields[sub];
    const field = isHead ? this.object.fields[plain] : holder?.sub?.fields[plain];
    return field?.grant ?? holder?.grant;
  }
  /** Type a value for a field must have: head field, row field of `sub`, or a path. */
  private tyOf(code: string, sub: string | undefined): Ty | undefined {
    const head = headRow(this.type);
    const plain = code.startsWith('doc.') ? code.slice(4) : code;
    const inner = code.startsWith('doc.') ? undefined : sub;
    const holder = inner === undefined ? undefined : head.fields[inner];
    const row = holder === undefined ? head : subRow(head.object, holder);
    const field = row?.fields[plain];
    return row === undefined || field === undefined ? undefined : tyOf(row, field);
  }

  private fields(fields: Many<ResolvedField>, address: string, at: At): void {
    for (const field of Object.values(fields))
      if (field.base !== true) this.field(field, `${address}.${field.code}`, at);
  }
  private field(field: ResolvedField, address: string, at: At): void {
    const own =
      field.path.includes('.') || at.sub !== undefined
        ? this.tyOf(field.code, at.sub)
        : this.tyOf(field.code, undefined);
    const ty = at.ask === undefined && at.param === undefined ? own : tyOf(headRow(this.type), toFieldType(field));
    const limit = this.limitTy(field, ty);
    const into = { grant: field.grant };
    this.value(`${address}.default`, field.default, at, { want: ty, into });
    this.expr(`${address}.formula`, field.formula, at, {
      want: ty,
      into,
      ...(field.formulaAt === 'live' && at.sub === undefined ? { sql: true } : {}),
    });
    this.expr(`${address}.options`, field.options, at, { want: CHOICES });
    this.value(`${address}.min`, field.min, at, { want: limit });
    this.value(`${address}.max`, field.max, at, { want: limit });
    this.value(`${address}.low`, field.low, at, { want: DECIMAL });
    this.value(`${address}.high`, field.high, at, { want: DECIMAL });
    this.value(`${address}.warn`, field.warn, at, { want: INT });
    this.expr(`${address}.done`, field.done, at, { want: BOOL });
    this.template(`${address}.text`, field.text, at, into);
    if (typeof field.unique === 'string') this.template(`${address}.unique`, field.unique, at, into);
    for (const [code, value] of Object.entries(field.with ?? {}))
      this.value(`${address}.with.${code}`, value, at, { into });
    const target = field.ref === undefined ? undefined : this.lib.object(field.ref);
    if (target !== undefined)
      this.expr(`${address}.pick.where`, field.pick?.where, { ...at, candidate: target }, { want: BOOL, sql: true });
    if (field.sub === undefined) return;
    const rows = { ...at, sub: field.code };
    this.fields(field.sub.fields, `${address}.fields`, at.ask === undefined ? rows : at);
    this.expr(`${address}.rows.fixed`, field.sub.rows.fixed, at, { want: INT });
    if (at.ask !== undefined) return;
    this.expr(`${address}.rows.lock`, field.sub.rows.lock, rows, { want: BOOL });
    for (const [tone, text] of Object.entries(field.sub.rows.tone ?? {}))
      this.expr(`${address}.rows.tone.${tone}`, text, rows, { want: BOOL, into });
    this.columns(field.sub.columns, `${address}.columns`, rows);
    this.summary(field.sub.summary, `${address}.summary`, rows, (code) => field.sub?.fields[code]?.grant);
  }
  private limitTy(field: ResolvedField, ty: Ty | undefined): Ty | undefined {
    if (field.many === true || field.type === 'text' || field.type === 'file' || field.type === 'rows') return INT;
    if (field.type === 'range') return DECIMAL;
    return field.type === 'datetime' ? undefined : (ty ?? (field.type === 'date' ? DATE : undefined));
  }

  private check(
    address: string,
    check: { readonly when?: string; readonly that: string; readonly say: string },
    at: At,
  ): void {
    this.expr(`${address}.when`, check.when, at, { want: BOOL });
    this.expr(`${address}.that`, check.that, at, { want: BOOL });
    this.template(`${address}.say`, check.say, at);
  }

  private list(list: ResolvedList, address: string): void {
    const param = paramsOf(list.search);
    for (const item of list.search) {
      const own = addressOf(`${address}.search`, placementKey(item));
      this.expr(`${own}.where`, item.where, { param }, { want: BOOL, sql: true });
      this.value(`${own}.default`, item.default, {});
    }
    for (const scheme of list.schemes) {
      this.expr(`${address}.schemes.${scheme.code}.where`, scheme.where, {}, { want: BOOL, sql: true });
      this.value(`${address}.schemes.${scheme.code}.default`, scheme.default, {}, { want: BOOL });
      if (scheme.columns !== undefined)
        this.columns(scheme.columns, `${address}.schemes.${scheme.code}.columns`, { param });
    }
    this.columns(list.columns, `${address}.columns`, { param });
    this.summary(list.summary, `${address}.summary`, { param }, (code) => this.object.fields[code]?.grant);
    this.expr(`${address}.disable`, list.disable, {}, { want: BOOL });
    for (const [tone, text] of Object.entries(list.tone ?? {}))
      this.expr(`${address}.tone.${tone}`, text, {}, { want: BOOL, into: ALL });
    this.parts(list.below, `${address}.below`);
  }
  private columns(columns: readonly Placement[], address: string, at: At): void {
    for (const column of columns) {
      const own = addressOf(address, placementKey(column));
      const into = { grant: column.grant ?? this.grantAt(column.field, at.sub) };
      this.expr(`${own}.of`, column.of, at, { sql: true, into: { grant: column.grant } });
      for (const [tone, text] of Object.entries(column.tone ?? {}))
        this.expr(`${own}.tone.${tone}`, text, at, { want: BOOL, into });
      this.template(`${own}.text`, column.text, at, into);
      this.value(`${own}.max`, column.max, at, { want: DECIMAL, into });
      if (typeof column.penetrate === 'object') this.value(`${own}.penetrate.page`, column.penetrate.page, at);
      for (const [code, value] of Object.entries(column.with ?? {}))
        this.value(`${own}.with.${code}`, value, at, { into });
    }
  }
  /** Grant of the field that a column shows: its own, one of a sub-table, one a reference further. */
  private grantAt(path: string | undefined, sub: string | undefined): string | undefined {
    const found = path === undefined ? undefined : fieldAt(path, this.type, this.lib, sub);
    return found === undefined || found === 'any' ? undefined : found.grant;
  }
  private summary(summary: Many<string>, address: string, at: At, grantOf: (code: string) => string | undefined): void {
    for (const [code, said] of Object.entries(summary)) {
      if (SUMMARY_WORDS.has(said)) continue;
      this.expr(
        addressOf(address, code),
        said,
        { ...at, rowsAtHand: true },
        { sql: true, into: { grant: grantOf(code) } },
      );
    }
  }
  private parts(parts: readonly Part[], address: string): void {
    for (const part of parts) {
      const own = `${address}.${part.code}`;
      const candidate = part.list === undefined ? undefined : this.lib.object(part.list.split(/[.#]/)[0] ?? '');
      if (candidate !== undefined) this.expr(`${own}.where`, part.where, { candidate }, { want: BOOL, sql: true });
      for (const [code, value] of Object.entries(part.with ?? {})) this.value(`${own}.with.${code}`, value, {});
    }
  }

  private action(action: ResolvedAction, address: string): void {
    const at: At = { sub: action.in, stored: true };
    const ask =
      action.ask === undefined
        ? undefined
        : Object.fromEntries(Object.values(action.ask).map((field) => [field.code, toFieldType(field)]));
    const asked: At = { ...at, ask: ask ?? {} };
    this.expr(`${address}.when`, action.when, at, { want: BOOL });
    this.expr(`${address}.auto`, action.auto, { stored: true }, { want: BOOL });
    if (action.ask !== undefined) this.fields(action.ask, `${address}.ask`, asked);
    for (const check of action.checks ?? []) this.check(check.address, check, asked);
    this.template(`${address}.confirm`, action.confirm, { ...asked, stored: false });
    this.values(`${address}.set`, action.set, asked, (code) => this.into(code, action.in));
    const page = action.open?.page?.split(/[.#]/)[0];
    const opened = page === undefined || page.startsWith('=') ? undefined : this.lib.object(page);
    for (const [code, value] of Object.entries(action.open?.with ?? {}))
      this.value(
        `${address}.open.with.${code}`,
        value,
        { ...at, stored: false },
        { into: { grant: opened?.fields[code]?.grant } },
      );
    this.value(`${address}.open.page`, action.open?.page, { ...at, stored: false });
    this.push(action, `${address}.push`, asked);
  }
  private push(action: ResolvedAction, address: string, asked: At): void {
    const { push } = action;
    if (push === undefined || push.lines !== undefined) return;
    const at: At = { ...asked, sub: push.rows };
    this.expr(`${address}.where`, push.where, at, { want: BOOL });
    this.expr(`${address}.limit`, push.limit, at, { want: DECIMAL });
    if (Array.isArray(push.by))
      for (const by of push.by as readonly string[]) this.expr(addressOf(`${address}.by`, by), by, at);
    // whether the value fits the target field is judged with its own sentence (push.type)
    const target = this.lib.object(push.to);
    const lines = push.into ?? (target?.fields.items?.sub === undefined ? undefined : 'items');
    const rows = lines === undefined ? undefined : target?.fields[lines];
    this.values(`${address}.head`, push.head, at, (code) => ({ into: { grant: target?.fields[code]?.grant } }));
    this.values(`${address}.map`, push.map, at, (code) => ({
      into: { grant: (rows?.sub ?? target?.fields)?.[code]?.grant ?? rows?.grant },
    }));
  }

  private view(view: ResolvedView): void {
    const address = `views.${view.code}`;
    this.expr(`${address}.where`, view.where, {}, { want: BOOL, sql: true });
    for (const [code, value] of Object.entries(view.with ?? {}))
      this.value(`${address}.with.${code}`, value, {}, this.into(code, undefined));
    this.list(view.list, `${address}.list`);
    this.parts(view.edit.groups, `${address}.edit.groups`);
    this.parts(view.detail.tabs, `${address}.detail.tabs`);
    for (const action of Object.values(view.actions)) this.action(action, `${address}.actions.${action.code}`);
  }
}

export const SUMMARY_WORDS: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max', 'count']);

/** Types of the search parameters of a list that are no fields. */
export function paramsOf(search: readonly Placement[]): Many<FieldType> {
  const params: { [code: string]: FieldType } = {};
  for (const item of search) {
    if (item.param === undefined) continue;
    const kind = item.kind ?? 'default';
    const type = typeOfDoc({ ...item, kind });
    params[item.param] = {
      code: item.param,
      title: item.title ?? item.param,
      kind,
      type,
      ...(item.dict === undefined ? {} : { dict: item.dict }),
      ...(item.ref === undefined ? {} : { ref: item.ref }),
      ...(item.many === undefined ? {} : { many: item.many }),
    };
  }
  return params;
}

/** The typed parts of a place: one expression, or those of a template; or its problems. */
export function bindPlace(place: ExprPlace) {
  return place.form === 'template' ? bindTemplate(place.text, place.env) : bindExpr(place.text, place.env, place.want);
}

/** Values of a record as texts of people, without what this user may not see: for the trail, for previews, for two versions side by side. */

import type { Env } from '../../../schemas/language/env';
import { kindOf } from '../../../schemas/language/kinds';
import { isMany, isNumeric } from '../../../schemas/language/kinds/index';
import { isEmptyValue, type Labels } from '../../../schemas/language/kinds/kind';
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { FileValue, Value } from '../../../schemas/language/value';
import type { ShownChange } from '../../../schemas/language/wire';
import type { EngineCtx } from '../host';
import { accessOf } from '../read/grants';
import { isRef, targetOf } from '../read/wire';
import type { FieldChange } from './audit-trail';

const MASK = '******';

/** Changes as one user sees them. What no field of today's document answers for cannot be judged, so it is left out. */
export class Shown {
  private readonly ctx: EngineCtx;
  private readonly object: ResolvedObject;
  private readonly groups: readonly string[];
  private readonly labels: Labels;
  private readonly env: Env;

  constructor(ctx: EngineCtx, object: ResolvedObject, env: Env, groups: readonly string[]) {
    this.ctx = ctx;
    this.object = object;
    this.groups = groups;
    this.env = env;
    this.labels = {
      dict: (code) => ctx.registry.dicts.get(code),
      label: (target, id) => env.label(target, id) || undefined,
    };
  }

  change(change: FieldChange, action: ResolvedAction | undefined): ShownChange[] {
    const asked = /^ask\.(\w+)$/.exec(change.path)?.[1];
    if (asked !== undefined) return this.pair(change.path, change.title, action?.ask?.[asked], change);
    const [, sub, column] = /^(\w+)\[[^\]]*\](?:\.(\w+))?$/.exec(change.path) ?? [];
    if (sub === undefined) return this.head(change);
    const rows = this.object.fields[sub];
    if (!rows?.sub || this.accessOf(rows) !== 'value') return [];
    const line = `${rows.title}第${change.line ?? 0}行`;
    if (column !== undefined)
      return this.pair(`${sub}.${column}`, `${line} ${change.title}`, rows.sub.fields[column], change);
    return [{ field: sub, title: line, before: this.content(rows, change.from), after: this.content(rows, change.to) }];
  }

  private head(change: FieldChange): ShownChange[] {
    const field = this.object.fields[change.path];
    if (!field?.sub) return this.pair(change.path, change.title, field, change);
    // of a new record the trail keeps how many rows it had
    if (this.accessOf(field) !== 'value' || typeof change.to !== 'number') return [];
    return [{ field: field.code, title: change.title, before: null, after: `${change.to} 行` }];
  }

  private pair(path: string, title: string, field: ResolvedField | undefined, change: FieldChange): ShownChange[] {
    if (!field || isInternal(field)) return [];
    const access = this.accessOf(field);
    if (access === 'none') return [];
    const show = (value: Value | undefined): string | number | null =>
      isEmptyValue(value) ? null : access === 'mask' || field.secret !== undefined ? MASK : this.value(field, value);
    const differ = access === 'value' && field.secret === undefined && isMany(field) ? difference(change) : undefined;
    const words = (word: string, list: readonly Value[]): string | null =>
      list.length === 0 ? null : `${word}：${show(list as unknown as Value)}`;
    return differ
      ? [{ field: path, title, before: words('去掉', differ.gone), after: words('增加', differ.come) }]
      : [{ field: path, title, before: show(change.from), after: show(change.to) }];
  }

  /** A row that came or went, as one text. */
  private content(rows: ResolvedField, content: Value | undefined): string | null {
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return null;
    const held = content as { readonly [code: string]: Value | undefined };
    const parts = Object.values(rows.sub?.fields ?? {}).flatMap((column) => {
      if (held[column.code] === undefined) return [];
      return this.pair(column.path, column.title, column, { path: '', title: '', to: held[column.code]! })
        .filter((change) => change.after !== null)
        .map((change) => `${change.title} ${change.after}`);
    });
    return parts.length === 0 ? '--' : parts.join('，');
  }

  /** May this user see the field of this record at all, and does any page show it? */
  isShown(field: ResolvedField): boolean {
    return !isInternal(field) && this.accessOf(field) !== 'none';
  }
  /** One value as it is read. */
  text(field: ResolvedField, value: Value | undefined): string | number | null {
    return (
      this.pair(field.path, field.title, field, { path: field.path, title: field.title, to: value ?? null })[0]
        ?.after ?? null
    );
  }

  private value(field: ResolvedField, value: Value | undefined): string | number | null {
    if (typeof value === 'number' && isNumeric(field)) return value;
    if (isRef(field)) {
      const target = targetOf(this.object, field);
      const ids = isMany(field) && Array.isArray(value) ? (value as readonly string[]) : [String(value)];
      return ids.map((id) => this.label(target, id)).join('、');
    }
    if (field.type === 'file' && Array.isArray(value)) {
      const names = (value as unknown as readonly FileValue[]).map((file) => file.name ?? '');
      return names.every((name) => name !== '') ? names.join('、') : `${names.length} 个文件`;
    }
    return kindOf(field.kind).codec.toText(value, field, this.labels) || null;
  }

  private label(target: string, id: string): string {
    return this.env.label(target, id) || '--';
  }

  /** The access to a field of this very record. */
  private accessOf(field: ResolvedField): 'value' | 'mask' | 'none' {
    if (this.ctx.system) return 'value';
    const access = accessOf(this.object, field, this.ctx.session.rights);
    if (access !== 'row') return access;
    return this.groups.includes(field.grant ?? '') ? 'value' : 'none';
  }
}

/** Of a list that was a list before: what went and what came. Nothing of both = another order, told as a whole. */
function difference({
  from,
  to,
}: FieldChange): { readonly gone: readonly Value[]; readonly come: readonly Value[] } | undefined {
  if (!isCodes(from) || !isCodes(to)) return undefined;
  const [before, after] = [new Set(from), new Set(to)];
  const gone = from.filter((text) => !after.has(text));
  const come = to.filter((text) => !before.has(text));
  return gone.length + come.length === 0 ? undefined : { gone, come };
}
const isCodes = (value: Value | undefined): value is Value & readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

/** Keys and helpers no page shows, and what is asked for anew whenever it is shown. */
const isInternal = (field: ResolvedField): boolean =>
  field.base === true ||
  field.hidden === true ||
  field.type === 'id' ||
  field.type === 'none' ||
  kindOf(field.kind).facts.isAsked === true;

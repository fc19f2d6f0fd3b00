/** Expressions of an action over the records it was called on: the question, values to open a page with, answers proposed. */

import type { Literal, Many } from '../../schemas/language/document';
import { bindExpr, type TypeEnv } from '../../schemas/language/expr/check';
import { evaluate } from '../../schemas/language/expr/evaluate';
import { bindTemplate, renderTemplate } from '../../schemas/language/expr/template';
import { toFieldType, toObjectType } from '../../schemas/language/object-type';
import { scopeAt } from '../../schemas/language/record/bind';
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { WireRecord, WireRow } from '../data/types';
import { readRecord } from '../form/wire';
import { HopStore } from '../page/hop-store';
import type { Page } from '../page/types';

export interface ActionScope {
  readonly template: (text: string) => string;
  /** a literal, or the value of `=expr`; `ask`: the answers it may read */
  readonly value: (literal: Literal, ask?: Rec) => Value;
  readonly values: (map: Many<Literal> | undefined) => Record<string, Value>;
}

/** Scope of one record, or of a row of its sub-table for actions with `in`. */
export function actionScope(
  page: Page,
  action: ResolvedAction,
  record: WireRow | undefined,
  rowId?: string,
): ActionScope {
  const hops = new HopStore();
  const env = page.env(hops);
  const rec = record === undefined ? {} : readRecord(page.object, record as WireRecord, hops);
  const rows = action.in === undefined ? undefined : ((rec[action.in] as readonly Row[] | undefined) ?? []);
  const row = rows?.find((row) => row.id === rowId);
  const types: TypeEnv = {
    lib: page.lib,
    object: toObjectType(page.object),
    ...(action.in === undefined ? {} : { sub: action.in }),
    ...(action.ask === undefined ? {} : { ask: askTypes(action.ask) }),
  };
  const scope = scopeAt(env, rec, row, rows);
  const value = (literal: Literal, ask?: Rec): Value => {
    if (typeof literal !== 'string' || !literal.startsWith('=')) return literal as Value;
    const bound = bindExpr(literal.slice(1), types);
    return Array.isArray(bound)
      ? null
      : evaluate(bound as Exclude<typeof bound, readonly unknown[]>, ask === undefined ? scope : { ...scope, ask });
  };
  return {
    value,
    values: (map) => Object.fromEntries(Object.entries(map ?? {}).map(([key, literal]) => [key, value(literal)])),
    template: (text) => {
      const bound = bindTemplate(text, types);
      return Array.isArray(bound) ? text : renderTemplate(bound as Exclude<typeof bound, readonly unknown[]>, scope);
    },
  };
}

const askTypes = (ask: Many<ResolvedField>) =>
  Object.fromEntries(Object.values(ask).map((field) => [field.code, toFieldType(field)]));

/** What a listed record is called: its label fields. */
export function labelOf(object: ResolvedObject, record: WireRow): string {
  return object.label
    .map((code) => record[code])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ');
}

/** The question of an action, with the thing it is about in front. */
export function questionOf(page: Page, action: ResolvedAction, records: readonly WireRow[]): string | null {
  if (action.confirm === undefined) return null;
  const first = records[0];
  const text = actionScope(page, action, first).template(action.confirm);
  if (records.length > 1) return `已选 ${records.length} 条：${text}`;
  const label = first === undefined ? '' : labelOf(page.object, first);
  if (label === '' || text.includes(label)) return text;
  const named = text.replace(/所选(单据|记录|数据)/, `「${label}」`);
  return named === text ? `「${label}」${text}` : named;
}

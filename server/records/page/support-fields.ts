import { depsOf } from '../../../schemas/language/expr/deps';
import type { Placement, ResolvedObject } from '../../../schemas/language/resolved';
import { memo } from '../../registry/memo';
import type { Page } from '../../registry/pages';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';

/**
 * Head fields that no column shows but the list needs in its rows: label, state, what tones, drills, side-by-side lists and trees read. The
 * browser evaluates those over the row.
 */
export const supportFields = (ctx: EngineCtx, page: Page): readonly string[] =>
  memo(known, page, () => collect(ctx, page));
const known = new WeakMap<Page, readonly string[]>();

const WELL_KNOWN = ['auditStatus', 'isDisabled', 'sourceOrderNbr'];

function collect(ctx: EngineCtx, page: Page): string[] {
  const { object, list } = page;
  const found = new Set<string>();
  const add = (code: string | undefined): void => {
    const field = code === undefined ? undefined : object.fields[code];
    if (field && !field.sub && !field.base && field.type !== 'none') found.add(field.code);
  };
  const reads = (text: string | undefined, candidate?: string): void => {
    if (text === undefined) return;
    const bound = bindText(ctx.registry.lib, object.object, text, candidate === undefined ? {} : { candidate });
    for (const path of depsOf(bound).fields) add(path);
  };
  for (const code of [...object.label, object.state, object.tree, ...WELL_KNOWN]) add(code);
  // a list that is edited in place computes and judges whole records
  if (list.grid) for (const code of Object.keys(object.fields)) add(code);
  for (const text of Object.values(list.tone ?? {})) reads(text);
  for (const word of list.as) add(word.split(':')[1]);
  for (const column of list.columns) columnNeeds(object, column, add, reads);
  for (const part of list.below) {
    const target = part.list === undefined ? undefined : ctx.registry.page(part.list)?.object.object;
    if (target !== undefined) reads(part.where, target);
  }
  return [...found];
}

function columnNeeds(
  object: ResolvedObject,
  column: Placement,
  add: (code: string | undefined) => void,
  reads: (text: string | undefined) => void,
): void {
  for (const text of Object.values(column.tone ?? {})) reads(text);
  const field = column.field === undefined ? undefined : object.fields[column.field];
  for (const key of ['done', 'warn', 'low', 'high', 'max'] as const) {
    const value = column[key] ?? field?.[key];
    if (key === 'done') reads(typeof value === 'string' ? value : undefined);
    else if (typeof value === 'string' && value.startsWith('=') && (key !== 'max' || column.max !== undefined))
      reads(value.slice(1));
  }
  add(field?.unit);
  const { penetrate } = column;
  if (typeof penetrate !== 'object') return;
  add(penetrate.relIdField);
  if (penetrate.page?.startsWith('=')) reads(penetrate.page.slice(1));
  const cfg = penetrate.relCfg;
  for (const eachCfg of cfg === undefined ? [] : 'relField' in cfg ? [cfg] : cfg) add(eachCfg.valueField);
}

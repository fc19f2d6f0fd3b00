/** What the draft says about a real record: which actions it offers and why not the others, which fields are shut, which checks fail. */

import { runChecks } from '../../schemas/language/record/checks';
import { modelOf } from '../../schemas/language/record/model';
import { ruleStates } from '../../schemas/language/record/states';
import { type Reason, whyField, whyNotAction } from '../../schemas/language/record/why';
import type { ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import { isTyped } from '../../schemas/language/written';
import type { Sample } from '../expression/index';

export interface ActionVerdict {
  readonly code: string;
  readonly title: string;
  readonly auto: boolean;
  /** none = it can be done now */
  readonly reasons: readonly Reason[];
}
export interface FieldVerdict {
  readonly code: string;
  readonly title: string;
  readonly state: 'hidden' | 'readonly' | 'required';
  readonly reasons: readonly Reason[];
}
export interface Verdicts {
  readonly actions: readonly ActionVerdict[];
  readonly fields: readonly FieldVerdict[];
  readonly checks: readonly { readonly text: string; readonly level: 'error' | 'warn'; readonly path: string }[];
}

/** Everything at once; total, as the engine is. */
export function verdictsOf(object: ResolvedObject, lib: TypeLib, { doc, env }: Sample): Verdicts {
  const model = modelOf(object, lib);
  const states = ruleStates(model, doc, env);
  const actions = Object.values(object.actions)
    .filter((action) => action.in === undefined && !NEUTRAL.has(action.code))
    .map(({ code, title, auto, ...rest }) => ({
      code,
      title,
      auto: auto !== undefined,
      reasons: whyNotAction(model, { code, title, ...(auto === undefined ? {} : { auto }), ...rest }, doc, env, true),
    }));
  const fields = Object.values(object.fields).flatMap((field): readonly FieldVerdict[] => {
    if (field.base === true) return [];
    const state = states.hidden.has(field.code)
      ? 'hidden'
      : states.readonly.get(field.code)?.includes('rules.') === true
        ? 'readonly'
        : states.required.has(field.code) && field.required !== true && field.required !== 'new'
          ? 'required'
          : undefined;
    if (state === undefined || !isTyped(field) || field.hidden === true) return [];
    const reasons = whyField(model, doc, env, { path: field.code, old: doc });
    return [{ code: field.code, title: field.title, state, reasons }];
  });
  const checks = runChecks(model, doc, env, { onlyLocal: true }).map(({ text, level, path }) => ({
    text,
    level: level ?? ('error' as const),
    path,
  }));
  return { actions, fields, checks };
}
/** always there, whatever the record says */
const NEUTRAL: ReadonlySet<string> = new Set(['add', 'view', 'save', 'import', 'export', 'print', 'copy']);

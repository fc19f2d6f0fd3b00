/** What the document says of a critical date of the record: settled, or near so many days before. */
import { type Bound, bindExpr } from '../../schemas/language/expr/check';
import { evaluate, truth } from '../../schemas/language/expr/evaluate';
import { scopeAt } from '../../schemas/language/record/bind';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { FormModel } from './form-model';

/** It has no colour any more. */
export const isSettled = (model: FormModel, { done }: ResolvedField): boolean => {
  const bound = done === undefined ? undefined : boundIn(model, done);
  return bound !== undefined && truth(bound, scopeAt(model.env, model.doc));
};
/** Undefined where the number stands in the document. */
export const warnOf = (model: FormModel, { warn }: ResolvedField): number | undefined => {
  const bound = typeof warn === 'string' && warn.startsWith('=') ? boundIn(model, warn.slice(1)) : undefined;
  const value = bound && evaluate(bound, scopeAt(model.env, model.doc));
  return typeof value === 'number' ? value : undefined;
};
const boundIn = (model: FormModel, text: string): Bound | undefined => {
  const bound = bindExpr(text, { lib: model.page.lib, object: model.model.type });
  return Array.isArray(bound) ? undefined : bound;
};

/** Template strings: text with `{expression}` or `{expression:format}` (language §2.1). */

import type { Scope } from '../env';
import { hasLabel, labelOf } from '../functions/host';
import { plainText } from '../functions/text';
import type { Value } from '../value';
import { type Ast, LIMITS } from './ast';
import type { TypeEnv } from './bind-context';
import { type Bound, bindAst, printBound } from './check';
import { compile } from './evaluate';
import { newFrame, toValue } from './frame';
import { parseExprAt } from './parse';
import { printExpr } from './print';
import { type ExprProblem, limitProblem, syntaxProblem } from './problem';

export type TemplatePart = { readonly text: string } | { readonly ast: Ast; readonly format?: string };
export interface Template {
  readonly parts: readonly TemplatePart[];
}
export interface BoundTemplate {
  readonly parts: readonly (
    | { readonly text: string }
    | { readonly bound: Bound; readonly name: string; readonly format?: string }
  )[];
}

/** Splits a template; a `}` outside of an expression is plain text. Answers the first problem with its position. */
export function parseTemplate(
  source: string,
):
  | { readonly template: Template; readonly problem?: undefined }
  | { readonly problem: ExprProblem; readonly template?: undefined } {
  const chars = Array.from(source);
  if (chars.length > LIMITS.characters * 4) return { problem: limitProblem(LIMITS.characters * 4) };
  const parts: TemplatePart[] = [];
  let said = '';
  let i = 0;
  while (i < chars.length) {
    const c = chars[i] as string;
    if (c !== '{') {
      said += c;
      i += 1;
      continue;
    }
    if (said !== '') parts.push({ text: said });
    said = '';
    const part = parseExprAt(chars, i + 1);
    if (part.problem !== undefined) return { problem: part.problem };
    i = part.end;
    let format: string | undefined;
    if (chars[i] === ':') {
      const end = chars.indexOf('}', i);
      if (end < 0) return { problem: syntaxProblem(i, '缺少右花括号') };
      format = chars.slice(i + 1, end).join('');
      i = end;
    }
    if (chars[i] !== '}') {
      const found = chars[i];
      return { problem: syntaxProblem(i, found === undefined ? '缺少右花括号' : `意外的「${found}」`) };
    }
    parts.push(format === undefined ? { ast: part.ast } : { ast: part.ast, format });
    i += 1;
  }
  if (said !== '') parts.push({ text: said });
  return { template: { parts } };
}

/** Canonical text of a template. */
export const printTemplate = (template: Template): string =>
  template.parts
    .map((part) =>
      'text' in part ? part.text : `{${printExpr(part.ast)}${part.format === undefined ? '' : `:${part.format}`}}`,
    )
    .join('');

/** Parses and types a template once for its place; answers all problems. */
export function bindTemplate(source: string, types: TypeEnv): BoundTemplate | ExprProblem[] {
  const parsed = parseTemplate(source);
  if (parsed.template === undefined) return [parsed.problem];
  const problems: ExprProblem[] = [];
  const parts: BoundTemplate['parts'][number][] = [];
  for (const part of parsed.template.parts) {
    if ('text' in part) {
      parts.push(part);
      continue;
    }
    const bound = bindAst(part.ast, types);
    if (Array.isArray(bound)) problems.push(...bound);
    else parts.push({ bound, name: printBound(bound), ...(part.format === undefined ? {} : { format: part.format }) });
  }
  return problems.length > 0 ? problems : { parts };
}

/** The text with its values: numbers plain, dates as on the wire, dictionary and reference as label, nothing for null. */
export function renderTemplate(template: BoundTemplate, scope: Scope): string {
  return template.parts
    .map((part) => ('text' in part ? part.text : shownText(part.bound, scope, part.format)))
    .join('');
}

/** Values of the placeholders under their expression text (`terms` of a refusal, language §6.4); shown as in the sentence. */
export function termsOf(template: BoundTemplate, scope: Scope): Record<string, Value> {
  const terms: Record<string, Value> = {};
  for (const part of template.parts) {
    if ('text' in part) continue;
    const value = toValue(compile(part.bound)(newFrame(scope)));
    terms[part.name] =
      typeof value === 'number' || typeof value === 'boolean' || value === null
        ? value
        : shownText(part.bound, scope, part.format);
  }
  return terms;
}

/** One value as a reader sees it. */
export function shownText(bound: Bound, scope: Scope, format?: string): string {
  const frame = newFrame(scope);
  const value = compile(bound)(frame);
  if (frame.budget.over) return '';
  if (hasLabel(bound) && format === undefined && bound.ty.t !== 'null') {
    const label = labelOf(value, bound, frame);
    if (label !== null || bound.ty.t !== 'id') return label ?? '';
  }
  return plainText(value, bound.ty, format);
}

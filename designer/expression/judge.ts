/** What is wrong with a text at its place, its canonical form, and what comes out of it on a record. */
import type { ExprPlace } from '../../schemas/language/check/places';
import type { Env, Scope } from '../../schemas/language/env';
import { type Bound, bindExpr, printBound, type Ty, type TypeEnv } from '../../schemas/language/expr/check';
import type { ExprProblem } from '../../schemas/language/expr/problem';
import { LIST_PLACES, PICK_PLACES, sqlProblems } from '../../schemas/language/expr/sql-form';
import { bindTemplate, renderTemplate } from '../../schemas/language/expr/template';
import { type TraceNode, trace } from '../../schemas/language/expr/trace';
import { tyName } from '../../schemas/language/expr/types';
import type { Rec, Row } from '../../schemas/language/value';
import type { ExprForm } from './scan';
import { saidAs } from './titles';

/** Where an expression stands, as the linter sees it. */
export interface Place {
  readonly env: TypeEnv;
  readonly want?: Ty | undefined;
  /** must have an SQL form */
  readonly sql?: boolean | undefined;
}
/** A real record that expressions are tried on. */
export interface Sample {
  /** its number or name */
  readonly title: string;
  readonly doc: Rec;
  readonly env: Env;
}
export interface Verdict {
  readonly problems: readonly ExprProblem[];
  /** the text in canonical form; the text itself while it has mistakes */
  readonly canonical: string;
  /** type of the result, in words */
  readonly result?: string;
  readonly bound?: Bound;
}

export const placeOf = ({ env, want, sql }: ExprPlace): Place => ({ env, want, sql });

/** Judges a text as the linter will, with positions counted from the start of the text; titles may stand for codes. */
export function judge(text: string, form: ExprForm, place: Place): Verdict {
  const written = judged(text, form, place);
  if (written.problems.length === 0) return written;
  const meant = saidAs(text, form, place);
  if (meant.text === text) return written;
  const read = judged(meant.text, form, place);
  if (read.problems.length === 0) return read;
  // the mistake is in what no title explains, and stands where it was written
  const problems = read.problems.map((problem) => {
    const at = meant.writtenAt(problem.at);
    // counted behind the sign that begins a formula
    const said = form === 'value' ? at : at + 1;
    return { ...problem, at, text: problem.text.replace(AT_END, `（第${said}个字符）`) };
  });
  return { problems, canonical: text };
}
const AT_END = /（第\d+个字符）$/;
function judged(text: string, form: ExprForm, place: Place): Verdict {
  const fine: Verdict = { problems: [], canonical: text };
  if (text.trim() === '') return fine;
  if (form === 'template') {
    const bound = bindTemplate(text, place.env);
    return Array.isArray(bound) ? { problems: bound, canonical: text } : fine;
  }
  if (form === 'value' && !text.startsWith('=')) return fine;
  const skipped = form === 'value' ? 1 : 0;
  const bound = bindExpr(text.slice(skipped), place.env, place.want);
  const moved = (problems: readonly ExprProblem[]): Verdict => ({
    problems: problems.map((problem) => ({ ...problem, at: problem.at + skipped })),
    canonical: text,
  });
  if (Array.isArray(bound)) return moved(bound);
  const places = place.env.candidate === undefined ? LIST_PLACES : PICK_PLACES;
  const found = place.sql === true ? sqlProblems(bound, places, place.env.rowsAtHand === true) : [];
  if (found.length > 0) return moved(found);
  return {
    problems: [],
    canonical: `${form === 'value' ? '=' : ''}${printBound(bound)}`,
    result: tyName(bound.ty),
    bound,
  };
}

/** The records names mean when a text is tried on a record: in rows the one at `line`. */
function scopeOf({ env }: Place, sample: Sample, line: number): Scope | undefined {
  // candidates and groups are not of this record
  if (env.candidate !== undefined || env.rowsAtHand === true) return undefined;
  const { doc } = sample;
  const rows = env.sub === undefined ? undefined : (doc[env.sub] as readonly Row[] | undefined);
  const row = rows?.[line];
  if (env.sub !== undefined && row === undefined) return undefined;
  return {
    env: sample.env,
    self: row ?? doc,
    doc,
    row: row ?? doc,
    it: row ?? doc,
    old: doc,
    ask: {},
    param: {},
    ...(rows === undefined ? {} : { rows }),
  };
}

/** What an expression is on a record, with every step; undefined where it cannot be known there. */
export function traceOn(bound: Bound, place: Place, sample: Sample, line = 0): TraceNode | undefined {
  const scope = scopeOf(place, sample, line);
  return scope === undefined ? undefined : trace(bound, scope);
}
/** What a sentence reads on a record. */
export function sentenceOn(text: string, place: Place, sample: Sample, line = 0): string | undefined {
  const scope = scopeOf(place, sample, line);
  const bound = bindTemplate(text, place.env);
  return scope === undefined || Array.isArray(bound) ? undefined : renderTemplate(bound, scope);
}

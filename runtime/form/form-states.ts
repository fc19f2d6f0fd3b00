/** What the rules say of the head of an open form, and the fields that show it. */
import type { Field, Form } from '@formily/core';
import type { Model } from '../../schemas/language/record/model';
import { ruleStates, type States } from '../../schemas/language/record/states';
import { withoutUnseen } from '../../schemas/language/record/unseen';
import type { Rec } from '../../schemas/language/value';
import type { BrowserEnv } from '../page/browser-env';
import type { FormProblems } from './form-problems';

/** The form as the rules read it. */
export interface StatedForm {
  readonly form: Form;
  readonly model: Model;
  readonly env: BrowserEnv;
  readonly doc: Rec;
  readonly stored: Rec | null;
  readonly viewing: boolean;
  readonly dirty: boolean;
}

export class FormStates {
  readonly #form: StatedForm;
  readonly #problems: FormProblems;
  /** paths that the answer keeps from this reader (a node of an approval) */
  #kept: readonly string[];
  now: States;
  /** they changed since the fields were told */
  #moved = false;
  #toldDirty = false;

  constructor(form: StatedForm, problems: FormProblems, kept: readonly string[]) {
    this.#form = form;
    this.#problems = problems;
    this.#kept = kept;
    this.now = this.#found();
  }
  keep(paths: readonly string[]): void {
    this.#kept = paths;
  }
  /** Reads the rules anew; true = they say something else. */
  refresh(): boolean {
    const states = this.#found();
    const moved = !sameStates(this.now, states);
    this.now = states;
    this.#moved ||= moved;
    return moved;
  }
  /** Tells the fields; true = there was something to tell. */
  show(): boolean {
    const { dirty } = this.#form;
    const changed = this.#problems.painted() || this.#moved;
    const told = changed || this.#toldDirty !== dirty;
    if (changed) for (const field of Object.values(this.#form.form.fields)) this.project(field as Field);
    this.#moved = false;
    this.#toldDirty = dirty;
    return told;
  }
  #found(): States {
    const { model, doc, stored, env } = this.#form;
    const at = { old: stored };
    const first = ruleStates(model, doc, env, at);
    // what is hidden is not sent, so nothing else is shown because of it
    const seen = withoutUnseen(model, doc, stored, env, first);
    const states = seen === doc ? first : ruleStates(model, seen, env, at);
    return this.#kept.length === 0 ? states : { ...states, hidden: new Set([...states.hidden, ...this.#kept]) };
  }
  /** State of one Formily field from the rules and problems of the moment. */
  project(field: Field): void {
    const code = field.props.name as string;
    const hidden = this.now.hidden.has(code);
    const readonly = this.#form.viewing || this.now.readonly.has(code);
    const display = hidden ? 'hidden' : 'visible';
    const pattern = readonly ? 'readPretty' : 'editable';
    if (field.selfDisplay !== display) field.setDisplay(display);
    if (field.selfPattern !== pattern) field.setPattern(pattern);
    const required = this.now.required.has(code) && !readonly;
    if (field.required !== required) field.setRequired(required);
    const problems = this.#problems.of(code);
    const errors = problems.filter((problem) => problem.level !== 'warn').map((problem) => problem.text);
    const warnings = problems.filter((problem) => problem.level === 'warn').map((problem) => problem.text);
    if (!sameTexts(field.selfErrors, errors)) field.selfErrors = errors;
    if (!sameTexts(field.selfWarnings, warnings)) field.selfWarnings = warnings;
  }
}

const sameTexts = (a: readonly unknown[] | undefined, b: readonly string[]): boolean =>
  (a?.length ?? 0) === b.length && b.every((text, at) => a?.[at] === text);

function sameStates(a: States, b: States): boolean {
  return sameKeys(a.hidden, b.hidden) && sameKeys(a.required, b.required) && sameKeys(a.readonly, b.readonly);
}
function sameKeys(
  a: { readonly size: number; keys(): Iterable<string> },
  b: { readonly size: number; has(key: string): boolean },
): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) if (!b.has(key)) return false;
  return true;
}

/** Problems of an open form: judged when a field of the head is left or before a save, painted as the server says them. */

import { runChecks } from '../../schemas/language/record/checks';
import type { Model } from '../../schemas/language/record/model';
import { withoutBlankRows } from '../../schemas/language/record/rows';
import type { States } from '../../schemas/language/record/states';
import { withoutUnseen } from '../../schemas/language/record/unseen';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { validateRecord } from '../../schemas/language/validate';
import type { Problem, Rec } from '../../schemas/language/value';
import type { BrowserEnv } from '../page/browser-env';
import { parsePath, withoutEchoes } from './paths';

/** The form as it is judged. */
export interface JudgedForm {
  readonly object: ResolvedObject;
  readonly model: Model;
  readonly env: BrowserEnv;
  readonly doc: Rec;
  readonly stored: Rec | null;
  readonly states: States;
  readonly subs: ReadonlyMap<string, JudgedRows>;
}
/** A sub-table: its cells have their own problems. */
interface JudgedRows {
  readonly store: { readonly problemCount: number };
  /** texts that were typed into cells and did not read */
  readonly unread: readonly Problem[];
  note(row: string, col: string, text: string, level?: 'error' | 'warn'): void;
  paint(problems: readonly Problem[]): void;
}

export class FormProblems {
  readonly #form: JudgedForm;
  /** the model without checks of rows: what is judged when a field of the head is left */
  readonly #headOnly: Model;
  /** sentences that belong to no field */
  general: readonly Problem[] = [];
  readonly #byField = new Map<string, readonly Problem[]>();
  #painted = false;

  constructor(form: JudgedForm) {
    this.#form = form;
    this.#headOnly = { ...form.model, checks: form.model.checks.filter((check) => check.sub === undefined) };
  }
  of(code: string): readonly Problem[] {
    return this.#byField.get(code) ?? [];
  }
  /** Errors at the fields and in the rows of these codes. */
  countIn(codes: Iterable<string>): number {
    let n = 0;
    for (const code of codes) {
      n += this.of(code).filter((problem) => problem.level !== 'warn').length;
      n += this.#form.subs.get(code)?.store.problemCount ?? 0;
    }
    return n;
  }
  /** A problem that the engine found on its way. */
  note(problem: Problem): void {
    const at = parsePath(problem.path);
    const sub = this.#form.subs.get(at.field);
    if (sub !== undefined && at.row !== undefined) sub.note(at.row, at.col ?? '', problem.text, problem.level);
    else if (this.#form.object.fields[at.field] !== undefined) this.#set(at.field, [...this.of(at.field), problem]);
  }
  /** Shape, limits, pattern and local checks of one head field that was left. */
  judgeHead(code: string): void {
    const fields = new Set([code]);
    const { model, env, doc, stored, states } = this.#form;
    const found: Problem[] = validateRecord(model, doc, stored, env, { states, fields }).filter(
      (problem) => problem.path === code,
    );
    const checks = runChecks(this.#headOnly, doc, env, { onlyLocal: true, states, old: stored });
    found.push(...checks.filter((check) => check.path === code));
    this.#set(code, found);
    // a check at another field may hold now: paint nothing new there, but take away what is no longer true
    for (const [other, list] of [...this.#byField]) {
      if (other === code || list.length === 0) continue;
      const still = validateRecord(model, doc, stored, env, { states, fields: new Set([other]) });
      const left = list.filter(
        (problem) => still.some((now) => now.code === problem.code) || checks.some((now) => now.code === problem.code),
      );
      if (left.length !== list.length) this.#set(other, left);
    }
  }
  #set(code: string, problems: readonly Problem[]): void {
    this.#painted = true;
    if (problems.length === 0) this.#byField.delete(code);
    else this.#byField.set(code, problems);
  }
  /** All problems the browser can know, painted; answers the errors. Wholly blank rows are left out, as the save leaves them out. */
  validate(): readonly Problem[] {
    const { model, env, doc, stored, states } = this.#form;
    const seen = withoutUnseen(model, doc, stored, env, states);
    const rec = withoutBlankRows(model, seen, stored);
    const found = withoutEchoes(
      validateRecord(model, rec, stored, env, { states, since: stored }),
      runChecks(model, rec, env, { onlyLocal: true, states, old: stored, since: stored }),
    );
    // where a text was typed that did not read, that is what is wrong with the cell
    const unread = [...this.#form.subs.values()].flatMap((sub) => sub.unread);
    const at = new Set(unread.map(({ path }) => path));
    const problems = [...found.filter(({ path }) => !at.has(path)), ...unread];
    this.paint(problems);
    return problems.filter((problem) => problem.level !== 'warn');
  }
  /** Puts problems at their fields and cells in place of all earlier ones. */
  paint(problems: readonly Problem[]): void {
    this.#painted = true;
    this.#byField.clear();
    const rows = new Map<string, Problem[]>();
    const general: Problem[] = [];
    for (const problem of problems) {
      const at = parsePath(problem.path);
      if (at.row !== undefined && this.#form.subs.has(at.field))
        rows.set(at.field, [...(rows.get(at.field) ?? []), problem]);
      else if (this.#form.object.fields[at.field] !== undefined) this.#set(at.field, [...this.of(at.field), problem]);
      else general.push(problem);
    }
    this.general = general;
    for (const [code, sub] of this.#form.subs) sub.paint(rows.get(code) ?? []);
  }
  clear(): void {
    this.#painted = true;
    this.#byField.clear();
    this.general = [];
  }
  /** Did any change since this was asked last? */
  painted(): boolean {
    const painted = this.#painted;
    this.#painted = false;
    return painted;
  }
}

/**
 * Values an expression missed (of referenced records, of server functions, of queries) are asked of the server once, together, and the
 * form is computed again when they are there. Until then they count as nothing.
 */

import { scopeAt, slotValue } from '../../schemas/language/record/bind';
import type { FieldModel, Model } from '../../schemas/language/record/model';
import type { Json, Row, Value } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import type { BrowserEnv } from '../page/browser-env';
import type { AskingForm, FormCalls } from './form-calls';
import type { UnderWay } from './under-way';
import { recordAsContext, type WireObject } from './wire';

const WAIT_MS = 30;
const MAX_WANTS = 2000;
const SERVICE = 'service ';
/** The environment of a form: services of undata fields answer into its hops. */
export const withServices = (env: BrowserEnv): BrowserEnv =>
  // not a copy: the clock of an environment is asked anew each time
  Object.assign(env, {
    service: (name: string, args: { readonly [arg: string]: Value }) => env.hops.answered(serviceKey(name, args)),
  });
export const serviceKey = (name: string, args: { readonly [arg: string]: Value }): string =>
  `${SERVICE}${name}(${JSON.stringify(args)})`;

export interface SettlingForm extends AskingForm {
  readonly env: BrowserEnv;
  readonly model: Model;
  readonly calls: FormCalls;
  readonly underWay: UnderWay;
  /** what was asked is there */
  arrived(): void;
}

const serviceFields = (form: SettlingForm): readonly FieldModel[] =>
  [...form.model.fields.values()].filter((field) => field.service !== undefined);

export class Settler {
  readonly #form: SettlingForm;
  readonly #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(form: SettlingForm) {
    this.#form = form;
  }

  /** Asks for what is missing, a moment later, so that one change makes one call. */
  settle(): void {
    const { missing } = this.#form.env.hops;
    if (this.#closed || missing.size === 0 || this.#timer !== undefined) return;
    const asked = new Promise<void>((done) => {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        void this.#ask().finally(done);
      }, WAIT_MS);
    });
    void this.#form.underWay.add(asked);
  }

  async #ask(): Promise<void> {
    const { env } = this.#form;
    const missing = [...env.hops.missing].filter((key) => !this.#asked.has(key));
    env.hops.missing.clear();
    if (missing.length === 0) return;
    for (const key of missing) this.#asked.add(key);
    // a service is asked by the address of its field; its answers come by row
    const served = serviceFields(this.#form).filter((field) =>
      missing.some((key) => key.startsWith(`${SERVICE}${field.service?.name}(`)),
    );
    const want = [...missing.filter((key) => !key.startsWith(SERVICE)), ...served.map((field) => field.path)].slice(
      0,
      MAX_WANTS,
    );
    try {
      const { values, _hop } = await this.#form.calls.resolve(this.#form, want);
      if (this.#closed) return;
      env.hops.merge(_hop);
      for (const [key, value] of Object.entries(values)) env.hops.answer(key, value as Value);
      for (const field of served) this.#takeServed(field, values[field.path]);
      this.#form.arrived();
    } catch {
      // the server computes the same values again at save; the form goes on without them and asks again at the next change
      for (const key of missing) this.#asked.delete(key);
    }
  }

  /** Answers of a service under the arguments they were asked with, so that rows with the same ones need no further question. */
  #takeServed(field: FieldModel, answer: unknown): void {
    const { env, doc } = this.#form;
    const take = (value: unknown, row?: Row): void => {
      const scope = scopeAt(env, doc, row, row === undefined ? undefined : (doc[field.sub ?? ''] as readonly Row[]));
      const args = Object.fromEntries(
        (field.service?.args ?? []).map(([name, slot]) => [name, slotValue(slot, scope)]),
      );
      env.hops.answer(serviceKey(field.service?.name ?? '', args), (value ?? null) as Value);
    };
    if (field.sub === undefined) take(answer);
    else {
      const byRow = (answer ?? {}) as { readonly [id: string]: unknown };
      for (const row of (doc[field.sub] as readonly Row[] | undefined) ?? [])
        if (row.id in byRow) take(byRow[row.id], row);
    }
  }

  /** The patch a service of a rule answers; null when it could not be had. */
  async service(rule: string): Promise<WireObject | null> {
    const { object, page, doc } = this.#form;
    const body = { record: recordAsContext(object, doc, this.#form.rowsToResolve()), want: [rule] };
    const { values } = await this.#form.underWay
      .add(recordClient.resolve(page.code, body))
      .catch(() => ({ values: {} as Record<string, Json> }));
    const patch = values[rule];
    return typeof patch === 'object' && patch !== null && !Array.isArray(patch) ? (patch as WireObject) : null;
  }

  dispose(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}

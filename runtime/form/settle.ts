/**
 * Values an expression missed (of referenced records, of server functions, of queries) are asked of the server once, together, and the
 * form is computed again when they are there. Until then they count as nothing.
 */

import type { Json, Value } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import type { FormModel } from './form-model';
import { recordAsContext, type WireObject } from './wire';

const WAIT_MS = 30;

export class Settler {
  readonly #form: FormModel;
  readonly #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(form: FormModel) {
    this.#form = form;
  }

  /** Asks for what is missing, a moment later, so that one change makes one call. */
  settle(): void {
    const { missing } = this.#form.env.hops;
    if (this.#closed || missing.size === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#ask();
    }, WAIT_MS);
  }

  async #ask(): Promise<void> {
    const { env, object, page } = this.#form;
    const want = [...env.hops.missing].filter((key) => !this.#asked.has(key));
    env.hops.missing.clear();
    if (want.length === 0) return;
    for (const key of want) this.#asked.add(key);
    try {
      const record = recordAsContext(object, this.#form.doc, this.#form.rowsToResolve());
      const { values, _hop } = await recordClient.resolve(page.code, { record, want }, { quiet: true });
      if (this.#closed) return;
      env.hops.merge(_hop);
      for (const [key, value] of Object.entries(values)) env.hops.answer(key, value as Value);
      this.#form.arrived();
    } catch {
      // the server computes the same values again at save; the form goes on without them and asks again at the next change
      for (const key of want) this.#asked.delete(key);
    }
  }

  /** The patch a service of a rule answers; null when it could not be had. */
  async service(rule: string): Promise<WireObject | null> {
    const { object, page, doc } = this.#form;
    const body = { record: recordAsContext(object, doc, this.#form.rowsToResolve()), want: [rule] };
    const { values } = await recordClient
      .resolve(page.code, body)
      .catch(() => ({ values: {} as Record<string, Json> }));
    const patch = values[rule];
    return typeof patch === 'object' && patch !== null && !Array.isArray(patch) ? (patch as WireObject) : null;
  }

  dispose(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}

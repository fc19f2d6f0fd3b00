/** What changed in an open form since it was loaded: the fields of its head, and the rows of each sub-table. */
import type { What } from '../../schemas/language/record/recompute';
import type { Patch } from '../../schemas/language/record/work';
import type { Rec, Row, Value } from '../../schemas/language/value';

/** The form whose changes they are. */
export interface ChangedForm {
  readonly doc: Rec;
  readonly stored: Rec | null;
  readonly subs: ReadonlyMap<string, ChangedSub>;
}
interface ChangedSub {
  readonly store: { readonly rows: readonly Row[]; row(id: string): Row | undefined };
}

export class FormChanges {
  readonly #form: ChangedForm;
  readonly #heads = new Set<string>();
  readonly #rows = new Map<string, Set<string>>();

  constructor(form: ChangedForm) {
    this.#form = form;
  }
  note(code: string): void {
    this.#heads.add(code);
  }
  noteRows(sub: string, ids: Iterable<string>): void {
    const known = this.#rows.get(sub) ?? new Set<string>();
    for (const id of ids) known.add(id);
    this.#rows.set(sub, known);
  }
  /** What the server stored was computed there; only what was touched here is computed here. */
  toCompute(): What {
    if (this.#form.stored === null) return 'all';
    const rows = [...this.#rows].flatMap(([sub, ids]) =>
      [...ids].filter((id) => this.#form.subs.get(sub)?.store.row(id) !== undefined).map((id) => ({ sub, id })),
    );
    return { head: [...this.#heads], rows };
  }
  /** Rows whose expressions may miss something: all of them when the head changed, else those that were touched. */
  toResolve(): { readonly [sub: string]: readonly Row[] } {
    const all = this.#form.stored === null || this.#heads.size > 0;
    const entries = [...this.#form.subs].map(([code, sub]) => {
      const ids = this.#rows.get(code);
      return [code, all ? sub.store.rows : sub.store.rows.filter((row) => ids?.has(row.id) === true)] as const;
    });
    return Object.fromEntries(entries);
  }
  /** The old value of a changed head field; undefined = not changed, or a new record. */
  from(code: string): Value | undefined {
    const { stored, doc } = this.#form;
    if (stored === null) return undefined;
    const before = (stored[code] as Value | undefined) ?? null;
    const now = (doc[code] as Value | undefined) ?? null;
    return before === now || JSON.stringify(before) === JSON.stringify(now) ? undefined : before;
  }
  clear(): void {
    this.#heads.clear();
    this.#rows.clear();
  }
}

/** The rows a patch writes into, as they are then. */
export function patchedRows<Sub extends ChangedSub>(
  subs: ReadonlyMap<string, Sub>,
  { rows }: Pick<Patch, 'rows'>,
): ReadonlyMap<Sub, readonly Row[]> {
  const bySub = new Map<Sub, Row[]>();
  for (const { sub: code, id, values } of rows) {
    const sub = subs.get(code);
    const row = sub?.store.row(id);
    if (sub === undefined || row === undefined) continue;
    bySub.set(sub, [...(bySub.get(sub) ?? []), { ...row, ...values } as Row]);
  }
  return bySub;
}

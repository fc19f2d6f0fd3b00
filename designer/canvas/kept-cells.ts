/**
 * Which cells of the sheet need not be drawn again when the document changed: one that would show the same stays in the form it was drawn
 * in. So a gesture costs what it touches, not every field of the page.
 */
import type { FormModel, FormOfCell, formLayout } from '../../runtime/form/index';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { shared } from '../document/shared';

type Layout = ReturnType<typeof formLayout>;
type Placed = Layout['groups'][number]['fields'][number];
export interface Kept {
  readonly layout: Layout;
  readonly formOf: FormOfCell;
}

/** The object with what it has in common with the one drawn before: its fields can be compared by identity. */
export function withKnown(known: ResolvedObject | undefined, object: ResolvedObject): ResolvedObject {
  if (known?.object !== object.object) return object;
  return {
    ...object,
    fields: shared(known.fields, object.fields),
    rules: shared(known.rules, object.rules),
    checks: shared(known.checks, object.checks),
  };
}

export class KeptCells {
  #last: { readonly model: FormModel; readonly layout: Layout } | undefined;
  #drawn: ReadonlyMap<string, FormModel> = new Map();

  /** The page in its next form. */
  take(model: FormModel, made: Layout): Kept {
    const last = this.#last;
    const before = new Map(
      last === undefined ? [] : placedIn(last.layout).map((placed) => [placed.field.code, placed]),
    );
    const layout = withPlaced(made, before);
    const mayStay = last !== undefined && isAlike(last.model, model);
    const drawn = new Map<string, FormModel>();
    for (const placed of placedIn(layout)) {
      const { code } = placed.field;
      const own = this.#drawn.get(code);
      const stays = mayStay && own !== undefined && before.get(code) === placed && showsSame(placed.field, own, model);
      drawn.set(code, stays ? own : model);
    }
    this.#last = { model, layout };
    this.#drawn = drawn;
    return { layout, formOf: (code, now) => drawn.get(code) ?? now };
  }
  /** Some cell, or the page itself, is drawn in it. */
  holds(model: FormModel): boolean {
    return this.#last?.model === model || [...this.#drawn.values()].includes(model);
  }
}

const placedIn = ({ groups, tabs }: Layout): readonly Placed[] =>
  [...groups, ...tabs.flatMap((tab) => tab.groups)].flatMap((group) => group.fields);

/** Fields that stand as before, wherever they stand now, are the same values. */
function withPlaced(layout: Layout, before: ReadonlyMap<string, Placed>): Layout {
  const keep = (placed: Placed): Placed => {
    const known = before.get(placed.field.code);
    const isKept = known?.field === placed.field && known.title === placed.title && known.span === placed.span;
    return isKept ? known : placed;
  };
  const kept = (groups: Layout['groups']): Layout['groups'] =>
    groups.map((group) => ({ ...group, fields: group.fields.map(keep) }));
  return {
    ...layout,
    groups: kept(layout.groups),
    tabs: layout.tabs.map((tab) => ({ ...tab, groups: kept(tab.groups) })),
  };
}

/** What every cell may read of its form beside its own field. */
const isAlike = (a: FormModel, b: FormModel): boolean =>
  a.feedback === b.feedback &&
  a.viewing === b.viewing &&
  a.object.rules === b.object.rules &&
  a.object.checks === b.object.checks;

/** By value, label and standing; a cell that reads other values is always drawn again. */
function showsSame(field: ResolvedField, drawn: FormModel, now: FormModel): boolean {
  if (readsOthers(field, now)) return false;
  const { code } = field;
  const value = now.value(code);
  const [a, b] = [drawn.states, now.states];
  return (
    isSame(drawn.value(code), value) &&
    a.hidden.has(code) === b.hidden.has(code) &&
    a.required.has(code) === b.required.has(code) &&
    a.readonly.has(code) === b.readonly.has(code) &&
    (field.dict === undefined || dictOf(field, drawn) === dictOf(field, now)) &&
    (field.type !== 'ref' ||
      (targetOf(field, drawn) === targetOf(field, now) && labelsOf(field, drawn) === labelsOf(field, now)))
  );
}
const dictOf = ({ dict = '' }: ResolvedField, { page }: FormModel) => page.dicts.get(dict);
const targetOf = (field: ResolvedField, { page, inputs }: FormModel) => page.lib.object(inputs.target(field));
function readsOthers(field: ResolvedField, { model }: FormModel): boolean {
  const made = model.fields.get(field.path);
  return (
    [field.text, field.inherit, field.kindBy, field.unit, field.options, field.over, field.done].some(
      (key) => key !== undefined,
    ) ||
    [field.min, field.max].some((limit) => typeof limit === 'string') ||
    [made?.low, made?.high, made?.service].some((slot) => slot !== undefined)
  );
}
const labelsOf = (field: ResolvedField, model: FormModel): string =>
  JSON.stringify(
    [model.value(field.code)]
      .flat()
      .map((id) => (typeof id === 'string' ? model.env.label(model.inputs.target(field), id) : '')),
  );
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

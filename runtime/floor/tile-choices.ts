/** Tiles of a reference: the records its picker offers for the record as it stands. */
import { useEffect, useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { PickRow } from '../data/types';
import type { FormModel } from '../form/form-model';
import { keepPicked } from '../form/pick-values';
import { targetOf } from '../form/wire';
import { askAndKeep, keptPicks, MOST_TILES } from './kept-picks';

const choices = new WeakMap<FormModel, Map<string, readonly PickRow[]>>();
const keyOf = (sub: string, field: ResolvedField): string => `${sub}.${field.code}`;

export const choicesOf = (model: FormModel, sub: string, field: ResolvedField): readonly PickRow[] =>
  choices.get(model)?.get(keyOf(sub, field)) ?? [];

/** Asks for them, anew when a reference of the head changes: what a picker offers may depend on it. */
export function useChoices(model: FormModel, sub: ResolvedField, field: ResolvedField): void {
  const [, draw] = useState(0);
  const isAsked = field.ref !== undefined;
  const around = isAsked
    ? [...model.model.head.fields.values()].map(({ code, field: { ref } }) => (ref ? model.value(code) : '')).join()
    : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `around` is what the answer depends on
  useEffect(() => {
    if (!isAsked) return;
    let live = true;
    void asked(model, sub.code, field).then((rows) => {
      if (!live) return;
      keepPicked(field, targetOf(model.object, field), model.page.lib, rows, model.env.hops);
      choices.set(model, new Map(choices.get(model)).set(keyOf(sub.code, field), rows));
      draw((now) => now + 1);
    });
    return () => {
      live = false;
    };
  }, [model, sub, field, isAsked, around]);
}

/** Without a network the last answer is taken. */
async function asked(model: FormModel, sub: string, field: ResolvedField): Promise<readonly PickRow[]> {
  const address = keyOf(sub, field);
  try {
    return await askAndKeep(model, { address, size: MOST_TILES });
  } catch {
    return keptPicks(model, address);
  }
}

/** Values of records as texts of a sheet: as an import reads them again, and as people read them. */
import { kindOf } from '../../schemas/language/kinds';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Value } from '../../schemas/language/value';
import type { EngineCtx } from '../records/host';
import { loadLabels } from '../records/read/labels';
import { isRef, targetOf } from '../records/read/wire';

export interface Texts {
  /** what somebody would type: a reference by its key */
  typed(field: ResolvedField, value: Value | undefined): string | number | null;
  shown(field: ResolvedField, value: Value | undefined): string;
}

export async function textsOf(
  ctx: EngineCtx,
  object: ResolvedObject,
  recs: readonly Rec[],
  fields: Readonly<Record<string, ResolvedField>> = object.fields,
): Promise<Texts> {
  const wanted = new Map<string, Set<string>>();
  for (const field of Object.values(fields)) {
    if (!isRef(field) || field.sub) continue;
    const target = targetOf(object, field);
    const set = wanted.get(target) ?? new Set<string>();
    wanted.set(target, set);
    for (const rec of recs) for (const id of idsIn(rec[field.code])) set.add(id);
  }
  const labels = await loadLabels(ctx, wanted);
  const dict = (code: string) => ctx.registry.dicts.get(code);
  const say = (field: ResolvedField, value: Value | undefined): string => {
    if (value === null || value === undefined) return '';
    if (!isRef(field)) return kindOf(field.kind).codec.toText(value, field, { dict });
    const own = labels.get(targetOf(object, field));
    return idsIn(value)
      .map((id) => own?.get(id) ?? '')
      .join('、');
  };
  return {
    shown: say,
    typed: (field, value) =>
      typeof value === 'number' && field.dict === undefined ? value : say(field, value) || null,
  };
}

const idsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((value): value is string => typeof value === 'string' && value !== '');

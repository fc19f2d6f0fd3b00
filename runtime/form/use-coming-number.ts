/** The number a new record would get now, shown before the save; nothing is reserved, and without an answer nothing is shown. */
import { useEffect, useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import { createSignal, useSeen } from '../grid/signal';
import type { FormModel } from './form-model';
import { recordAsContext } from './wire';

export const COMING = '保存时以实际编号为准';
const NEVER = createSignal();
/** changes of fields that make another number are asked about together */
const PAUSE = 300;

export function useComingNumber(model: FormModel, field: ResolvedField | undefined, value: Value): string | undefined {
  const isDue = model.isNew && !model.viewing && value === null && field?.rule !== undefined && field.at !== 'audit';
  const [coming, setComing] = useState<{ readonly preview: string | null; readonly reads: readonly string[] }>();
  const made = useSeen(isDue ? model.changed : NEVER, () =>
    JSON.stringify((coming?.reads ?? []).map((code) => model.value(code))),
  );
  const isFirst = coming === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when what the number is made of changed
  useEffect(() => {
    if (!isDue || field === undefined) return undefined;
    let isOver = false;
    const ask = (): void => {
      recordClient.number(model.object.object, field.code, recordAsContext(model.object, model.doc)).then(
        (answer) => !isOver && setComing(answer),
        () => undefined,
      );
    };
    const timer = setTimeout(ask, isFirst ? 0 : PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isDue, made]);
  return (isDue && coming?.preview) || undefined;
}

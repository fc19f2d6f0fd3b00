/** The number a new record would get now, shown before the save; nothing is reserved, and without an answer nothing is shown. */
import { useEffect, useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Rec, Value } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import { createSignal, useSeen } from '../data/signal';
import type { FormModel } from './form-model';
import { recordAsContext } from './wire';

export const COMING = '保存时以实际编号为准';
const NEVER = createSignal();
/** changes of fields that make another number are asked about together */
const PAUSE = 300;

interface Coming {
  readonly preview: string | null;
  /** fields it is made of, and their values when it was */
  readonly reads: readonly string[];
  readonly made: string;
}

export function useComingNumber(model: FormModel, field: ResolvedField | undefined, value: Value): string | undefined {
  const isDue = model.isNew && !model.viewing && value === null && field?.rule !== undefined && field.at !== 'audit';
  const code = isDue ? field.code : undefined;
  const [coming, setComing] = useState<Coming>();
  const now = useSeen(isDue ? model.changed : NEVER, () => valuesOf(model.doc, coming?.reads));
  useEffect(() => {
    if (code === undefined || coming?.made === now) return undefined;
    let isOver = false;
    const ask = (): void => {
      const { object, doc } = model;
      recordClient.number(object.object, code, recordAsContext(object, doc)).then(
        (answer) => !isOver && setComing({ ...answer, made: valuesOf(doc, answer.reads) }),
        () => undefined,
      );
    };
    const timer = setTimeout(ask, coming === undefined ? 0 : PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [model, code, coming, now]);
  return (isDue && coming?.preview) || undefined;
}

const valuesOf = (doc: Rec, codes: readonly string[] = []): string =>
  JSON.stringify(codes.map((code) => doc[code] ?? null));

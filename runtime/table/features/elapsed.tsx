/** `as: elapsed` — the time since a moment, counting; one clock ticks for all such cells. */
import { useSyncExternalStore } from 'react';
import { lookText } from '../../../schemas/language/codec/shown';
import type { TableContext, TableFeature } from '../types';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let beat = 0;
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    beat += 1;
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
};

const Ticking = ({ from, context }: { readonly from: string; readonly context: TableContext }) => {
  useSyncExternalStore(subscribe, () => beat);
  return lookText('elapsed', from, context.now());
};

export const elapsed: TableFeature = {
  code: 'elapsed',
  applies: (column) => column.as === 'elapsed' || column.as === 'duration',
  columnProps: () => ({ align: 'right', headerAlign: 'right' }),
  cell: ({ row, column, context }, inner) => {
    const value = row[column.key];
    if (column.as === 'duration') return lookText('duration', value, '') ?? inner;
    return typeof value === 'string' && value !== '' ? <Ticking from={value} context={context} /> : inner;
  },
};

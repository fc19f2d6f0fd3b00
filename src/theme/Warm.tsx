/** What the first form needs, fetched and prepared in a quiet moment after the first page: its code, and the styles of its controls. */
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import type { WarmControlsProps } from '../../runtime/form/index';

/** the first page is there and its rows are painted */
const AFTER_MS = 4000;

export const Warm = ({ after = AFTER_MS, onDone }: { readonly after?: number; readonly onDone?: () => void }) => {
  const [Controls, setControls] = useState<ComponentType<WarmControlsProps> | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = (): void => {
      // a page that cannot be fetched now is asked for again when it is opened
      void import('../../runtime/form/index')
        .then((form) => {
          // in small steps between other work
          if (!isGone) startTransition(() => setControls(() => form.WarmControls));
        })
        .catch(() => undefined);
    };
    const timer = setTimeout(() => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 10_000 });
      else load();
    }, after);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [after]);
  if (Controls === null) return null;
  return (
    <Controls
      onDone={() => {
        setControls(null);
        onDone?.();
      }}
    />
  );
};

/** What the first form needs, fetched and prepared in a quiet moment after the first page: its code, and the styles of its controls. */
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import type { WarmControlsProps } from '../../runtime/form/index';
import { whenQuiet } from '../quiet';

export const Warm = ({ after, onDone }: { readonly after?: number; readonly onDone?: () => void }) => {
  const [Controls, setControls] = useState<ComponentType<WarmControlsProps> | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = (): void => {
      // a page that cannot be fetched now is asked for again when it is opened
      void Promise.all([import('../../runtime/form/index'), import('../../runtime/record/index')])
        .then(([form]) => {
          // in small steps between other work
          if (!isGone) startTransition(() => setControls(() => form.WarmControls));
        })
        .catch(() => undefined);
    };
    const callOff = whenQuiet(load, after);
    return () => {
      isGone = true;
      callOff();
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

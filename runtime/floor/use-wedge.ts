/** Hears the wedge scanner wherever the focus is, also while no form stands there. */
import { type RefObject, useEffect } from 'react';
import { WedgeReader } from './scan';
import type { ScanDesk } from './scan-desk';

export function useWedge(scans: ScanDesk, isOn: boolean, frame: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    if (!isOn) return;
    const reader = new WedgeReader();
    const handle = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const code = reader.key(event.key, event.timeStamp);
      if (code === undefined) return;
      // the code went into whatever had the focus: it is taken back there
      const at = document.activeElement;
      if (at instanceof HTMLInputElement && frame.current?.contains(at) === true) at.select();
      event.preventDefault();
      event.stopPropagation();
      scans.read(code);
    };
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, [scans, isOn, frame]);
}

/** Lays the control of a kind over the cell being edited; a press outside or Escape ends the edit. */
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import type { GridControl } from './control';
import styles from './Grid.module.css';

export interface GridPopupProps {
  readonly control: GridControl;
  readonly box: CSSProperties;
  readonly children: ReactNode;
}

/** what antd opens at the end of the body */
const LAYERS = '.ant-picker-dropdown, .ant-select-dropdown, .ant-dropdown, .ant-popover, .ant-modal, .ant-drawer';

export function GridPopup({ control, box, children }: GridPopupProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const away = (event: MouseEvent): void => {
      const target = event.target as Element;
      const layer = target.closest(LAYERS);
      if (
        frame.current?.contains(target) ||
        // a layer over the cell, not the one the grid itself stands in
        (layer !== null && !layer.contains(frame.current)) ||
        // files on their way would be lost
        frame.current?.querySelector('[data-uploading]')
      )
        return;
      control.finish();
    };
    document.addEventListener('mousedown', away, true);
    return () => document.removeEventListener('mousedown', away, true);
  }, [control]);
  return (
    <div
      ref={frame}
      className={styles.popup}
      style={{ left: box.left, top: box.top, minWidth: box.width }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') control.cancel();
      }}
    >
      {children}
    </div>
  );
}

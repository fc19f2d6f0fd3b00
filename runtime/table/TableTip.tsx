/** One tooltip for a whole table or panel: shown when the pointer rests on a cell whose text is cut, or on anything with `data-tip`. */
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './table.module.css';

interface Shown {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}
const DELAY_MS = 350;

export const TableTip = ({ scroller }: { readonly scroller: RefObject<HTMLElement | null> }) => {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over: HTMLElement | null = null;
    const hide = (): void => {
      clearTimeout(timer);
      over = null;
      setShown(null);
    };
    const enter = (event: PointerEvent): void => {
      const target = (event.target as HTMLElement).closest<HTMLElement>(`[data-tip], [role="gridcell"]`);
      if (target === over) return;
      hide();
      if (target === null || event.pointerType === 'touch') return;
      over = target;
      timer = setTimeout(() => setShown(tipOf(target)), DELAY_MS);
    };
    element.addEventListener('pointerover', enter);
    element.addEventListener('pointerleave', hide);
    element.addEventListener('pointerdown', hide);
    element.addEventListener('scroll', hide, { passive: true });
    return () => {
      hide();
      element.removeEventListener('pointerover', enter);
      element.removeEventListener('pointerleave', hide);
      element.removeEventListener('pointerdown', hide);
      element.removeEventListener('scroll', hide);
    };
  }, [scroller]);
  if (shown === null) return null;
  return createPortal(
    <div className={styles.tip} role="tooltip" style={{ left: shown.left, top: shown.top, maxWidth: shown.width }}>
      {shown.text}
    </div>,
    document.body,
  );
};

const tipOf = (target: HTMLElement): Shown | null => {
  const own = target.dataset.tip;
  const cut = isCut(target) || [...target.querySelectorAll<HTMLElement>('a, span')].some(isCut);
  const text = own ?? (cut ? target.textContent : null);
  if (!text || !target.isConnected) return null;
  const box = target.getBoundingClientRect();
  const width = Number(target.dataset.tipWidth ?? 480);
  return {
    text,
    width,
    left: Math.max(8, Math.min(box.left, innerWidth - width - 8)),
    top: box.bottom + 4 > innerHeight - 60 ? box.top - 36 : box.bottom + 4,
  };
};

const isCut = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth + 1;

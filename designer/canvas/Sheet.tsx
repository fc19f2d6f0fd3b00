/**
 * A sheet of real width: the page is drawn into a frame of its own, so that 390 px are 390 px to every media query, and shown smaller
 * where there is less room. Nothing on it takes a click or the focus; the marks above it belong to the designer.
 */
import { StyleProvider } from '@ant-design/cssinjs';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ViewContext } from '../../runtime/page/index';
import styles from './canvas.module.css';
import { mirrorStyles } from './mirror-styles';

interface Props {
  readonly label: string;
  /** px of the page, and how much smaller it is shown */
  readonly width: number;
  readonly scale: number;
  /** px of a page that fills its window (a list); without it the sheet is as high as its content */
  readonly height?: number | undefined;
  readonly least: number;
  readonly children: ReactNode;
  /** the page was drawn or changed its size: where its things stand has to be read again */
  readonly onDrawn: (root: HTMLElement) => void;
  /** marks over the page, in px of the screen */
  readonly marks: ReactNode;
}

/** with its doctype: without one the page is laid out by other rules */
const EMPTY = '<!doctype html><html><head></head><body></body></html>';

export const Sheet = ({ label, width, scale, height, least, children, onDrawn, marks }: Props) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  // what is drawn without its styles measures itself wrong
  const [styled, setStyled] = useState<HTMLElement | null>(null);
  const [content, setContent] = useState(0);
  const told = useRef(onDrawn);
  told.current = onDrawn;
  const enter = useCallback(() => {
    const inner = frame.current?.contentDocument ?? null;
    if (inner === null || inner.compatMode !== 'CSS1Compat') return;
    inner.documentElement.lang = document.documentElement.lang;
    inner.title = label;
    inner.body.className = styles.body ?? '';
    inner.body.inert = true;
    setRoot(inner.body);
  }, [label]);
  useEffect(() => {
    if (root === null) return;
    const stop = mirrorStyles(document, root.ownerDocument);
    setStyled(root);
    return stop;
  }, [root]);
  useEffect(() => {
    if (root === null) return;
    let asked = 0;
    const tell = (): void => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(() => {
        setContent(root.firstElementChild?.scrollHeight ?? 0);
        told.current(root);
      });
    };
    const size = new ResizeObserver(tell);
    size.observe(root);
    const nodes = new MutationObserver(tell);
    nodes.observe(root, { childList: true, subtree: true, attributes: true, characterData: true });
    root.addEventListener('scroll', tell, true);
    tell();
    return () => {
      cancelAnimationFrame(asked);
      size.disconnect();
      nodes.disconnect();
      root.removeEventListener('scroll', tell, true);
    };
  }, [root]);
  const high = height ?? Math.max(least, content);
  return (
    <div className={styles.sheet} style={{ width: width * scale, height: high * scale }}>
      <iframe
        ref={frame}
        title={label}
        tabIndex={-1}
        className={styles.frame}
        style={{ width, height: high, transform: `scale(${scale})` }}
        srcDoc={EMPTY}
        onLoad={enter}
      />
      {styled !== null &&
        createPortal(
          <StyleProvider>
            <ViewContext value={styled.ownerDocument.defaultView}>
              <div className={height === undefined ? styles.flow : styles.fill}>{children}</div>
            </ViewContext>
          </StyleProvider>,
          styled,
        )}
      {marks}
    </div>
  );
};

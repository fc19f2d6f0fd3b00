/** What the designer says stands in the line below the page, where it covers nothing; without that line, or over a dialog, it is a toast. */
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type Host, HostContext, useHost } from '../../runtime/page/index';
import { Glyph } from '../Glyph';
import styles from './bottom.module.css';

type Sort = 'success' | 'warning' | 'error';
interface Said {
  readonly sort: Sort;
  readonly text: string;
}
/** ms: what went wrong is read, what went well is seen */
const STAYS: Readonly<Record<Sort, number>> = { success: 2_500, warning: 6_000, error: 6_000 };
/** the line that stands on the screen, if one does */
const LineContext = createContext<RefObject<((said: Said) => void) | undefined> | undefined>(undefined);

export const SaidBelow = ({ children }: { readonly children: ReactNode }) => {
  const host = useHost();
  const line = useRef<((said: Said) => void) | undefined>(undefined);
  const own = useMemo((): Host => {
    const { feedback } = host;
    const say =
      (sort: Sort) =>
      (text: string): void => {
        if (line.current === undefined || hasDialog()) feedback[sort](text);
        else line.current({ sort, text });
      };
    return {
      ...host,
      feedback: { ...feedback, success: say('success'), warning: say('warning'), error: say('error') },
    };
  }, [host]);
  return (
    <LineContext value={line}>
      <HostContext value={own}>{children}</HostContext>
    </LineContext>
  );
};
/** one that was closed may be left in the page, drawn nowhere */
const hasDialog = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.getClientRects().length > 0);

export const SaidLine = () => {
  const line = useContext(LineContext);
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    if (line === undefined) return;
    line.current = setSaid;
    return () => {
      line.current = undefined;
    };
  }, [line]);
  useEffect(() => {
    if (said === undefined) return;
    const gone = setTimeout(() => setSaid(undefined), STAYS[said.sort]);
    return () => clearTimeout(gone);
  }, [said]);
  return (
    <p className={styles.said} data-sort={said?.sort} title={said?.text} aria-live="polite">
      {said !== undefined && (
        <>
          <Glyph name={said.sort === 'success' ? 'check' : said.sort} />
          <span>{said.text}</span>
        </>
      )}
    </p>
  );
};

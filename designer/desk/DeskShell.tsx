/** The frame of every screen of the designer: the bar with undo, problems and what is saved, and below it what the screen is about. */
import type { ReactNode } from 'react';
import type { DeskView } from './desk';
import styles from './desk.module.css';
import { TopBar } from './TopBar';
import type { DeskScreen } from './use-desk-screen';

interface Props {
  readonly screen: DeskScreen;
  readonly view: DeskView;
  /** what the open document belongs to, before its title */
  readonly of?: string | undefined;
  readonly onHome: () => void;
  readonly onTree: () => void;
  /** absent until something can be published */
  readonly onPublish?: (() => void) | undefined;
  /** what this sort of document offers in the bar */
  readonly bar: ReactNode;
  readonly children: ReactNode;
}

export const DeskShell = ({ screen, view, of, onHome, onTree, onPublish, bar, children }: Props) => {
  const { frame, keys, turnBottom } = screen;
  return (
    <div className={styles.desk} ref={frame} tabIndex={-1} data-designer="">
      <TopBar
        view={view}
        of={of}
        onHome={onHome}
        onTree={onTree}
        onUndo={keys.undo}
        onRedo={keys.redo}
        onProblems={() => turnBottom('problems')}
        onPublish={onPublish}
        onRetry={keys.save}
      >
        {bar}
      </TopBar>
      {children}
    </div>
  );
};

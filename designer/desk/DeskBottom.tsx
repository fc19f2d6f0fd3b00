/** The panel below the middle of every screen, open at the tab the screen has it at. */
import type { ReactNode } from 'react';
import type { Sampling } from '../trial/index';
import { BottomPanel } from './BottomPanel';
import type { DeskView } from './desk';
import type { DeskScreen } from './use-desk-screen';

interface Props {
  readonly screen: DeskScreen;
  readonly view: DeskView;
  readonly sampling: Sampling;
  readonly onJump: (document: string, address: string) => void;
  /** what this sort of document has beside */
  readonly own?: { readonly title: string; readonly body: ReactNode };
}

export const DeskBottom = ({ screen, view, sampling, onJump, own }: Props) => (
  <BottomPanel
    view={view}
    sampling={sampling}
    tab={screen.bottom}
    onTab={screen.setBottom}
    onJump={onJump}
    onSteps={screen.writing.onSteps}
    onSelect={(address) => screen.desk.select([address])}
    {...(own === undefined ? {} : { own })}
  />
);

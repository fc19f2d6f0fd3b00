/** What an inspector is about and whom it tells; its editors read it instead of handing everything down. */
import { createContext, useContext } from 'react';
import type { Page } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import type { Step, StepDoc } from '../../schemas/language/steps/index';
import type { Json, Problem } from '../../schemas/language/value';
import type { Sample } from '../expression/index';
import type { Subject } from './use-subject';

export interface Inspecting {
  readonly doc: StepDoc;
  readonly library: Library;
  /** the way up ends here; '' is the document */
  readonly root?: string | undefined;
  /** steps of one gesture; equal gestures in a row are one undo */
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
  /** opens the node at an address in the inspector */
  readonly onSelect: (address: string) => void;
  /** what a shipped document is reset to: its text as published; without it a reset takes the key away */
  readonly standard?: StepDoc | undefined;
  /** why a key may not be changed (limits of an overlay, kept texts) */
  readonly refuse?: ((address: string) => string | undefined) | undefined;
  readonly problems?: readonly Problem[] | undefined;
  /** hears of what was typed at an address, over `from`, whose editor went away before it was finished */
  readonly onLeft?: ((address: string, typed: Json | undefined, from: Json | undefined) => void) | undefined;
  /** a real record that expressions are tried on */
  readonly sample?: Sample | undefined;
  /** the page conditions are built for */
  readonly page?: Page | undefined;
  /** what the inspector around is about, under whatever code */
  readonly subject?: Subject | undefined;
}

export const InspectorContext = createContext<Inspecting | null>(null);

/** Only inside an inspector. */
export const useInspecting = (): Inspecting => {
  const found = useContext(InspectorContext);
  if (found === null) throw new Error('no InspectorContext above');
  return found;
};

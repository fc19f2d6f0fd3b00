/** A refusal inside the dialog it came to; a way out leaves the dialog and goes there. */
import { NoticeBar, type Way } from '../form/NoticeBar';
import type { Held } from './result';

export interface HeldBarProps {
  readonly held: Held | null;
  readonly onWay: (way: Way) => void;
  /** the dialog goes */
  readonly onLeave: () => void;
  /** the sentence was read */
  readonly onClose: () => void;
}

export const HeldBar = ({ held, onWay, onLeave, onClose }: HeldBarProps) =>
  held !== null && (
    <NoticeBar
      text={held.text}
      ways={held.ways}
      onWay={(way) => {
        onLeave();
        onWay(way);
      }}
      onClose={onClose}
    />
  );

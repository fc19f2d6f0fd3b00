/** Where the things of the drawn page stand, and where a dragged one would go. */
import type { Box, Rect } from './boxes';
import { Ground } from './ground';
import type { Place } from './places';

/** What a gesture over the canvas would do now. */
export interface Aim {
  readonly place?: Place | undefined;
  /** why it may not be put there */
  readonly refused?: string | undefined;
  /** frame that chooses several */
  readonly frame?: Rect | undefined;
}

export class Stage extends Ground<Aim> {
  boxes: readonly Box[] = [];
}

/** The drawn charts on the screen, and what a gesture over them would do now. */
import type { Rect } from '../canvas/boxes';
import { Ground } from '../canvas/ground';
import { type Geometry, NOTHING } from './grid';

export interface Aim {
  readonly rect: Rect;
  /** what letting go does */
  readonly words: string;
  /** why it may not be */
  readonly refused?: string | undefined;
}

export class ChartStage extends Ground<Aim> {
  geometry: Geometry = NOTHING;
}

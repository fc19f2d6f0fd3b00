/** What the paper gets of its screen, and what the screen may ask of it. */
import type { PointerEvent, Ref } from 'react';
import type { Writing } from '../desk/writing';
import type { Sample } from '../expression/index';
import type { Snapping } from './gestures';
import type { Layout } from './model';
import type { Offer } from './offers';
import type { Fault } from './Paper';

export interface CanvasHandle {
  /** carries something of the palette to the paper */
  carry(event: PointerEvent, offer: Offer): void;
  /** the zoom at which the whole width is seen */
  fit(): number;
  focus(): void;
}
export interface CanvasProps {
  readonly handle: Ref<CanvasHandle>;
  readonly writing: Writing;
  readonly layout: Layout;
  readonly selection: readonly string[];
  readonly faults: ReadonlyMap<string, Fault>;
  /** values of a document instead of names */
  readonly sample: Sample | undefined;
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
  readonly snapping: Omit<Snapping, 'reach'>;
  readonly labelled: boolean;
  readonly onSelect: (addresses: readonly string[]) => void;
  readonly onOpen: (address: string) => void;
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
}

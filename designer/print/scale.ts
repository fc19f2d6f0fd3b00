/** From millimetres to pixels of the screen. */

/** pixels around the paper */
export const PAD = 16;
/** pixels per mm at 100 % */
export const PER_MM = 96 / 25.4;
export const ZOOMS: readonly number[] = [50, 75, 100, 125, 150, 200, 300];
/** the next zoom in a direction */
export const zoomed = (zoom: number, by: -1 | 1): number =>
  (by > 0 ? ZOOMS.find((number) => number > zoom + 0.5) : ZOOMS.findLast((number) => number < zoom - 0.5)) ?? zoom;

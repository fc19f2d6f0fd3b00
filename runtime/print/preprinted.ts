/** Preprinted forms: the ground is on the paper already, and each printer is off by its own millimetres, which this device remembers. */

/** mm to the right and down */
export type Shift = readonly [number, number];
export const MAX_SHIFT = 50;

const keyOf = (layout: string): string => `millwright.print.shift.${layout}`;
export const keptShift = (store: Storage, layout: string): Shift => {
  const [dx = 0, dy = 0] = (store.getItem(keyOf(layout)) ?? '').split(',').map(Number);
  const within = (value: number): number => (Math.abs(value) <= MAX_SHIFT ? value : 0);
  return [within(dx), within(dy)];
};
export const keepShift = (store: Storage, layout: string, shift: Shift): void =>
  store.setItem(keyOf(layout), shift.join());

/** A drawn sheet as it goes into the printer: without its ground unless asked, moved by what the printer is off. */
export const forPrinter = (sheet: SVGElement, hasGround: boolean, [dx, dy]: Shift): SVGElement => {
  const ground = sheet.querySelector('[data-ground]');
  if (ground === null) return sheet;
  if (hasGround) ground.removeAttribute('class');
  else ground.remove();
  const [, , width = '0', height = '0'] = (sheet.getAttribute('viewBox') ?? '').split(' ');
  sheet.setAttribute('viewBox', `${-dx} ${-dy} ${width} ${height}`);
  return sheet;
};

/** The keys of the panel: charts moved and made larger, free cells chosen and filled, all without a mouse. */
import type { KeyboardEvent } from 'react';
import { duplicateChart, moveBy, placeCell } from '../commands/index';
import { areaOf, areaRefusal, freeArea } from '../rules/charts';
import { type Charting, codeAt } from './use-charting';

const STEPS: { readonly [key: string]: readonly [number, number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function handleChartKey(charting: Charting, event: KeyboardEvent): void {
  const { seat, isBoard, chosen, keys, slot, setSlot, remove, widen } = charting;
  const { desk, view } = seat;
  const { doc, selection } = view;
  const done = (): void => event.preventDefault();
  const [row, column] = STEPS[event.key] ?? [0, 0];
  const isArrow = row !== 0 || column !== 0;
  if (event.target !== event.currentTarget) return;
  if (slot !== undefined) {
    if (event.key === 'Escape') setSlot(undefined);
    else if (event.key === 'Enter') document.querySelector<HTMLElement>('[data-chosen-slot] button')?.focus();
    else if (isArrow) {
      const next = event.shiftKey
        ? { ...slot, rows: slot.rows + row, columns: slot.columns + column }
        : { ...slot, row: slot.row + row, column: slot.column + column };
      if (areaRefusal(doc, next) === undefined) setSlot(next);
    } else return;
    done();
    return;
  }
  if (event.key === 'Enter' && chosen === undefined && isBoard) {
    setSlot(freeArea(doc));
    done();
    return;
  }
  if (chosen === undefined) return;
  if (event.key === 'Escape') desk.select([]);
  else if (event.key === 'Delete' || event.key === 'Backspace') remove(selection);
  else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey))
    seat.run(duplicateChart, { address: chosen });
  else if (isArrow && isBoard && (event.altKey || event.shiftKey)) {
    const now = areaOf(keys.at);
    const area = event.altKey
      ? { ...now, row: now.row + row, column: now.column + column }
      : { ...now, rows: Math.max(1, now.rows + row), columns: Math.max(1, now.columns + column) };
    seat.run(placeCell, { code: codeAt(chosen), area });
  } else if (isArrow && event.altKey) seat.run(moveBy, { address: chosen, by: row + column < 0 ? -1 : 1 });
  else if (isArrow && event.shiftKey && column !== 0) widen(column > 0);
  else return;
  done();
}

/** Preprinted forms on their way to the printer. */
import { beforeEach, expect, it } from 'vitest';
import { forPrinter, keepShift, keptShift } from '../../runtime/print/preprinted';

beforeEach(() => localStorage.clear());

const sheet = (): SVGElement => {
  const box = document.createElement('div');
  box.innerHTML =
    '<svg viewBox="0 0 241 140"><g class="faint" data-ground=""><text>送货单</text></g><text>NO1</text></svg>';
  return box.firstElementChild as SVGElement;
};

it('prints the data alone where the printer puts it; the ground in full when asked', () => {
  const data = forPrinter(sheet(), false, [2, -1.5]);
  expect([data.textContent, data.getAttribute('viewBox')]).toEqual(['NO1', '-2 1.5 241 140']);
  const whole = forPrinter(sheet(), true, [0, 0]);
  expect([whole.textContent, whole.querySelector('g')?.hasAttribute('class')]).toEqual(['送货单NO1', false]);
});
it('remembers for each layout what the printer is off', () => {
  keepShift(localStorage, 'form', [2, -1.5]);
  expect([keptShift(localStorage, 'form'), keptShift(localStorage, 'other')]).toEqual([
    [2, -1.5],
    [0, 0],
  ]);
  localStorage.setItem('millwright.print.shift.form', 'x,900');
  expect(keptShift(localStorage, 'form')).toEqual([0, 0]);
});

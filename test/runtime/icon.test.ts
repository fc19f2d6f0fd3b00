/** Icons that documents name. */
import { expect, it } from 'vitest';
import { isIcon } from '../../runtime/page/Icon';
import { systemRegistry } from '../support/registry';

it('every icon of a shipped menu is drawn, none is the square of an unknown one', () => {
  const named = systemRegistry().menus.flatMap(({ icon }) => (icon ? [icon] : []));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !isIcon(name))).toEqual([]);
});

import { expect, test } from 'vitest';
import { systemRegistry } from '../support/registry';

test('the module of every dictionary has a name people read', () => {
  const areas = systemRegistry().dicts.get('areaCode');
  expect(areas?.items.length).toBeGreaterThan(5);
  for (const { title } of areas?.items ?? []) expect(title).toMatch(/[一-鿿]/);
});

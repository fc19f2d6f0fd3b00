/** A dictionary of 20,000 items: a page of them is drawn, any is found, and a new one is in sight. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { designClient } from '../../designer/data/client';
import type { Seat } from '../../designer/desk/seat';
import { DictItems } from '../../designer/lists/DictItems';
import { openStore, shippedDocuments } from '../support/check-command';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const ITEMS = Array.from({ length: 20_000 }, (_, n) => ({ code: `K${n}`, title: `选项${n}` }));
const DOC = { $schema: 'dictionaries/1', area: 'xBig', dicts: { xBig: { title: '大', items: ITEMS } } };

it('draws a page, finds the others, and shows what was added', () => {
  vi.spyOn(designClient, 'usage').mockResolvedValue([]);
  const documents = [
    ...shippedDocuments(),
    { id: 'dictionaries:xBig', path: 'schemas/dictionaries/x-big.json', text: DOC, base: DOC },
  ];
  const store = openStore('dictionaries:xBig', documents);
  const run = vi.fn(() => true);
  const seat = { desk: { store }, view: { readonly: undefined, open: undefined }, run } as unknown as Seat;
  const began = performance.now();
  render(<DictItems seat={seat} dict="xBig" title="大" items={ITEMS} />);
  expect(performance.now() - began).toBeLessThan(5_000);
  const codes = () => [...document.querySelectorAll('tr[data-item]')].map((row) => row.getAttribute('data-item'));
  expect(codes()).toHaveLength(50);
  fireEvent.change(screen.getByLabelText('搜索选项'), { target: { value: '选项19998' } });
  expect(codes()).toEqual(['K19998']);
  fireEvent.change(screen.getByLabelText('新选项的编码'), { target: { value: 'N' } });
  fireEvent.change(screen.getByLabelText('新选项的名称'), { target: { value: '新' } });
  fireEvent.click(screen.getByRole('button', { name: /添\s?加/ }));
  expect(run).toHaveBeenCalled();
  expect(codes().at(-1)).toBe('K19999');
});

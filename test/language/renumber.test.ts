import { describe, expect, it } from 'vitest';
import { renumbered } from '../../schemas/language/record/rows';

describe('rows that were dragged', () => {
  const rows = [
    { id: 'c', opNbr: 30, predecessors: ['10', '20'] },
    { id: 'a', opNbr: 10, predecessors: [] },
    { id: 'b', opNbr: 20, predecessors: ['0'] },
  ];
  it('are numbered anew, and what names them follows', () => {
    expect(renumbered(rows, ['opNbr', 'predecessors'])).toEqual([
      { id: 'c', opNbr: 10, predecessors: ['20', '30'] },
      { id: 'a', opNbr: 20, predecessors: [] },
      { id: 'b', opNbr: 30, predecessors: ['0'] },
    ]);
  });
  it('stay as they are without a field to number', () => {
    expect(renumbered(rows, [])).toEqual(rows);
  });
});

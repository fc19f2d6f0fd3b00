import { describe, expect, it } from 'vitest';
import { gridKey, type KeyPress, type KeyState } from '../../runtime/grid/keys';

const state = (change: Partial<KeyState> = {}): KeyState => ({
  r: 0,
  c: 0,
  rows: 3,
  cols: 4,
  page: 10,
  editing: false,
  typed: false,
  home: null,
  canAdd: true,
  editable: (_r, c) => c !== 1,
  ...change,
});
const key = (name: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  ctrl: false,
  shift: false,
  alt: false,
  ...change,
});

describe('gridKey', () => {
  it('walks with Tab over cells that cannot be edited and remembers where the walk began', () => {
    expect(gridKey(state(), key('Tab'))).toEqual({ do: 'move', r: 0, c: 2, extend: false, home: 0 });
    expect(gridKey(state({ c: 3, home: 0 }), key('Tab'))).toMatchObject({ r: 1, c: 0 });
    expect(gridKey(state({ r: 1, c: 0 }), key('Tab', { shift: true }))).toMatchObject({ r: 0, c: 3 });
  });
  it('adds a row behind the last cell, and only where rows may be added', () => {
    expect(gridKey(state({ r: 2, c: 3, home: 0 }), key('Tab'))).toEqual({ do: 'add', c: 0 });
    expect(gridKey(state({ r: 2, c: 3, canAdd: false }), key('Tab'))).toMatchObject({ do: 'move', r: 2, c: 3 });
  });
  it('goes down with Enter, back to the column where the walk began', () => {
    expect(gridKey(state({ c: 3, home: 0 }), key('Enter'))).toEqual({
      do: 'move',
      r: 1,
      c: 0,
      extend: false,
      home: null,
    });
    expect(gridKey(state({ r: 2, c: 2 }), key('Enter'))).toEqual({ do: 'add', c: 2 });
    expect(gridKey(state({ r: 1, c: 2 }), key('Enter', { shift: true }))).toMatchObject({ r: 0, c: 2 });
  });
  it('leaves arrows to the caret when a cell was opened, not when it was typed into', () => {
    expect(gridKey(state({ editing: true }), key('ArrowDown'))).toBeNull();
    expect(gridKey(state({ editing: true, typed: true }), key('ArrowDown'))).toMatchObject({ do: 'move', r: 1 });
    expect(gridKey(state({ editing: true, typed: true }), key('ArrowLeft'))).toBeNull();
  });
  it('extends the selection with Shift and stops at the edges', () => {
    expect(gridKey(state(), key('ArrowUp', { shift: true }))).toMatchObject({ r: 0, c: 0, extend: true });
    expect(gridKey(state(), key('End', { ctrl: true }))).toMatchObject({ r: 2, c: 3 });
  });
  it.each([
    ['F2', {}, { do: 'edit', open: false }],
    ['F4', {}, { do: 'edit', open: true }],
    ['d', { ctrl: true }, { do: 'fillDown' }],
    ['z', { ctrl: true }, { do: 'undo' }],
    ['Z', { ctrl: true, shift: true }, { do: 'redo' }],
    ['Delete', {}, { do: 'clear' }],
    ['-', { ctrl: true }, { do: 'deleteRows' }],
    ['Insert', {}, { do: 'insert' }],
    ['a', {}, null],
    ['c', { ctrl: true }, null],
  ] as const)('%s %o', (name, change, wanted) => {
    expect(gridKey(state(), key(name, change))).toEqual(wanted);
  });
  it('gives up an edit with Escape', () => {
    expect(gridKey(state({ editing: true }), key('Escape'))).toEqual({ do: 'cancel' });
    expect(gridKey(state(), key('Escape'))).toBeNull();
  });
});

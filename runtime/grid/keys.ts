/**
 * What a key does in the grid, without a view: position and key in, intent out. Tab walks the cells that can be edited and ends in a
 * new row; Enter goes down and back to the column where the Tab walk began, as spreadsheets do.
 */
export interface KeyState {
  /** row and column index of the active cell */
  readonly r: number;
  readonly c: number;
  readonly rows: number;
  readonly cols: number;
  /** the corner of the selection that Shift moves */
  readonly corner?: { readonly r: number; readonly c: number };
  /** rows that fit the window, for PageUp and PageDown */
  readonly page: number;
  readonly editing: boolean;
  /** the edit was begun by typing: arrows leave the cell; begun by F2 they move the caret */
  readonly typed: boolean;
  /** column where a walk with Tab began */
  readonly home: number | null;
  readonly canAdd: boolean;
  readonly editable: (r: number, c: number) => boolean;
}
export interface KeyPress {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}
export type GridCommand =
  | {
      readonly do: 'move';
      readonly r: number;
      readonly c: number;
      readonly extend: boolean;
      readonly home: number | null;
    }
  | { readonly do: 'add'; readonly c: number }
  | { readonly do: 'edit'; readonly open: boolean }
  | { readonly do: 'cancel' }
  | { readonly do: 'moveRows'; readonly by: 1 | -1 }
  | {
      readonly do:
        | 'clear'
        | 'fillDown'
        | 'undo'
        | 'redo'
        | 'selectAll'
        | 'insert'
        | 'copyRow'
        | 'deleteRows'
        | 'toggle';
    };

const clamp = (n: number, max: number): number => Math.max(0, Math.min(n, max));

/** The command of a key press, null when the key belongs to the browser or to the editor. */
export function gridKey(state: KeyState, press: KeyPress): GridCommand | null {
  const { key } = press;
  if (key === 'Tab') return walk(state, press.shift ? -1 : 1);
  if (key === 'Enter' && !press.alt && !press.ctrl) return enter(state, press.shift ? -1 : 1);
  if (state.editing) return editingKey(state, press);
  if (press.ctrl) return controlKey(state, press);
  if (press.alt && press.shift && (key === 'ArrowUp' || key === 'ArrowDown'))
    return { do: 'moveRows', by: key === 'ArrowUp' ? -1 : 1 };
  switch (key) {
    case 'F2':
      return { do: 'edit', open: false };
    case 'F4':
      return { do: 'edit', open: true };
    case 'ArrowDown':
      return press.alt ? { do: 'edit', open: true } : step(state, 1, 0, press.shift);
    case 'ArrowUp':
      return step(state, -1, 0, press.shift);
    case 'ArrowLeft':
      return step(state, 0, -1, press.shift);
    case 'ArrowRight':
      return step(state, 0, 1, press.shift);
    case 'PageDown':
      return step(state, state.page, 0, press.shift);
    case 'PageUp':
      return step(state, -state.page, 0, press.shift);
    case 'Home':
      return step(state, 0, -state.cols, press.shift);
    case 'End':
      return step(state, 0, state.cols, press.shift);
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' };
    case 'Insert':
      return { do: 'insert' };
    case ' ':
      return { do: 'toggle' };
    default:
      return null;
  }
}

function editingKey(state: KeyState, press: KeyPress): GridCommand | null {
  if (press.key === 'Escape') return { do: 'cancel' };
  if (!state.typed || press.ctrl || press.shift || press.alt) return null;
  if (press.key === 'ArrowDown') return step(state, 1, 0, false);
  if (press.key === 'ArrowUp') return step(state, -1, 0, false);
  return null;
}

function controlKey(state: KeyState, press: KeyPress): GridCommand | null {
  switch (press.key.toLowerCase()) {
    case 'd':
      return { do: 'fillDown' };
    case 'z':
      return { do: press.shift ? 'redo' : 'undo' };
    case 'y':
      return { do: 'redo' };
    case 'a':
      return { do: 'selectAll' };
    case 'delete':
    case '-':
      return { do: 'deleteRows' };
    case 'enter':
      return { do: 'copyRow' };
    case 'home':
      return { do: 'move', r: 0, c: 0, extend: press.shift, home: null };
    case 'end':
      return { do: 'move', r: state.rows - 1, c: state.cols - 1, extend: press.shift, home: null };
    case 'arrowdown':
      return step(state, state.rows, 0, press.shift);
    case 'arrowup':
      return step(state, -state.rows, 0, press.shift);
    case 'arrowleft':
      return step(state, 0, -state.cols, press.shift);
    case 'arrowright':
      return step(state, 0, state.cols, press.shift);
    default:
      return null;
  }
}

function step(state: KeyState, dr: number, dc: number, extend: boolean): GridCommand {
  const from = extend ? (state.corner ?? state) : state;
  return {
    do: 'move',
    r: clamp(from.r + dr, state.rows - 1),
    c: clamp(from.c + dc, state.cols - 1),
    extend,
    home: null,
  };
}

function walk(state: KeyState, by: 1 | -1): GridCommand {
  const home = state.home ?? state.c;
  let { r, c } = state;
  for (let n = 0; n < state.cols * 2; n += 1) {
    c += by;
    if (c >= state.cols) {
      if (r + 1 >= state.rows) return state.canAdd ? { do: 'add', c: home } : stay(state, home);
      r += 1;
      c = 0;
    } else if (c < 0) {
      if (r === 0) return stay(state, home);
      r -= 1;
      c = state.cols - 1;
    }
    if (state.editable(r, c)) return { do: 'move', r, c, extend: false, home: r === state.r ? home : c };
  }
  return { do: 'move', r: state.r, c: clamp(state.c + by, state.cols - 1), extend: false, home };
}

function enter(state: KeyState, by: 1 | -1): GridCommand {
  const c = state.home ?? state.c;
  if (by === 1 && state.r + 1 >= state.rows) return state.canAdd ? { do: 'add', c } : stay(state, null);
  return { do: 'move', r: clamp(state.r + by, state.rows - 1), c, extend: false, home: null };
}

const stay = (state: KeyState, home: number | null): GridCommand => ({
  do: 'move',
  r: state.r,
  c: state.c,
  extend: false,
  home,
});

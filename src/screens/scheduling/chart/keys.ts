/** What a key means on the chart. Arrows move what is chosen by a step (its ghost first), with Ctrl they walk from task to task. */

export type KeyWish =
  | { readonly kind: 'shift'; readonly steps: number }
  | { readonly kind: 'resource'; readonly by: 1 | -1 }
  | { readonly kind: 'walk'; readonly to: 'left' | 'right' | 'up' | 'down' | 'first' | 'last' }
  | {
      readonly kind: 'drop' | 'giveUp' | 'confirm' | 'lock' | 'undo' | 'redo' | 'all' | 'open';
    };
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}
export interface KeyState {
  /** something is chosen that may be moved */
  readonly canMove: boolean;
  /** a ghost waits to be let go */
  readonly hasGhost: boolean;
}
const WALKS = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
} as const;
/** with Shift an arrow moves by so many steps */
const STRIDE = 10;

export const wishOf = (press: KeyPress, { canMove, hasGhost }: KeyState): KeyWish | null => {
  if (press.altKey) return null;
  const strong = press.ctrlKey || press.metaKey;
  const letter = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (strong) {
    if (letter === 'z') return { kind: press.shiftKey ? 'redo' : 'undo' };
    if (letter === 'y') return { kind: 'redo' };
    if (letter === 'a') return { kind: 'all' };
  }
  const walk = WALKS[press.key as keyof typeof WALKS];
  if (walk !== undefined) {
    if (strong || !canMove || walk === 'first' || walk === 'last') return { kind: 'walk', to: walk };
    if (walk === 'up' || walk === 'down') return { kind: 'resource', by: walk === 'up' ? -1 : 1 };
    return { kind: 'shift', steps: (walk === 'left' ? -1 : 1) * (press.shiftKey ? STRIDE : 1) };
  }
  if (strong) return null;
  if (press.key === 'Enter') return { kind: hasGhost ? 'drop' : 'confirm' };
  if (press.key === 'Escape') return { kind: 'giveUp' };
  if (letter === 'l') return { kind: 'lock' };
  if (press.key === ' ') return { kind: 'open' };
  return null;
};

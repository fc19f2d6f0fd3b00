/** Whether the parts below a list are unfolded and how high they are: what the user chose for this page, else by the room there is. */
export interface BelowShape {
  readonly open: boolean;
  /** px at 1440 */
  readonly height: number;
}
export interface ShapeStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** px at 1440: a window this high has room for both; a lower one gives its room to the rows until somebody asks for the details */
const TALL = 960;
const MOST = 320;
const SHARE = 0.3;
const keyOf = (page: string): string => `millwright.below.${page}`;

export const keptShape = (store: ShapeStore, page: string, room: number): BelowShape => {
  const plain = { open: room >= TALL, height: Math.round(Math.min(MOST, room * SHARE)) };
  try {
    const kept = JSON.parse(store.getItem(keyOf(page)) ?? 'null') as Partial<BelowShape> | null;
    return {
      open: typeof kept?.open === 'boolean' ? kept.open : plain.open,
      height: typeof kept?.height === 'number' && kept.height > 0 ? Math.min(kept.height, room * 0.6) : plain.height,
    };
  } catch {
    return plain;
  }
};

export const keepShape = (store: ShapeStore, page: string, shape: BelowShape): void =>
  store.setItem(keyOf(page), JSON.stringify(shape));

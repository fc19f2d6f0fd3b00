/** Which branches of a tree table stand open: what the user did to each, else as all of them were last left, else the first levels. */
export interface OpenNodes {
  /** 全部展开 or 全部收起, the last of them; undefined = the first levels */
  readonly all?: boolean | undefined;
  /** branches folded or unfolded since then */
  readonly own: Readonly<Record<string, boolean>>;
}
export interface NodeStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** levels open at first */
const OPEN_LEVELS = 2;
/** branches remembered by page; the oldest are forgotten */
const MOST = 500;
const PLAIN: OpenNodes = { own: {} };
const keyOf = (page: string): string => `millwright.open.${page}`;

export const isOpenNode = ({ all, own }: OpenNodes, id: string, level: number): boolean =>
  (Object.hasOwn(own, id) ? own[id] : undefined) ?? all ?? level < OPEN_LEVELS;

export const withNode = ({ all, own }: OpenNodes, id: string, open: boolean): OpenNodes => {
  const { [id]: _, ...rest } = own;
  return { all, own: Object.fromEntries([...Object.entries(rest), [id, open] as const].slice(-MOST)) };
};

export const keptNodes = (store: NodeStore, page: string): OpenNodes => {
  try {
    const kept = JSON.parse(store.getItem(keyOf(page)) ?? 'null') as Partial<OpenNodes> | null;
    const own = Object.entries(kept?.own ?? {}).filter(([, open]) => typeof open === 'boolean');
    return { all: typeof kept?.all === 'boolean' ? kept.all : undefined, own: Object.fromEntries(own) };
  } catch {
    return PLAIN;
  }
};

export const keepNodes = (store: NodeStore, page: string, nodes: OpenNodes): void =>
  store.setItem(keyOf(page), JSON.stringify(nodes));

/** Column settings as the server keeps them (specification §3: chosen columns and the order of all, per list), and back. Pure. */
import { type ColumnSettings, PLAIN } from './column-settings';

/** list inside the page; the page's own is `list` */
const OWN = 'list';

interface Kept {
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  readonly all?: Readonly<Record<string, readonly string[]>>;
  readonly width?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly pin?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** `content` of the call; what cannot be read is no setting. */
export const readSettings = (content: string | undefined, list = OWN): ColumnSettings => {
  const kept = parsed(content);
  if (kept === undefined) return PLAIN;
  const order = kept.all?.[list] ?? [];
  const shown = kept.columns?.[list];
  return {
    order,
    // hidden is what was there and not chosen: a column that came later is in neither list and shows
    hidden: shown === undefined ? [] : order.filter((key) => !shown.includes(key)),
    widths: kept.width?.[list] ?? {},
  };
};

/** null when nothing differs from the document. `columns` are all columns of the list now. */
export const writeSettings = (
  settings: ColumnSettings,
  columns: readonly string[],
  content: string | undefined,
  list = OWN,
): string | null => {
  const kept = parsed(content) ?? {};
  const plain = isPlain(settings);
  const order = settings.order.length > 0 ? settings.order : columns;
  const hidden = new Set(settings.hidden);
  const put = <T>(map: Readonly<Record<string, T>> | undefined, value: T): Record<string, T> => {
    const { [list]: _old, ...rest } = map ?? {};
    return plain ? rest : { ...rest, [list]: value };
  };
  const next: Kept = {
    columns: put(
      kept.columns,
      order.filter((key) => !hidden.has(key)),
    ),
    all: put(kept.all, order),
    width: put(kept.width, settings.widths),
    pin: put(kept.pin, {}),
  };
  return textOf(next);
};
const textOf = (kept: Kept): string | null =>
  [kept.columns, kept.all, kept.width, kept.pin].every((map) => Object.keys(map ?? {}).length === 0)
    ? null
    : JSON.stringify(kept);

/** Widths of a sub-table on the page's forms, under its own code. */
export const widthsIn = (content: string | undefined, sub: string): Readonly<Record<string, number>> =>
  parsed(content)?.width?.[sub] ?? {};
/** The content with these widths of a sub-table; null for nothing at all. */
export const withWidths = (
  content: string | undefined,
  sub: string,
  widths: ReadonlyMap<string, number>,
): string | null => {
  const kept = parsed(content) ?? {};
  const { [sub]: _old, ...rest } = kept.width ?? {};
  return textOf({ ...kept, width: widths.size === 0 ? rest : { ...rest, [sub]: Object.fromEntries(widths) } });
};

export const isPlain = ({ hidden, order, widths }: ColumnSettings): boolean =>
  hidden.length === 0 && order.length === 0 && Object.keys(widths).length === 0;

const parsed = (content: string | undefined): Kept | undefined => {
  if (content === undefined || content === '') return undefined;
  try {
    const value = JSON.parse(content) as unknown;
    return typeof value === 'object' && value !== null ? (value as Kept) : undefined;
  } catch {
    return undefined;
  }
};

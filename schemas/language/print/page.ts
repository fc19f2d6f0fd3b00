/** What a painter gets: pages of things to draw in mm from the top left corner; nothing is left to decide. */
export interface PrintPage {
  readonly items: readonly DrawItem[];
  /** what a preprinted form has on its paper already: shown, printed only when asked */
  readonly ground?: readonly DrawItem[];
}
export interface PrintSheets {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly PrintPage[];
}
export type DrawItem =
  /** one line of text at its baseline; `w` is its measured width, `size` in points */
  | {
      readonly k: 'text';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly text: string;
      readonly size: number;
      readonly bold?: true;
    }
  | { readonly k: 'line'; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  | { readonly k: 'box'; readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  | {
      readonly k: 'image';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly file: string;
    }
  | {
      readonly k: 'code';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly type: 'qr' | 'code128' | 'ean13';
      readonly text: string;
    }
  /** light text across the page */
  | { readonly k: 'watermark'; readonly text: string };

/** Drawn things moved by (dx, dy). */
export const moved = (items: readonly DrawItem[], dx: number, dy: number): DrawItem[] =>
  items.map((item) => {
    if (item.k === 'watermark') return item;
    if (item.k === 'line') return { ...item, x1: item.x1 + dx, x2: item.x2 + dx, y1: item.y1 + dy, y2: item.y2 + dy };
    return { ...item, x: item.x + dx, y: item.y + dy };
  });

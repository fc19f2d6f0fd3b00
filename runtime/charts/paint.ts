/** Draws what stands on the page onto a canvas: grounds, lines, words where they stand, and the canvases of the marks as they are. */
import type { ChartColours } from './colours';

export interface Painting {
  readonly pen: CanvasRenderingContext2D;
  /** px of the page that is the corner of the picture */
  readonly left: number;
  readonly top: number;
}

/** `ratio`: px of the picture for one of the page */
export const paint = (element: HTMLElement, ratio: number): HTMLCanvasElement | undefined => {
  const picture = document.createElement('canvas');
  const { left, top, width, height } = element.getBoundingClientRect();
  picture.width = Math.round(width * ratio);
  picture.height = Math.round(height * ratio);
  const pen = picture.getContext('2d');
  if (pen === null) return undefined;
  pen.scale(ratio, ratio);
  pen.fillStyle = groundOf(element);
  pen.fillRect(0, 0, width, height);
  paintElement({ pen, left, top }, element);
  return picture;
};

/** The nearest ground below that is no glass. */
export const groundOf = (element: Element): string => {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!isClear(backgroundColor)) return backgroundColor;
  }
  return 'white';
};
const isClear = (colour: string): boolean =>
  colour === '' || colour === 'transparent' || /(,\s*|\/\s*)0(\.0+)?\)$/.test(colour);

const paintElement = (painting: Painting, element: Element): void => {
  const { pen, left, top } = painting;
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden' || element.hasAttribute('data-unpainted')) return;
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left - left, box.top - top];
  pen.save();
  pen.globalAlpha *= Number(style.opacity);
  paintGround(pen, style, x, y, box.width, box.height);
  if (element instanceof HTMLCanvasElement) {
    if (element.width > 0 && element.height > 0) pen.drawImage(element, x, y, box.width, box.height);
  } else if (element instanceof HTMLProgressElement) paintProgress(pen, element, x, y, box.width, box.height);
  else {
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
      pen.beginPath();
      pen.rect(x, y, box.width, box.height);
      pen.clip();
    }
    for (const child of element.childNodes) {
      if (child instanceof Text) paintText(painting, child, style);
      else if (child instanceof Element && !(child instanceof SVGElement)) paintElement(painting, child);
    }
  }
  pen.restore();
};

const paintGround = (
  pen: CanvasRenderingContext2D,
  style: CSSStyleDeclaration,
  x: number,
  y: number,
  width: number,
  height: number,
): void => {
  if (!isClear(style.backgroundColor)) {
    pen.fillStyle = style.backgroundColor;
    pen.beginPath();
    pen.roundRect(x, y, width, height, Number.parseFloat(style.borderTopLeftRadius) || 0);
    pen.fill();
  }
  const edges = [
    [style.borderTopWidth, style.borderTopStyle, style.borderTopColor, x, y, x + width, y],
    [style.borderBottomWidth, style.borderBottomStyle, style.borderBottomColor, x, y + height, x + width, y + height],
    [style.borderLeftWidth, style.borderLeftStyle, style.borderLeftColor, x, y, x, y + height],
    [style.borderRightWidth, style.borderRightStyle, style.borderRightColor, x + width, y, x + width, y + height],
  ] as const;
  for (const [thick, kind, colour, x1, y1, x2, y2] of edges) {
    const line = Number.parseFloat(thick);
    if (kind === 'none' || !(line > 0) || isClear(colour)) continue;
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  }
};

/** The browser draws it in its own way: filled by the colour its numbers have. */
const paintProgress = (
  pen: CanvasRenderingContext2D,
  element: HTMLProgressElement,
  x: number,
  y: number,
  width: number,
  height: number,
): void => {
  const { value, max } = element;
  const token = (name: string): string => getComputedStyle(element).getPropertyValue(name).trim() || 'gray';
  const part = (colour: string, wide: number): void => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, y, wide, height, height / 2);
    pen.fill();
  };
  part(token('--c-line2'), width);
  part(
    token(element.dataset.tone === undefined ? '--c-chart-1' : `--c-${element.dataset.tone}`),
    (width * value) / (max || 1),
  );
};

/** Each line where the browser broke it. */
const paintText = ({ pen, left, top }: Painting, text: Text, style: CSSStyleDeclaration): void => {
  const { data } = text;
  if (data.trim() === '') return;
  pen.fillStyle = style.color;
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.textBaseline = 'middle';
  const range = document.createRange();
  let line: { readonly top: number; readonly left: number; readonly middle: number; from: number } | undefined;
  const end = (to: number): void => {
    if (line === undefined) return;
    const said = data
      .slice(line.from, to)
      .replace(/[ \t\r\n]+/g, ' ')
      .trimEnd();
    if (said !== '') pen.fillText(said, line.left - left, line.middle - top);
  };
  for (let at = 0; at < data.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const box = range.getClientRects()[0];
    if (box === undefined || box.width === 0) continue;
    if (line !== undefined && Math.abs(box.top - line.top) < 2) continue;
    end(at);
    line = { top: box.top, left: box.left, middle: box.top + box.height / 2, from: at };
  }
  end(data.length);
};

/** Stripes by the place of a colour in the palette: [x, y] steps a pixel goes along, px between two stripes; the first stays full. */
const STRIPES: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [1, 1, 8],
  [1, -1, 8],
  [0, 1, 6],
  [1, 0, 6],
  [1, 1, 5],
  [1, -1, 5],
  [1, 2, 9],
];
const NEAR = 40;

/** Grounds in the colours of series get stripes, so that grey paper and eyes that see no colour tell them apart. */
export const stripe = (picture: HTMLCanvasElement, { series }: Pick<ChartColours, 'series'>, ratio: number): void => {
  const pen = picture.getContext('2d');
  if (pen === null) return;
  const palette = series.map((colour) => rgbOf(pen, colour));
  const image = pen.getImageData(0, 0, picture.width, picture.height);
  stripePixels(image, palette, ratio);
  pen.putImageData(image, 0, 0);
};
const rgbOf = (pen: CanvasRenderingContext2D, colour: string): readonly [number, number, number] => {
  pen.fillStyle = colour;
  const hex = /^#(..)(..)(..)$/.exec(String(pen.fillStyle));
  return hex === null ? [-999, -999, -999] : [hexed(hex[1]), hexed(hex[2]), hexed(hex[3])];
};
const hexed = (text: string | undefined): number => Number.parseInt(text ?? '0', 16);

/** px around what is white, as labels in a slice and the edge of it are, that keep their colour */
const HALO = 3;

export const stripePixels = (
  { data, width }: Pick<ImageData, 'data' | 'width'>,
  palette: readonly (readonly [number, number, number])[],
  ratio: number,
): void => {
  for (let row = 0; row * width * 4 < data.length; row++) {
    const start = row * width * 4;
    const far = fromWhite(data, start, width);
    for (let x = 0; x < width; x++) {
      const at = start + x * 4;
      const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
      const found = palette.findIndex(([pr, pg, pb]) => Math.abs(pr - r) + Math.abs(pg - g) + Math.abs(pb - b) < NEAR);
      const [dx, dy, step] = STRIPES[found] ?? [0, 0, 0];
      if (step === 0 || (far[x] ?? 0) <= HALO * ratio) continue;
      const place = x * dx + row * dy;
      const period = Math.round(step * ratio);
      if (((place % period) + period) % period >= period / 2) continue;
      for (let part = 0; part < 3; part++) data[at + part] = 255 - (255 - (data[at + part] as number)) * 0.35;
    }
  }
};
const WHITE = 235;
/** px from each pixel of a row to the next white one */
const fromWhite = (data: ImageData['data'], start: number, width: number): Uint16Array => {
  const far = new Uint16Array(width).fill(0xffff);
  const walk = (from: number, to: number, by: number): void => {
    let since = 0xffff;
    for (let x = from; x !== to; x += by) {
      const at = start + x * 4;
      const isWhite = Math.min(data[at] as number, data[at + 1] as number, data[at + 2] as number) >= WHITE;
      since = isWhite ? 0 : Math.min(since + 1, 0xffff);
      far[x] = Math.min(far[x] as number, since);
    }
  };
  walk(0, width, 1);
  walk(width - 1, -1, -1);
  return far;
};

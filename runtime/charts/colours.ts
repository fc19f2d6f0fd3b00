/** The colours of a chart, read from the tokens of the page at the moment of drawing: light, dark and board alike. */
export interface ChartColours {
  readonly series: readonly string[];
  readonly rest: string;
  readonly text: string;
  readonly text2: string;
  readonly line: string;
  readonly panel: string;
  readonly ok: string;
  readonly warn: string;
  readonly bad: string;
}
const HUES = [1, 2, 3, 4, 5, 6, 7, 8];

/** `_theme`: what the page shows now; a change of it asks anew */
export const coloursOf = (element: Element, _theme: string): ChartColours => {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(`--c-${name}`).trim() || 'gray';
  return {
    series: HUES.map((n) => of(`chart-${n}`)),
    rest: of('chart-rest'),
    text: of('text'),
    text2: of('text2'),
    line: of('line2'),
    panel: of('panel'),
    ok: of('ok-fill'),
    warn: of('warn-fill'),
    bad: of('bad-fill'),
  };
};

/** The same thing has the same colour everywhere: good green, bad red, rework amber. */
export const fixedColour = (code: string, title: string, colours: ChartColours): string | undefined => {
  if (/^(un|bad|scrap|late|overdue)/i.test(code) || /不合格|不良|报废|逾期|未/.test(title)) return colours.bad;
  if (/^rework/i.test(code) || /返工/.test(title)) return colours.warn;
  if (/^(good|qualified)/i.test(code) || /^合格(数|量)?$/.test(title)) return colours.ok;
  return undefined;
};

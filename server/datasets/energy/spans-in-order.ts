/** Spans in the order of time, asked for by spans that go on in time: each is looked at once. */

interface Span {
  readonly from: number;
  readonly to: number;
}
/** Those that touch a span. */
export type Following<S extends Span> = (span: Span) => readonly S[];

export const following = <S extends Span>(spans: readonly S[]): Following<S> => {
  let first = 0;
  return ({ from, to }) => {
    while ((spans[first]?.to ?? Number.POSITIVE_INFINITY) <= from) first++;
    const found: S[] = [];
    for (let n = first; n < spans.length; n++) {
      const span = spans[n];
      if (span === undefined || span.from >= to) break;
      if (span.to > from) found.push(span);
    }
    return found;
  };
};

/** Seconds of spans without overlap that lie in another. */
export const secondsIn = (spans: readonly Span[], { from, to }: Span): number =>
  spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);

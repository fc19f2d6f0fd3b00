/** Spans of time on a day: minutes since its midnight, beyond 24 h and before 0 where a shift crosses it; [from, to). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const DAY = 24 * 60;

/** Minutes since midnight of `HH:mm[:ss]`; null when the text is no time. */
export const minuteOf = (time: unknown): number | null => {
  const found = typeof time === 'string' ? /(?:^|\s)(\d{2}):(\d{2})(?::(\d{2}))?/.exec(time) : null;
  return found ? Number(found[1]) * 60 + Number(found[2]) + Number(found[3] ?? 0) / 60 : null;
};

/** What is left of spans without holes. */
export const without = (spans: readonly Span[], holes: readonly Span[]): readonly Span[] => {
  let left = [...spans];
  for (const hole of holes)
    left = left.flatMap((span) =>
      hole.to <= span.from || hole.from >= span.to
        ? [span]
        : [
            { from: span.from, to: hole.from },
            { from: hole.to, to: span.to },
          ].filter(({ from, to }) => to > from),
    );
  return left;
};

export const minutesOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + (to - from), 0);

export const movedBy = ({ from, to }: Span, minutes: number): Span => ({ from: from + minutes, to: to + minutes });

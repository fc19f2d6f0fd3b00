/** A message against what is known of its box: values that are stored, values that are refused and why (50 §2.5, §2.6). */

import { decode } from './decode';
import type { Box, Point } from './directory';
import { type Message, type Raw, REASON, type Reading, type Reason, type Rejected } from './message';

export interface TakenValue {
  readonly point: Point;
  readonly ts: number;
  readonly value: number | null;
  readonly text: string | null;
  readonly q: number;
}
export interface Unknown {
  readonly code: string;
  readonly value: string;
}
export interface Taken {
  readonly box: Box;
  readonly message: Message;
  readonly topic: string;
  readonly recvAt: number;
  readonly values: readonly TakenValue[];
  readonly rejected: readonly Rejected[];
  readonly unknown: readonly Unknown[];
}
export interface TimeRule {
  readonly futureMs: number;
  readonly acceptMs: number;
}

/** A bad value never refuses its neighbours. */
export const take = (
  box: Box,
  message: Message,
  rule: TimeRule,
  { topic, recvAt }: { readonly topic: string; readonly recvAt: number },
): Taken => {
  const values: TakenValue[] = [];
  const rejected: Rejected[] = [...(message.refused ?? [])];
  const unknown: Unknown[] = [];
  const refuse = ({ code, ts, raw }: Reading, reason: Reason): void => {
    rejected.push({ reason, point: code, content: contentOf(ts, raw) });
  };
  for (const reading of message.readings) {
    const { code, ts, raw, q } = reading;
    const point = box.points.get(code);
    if (point === undefined) {
      refuse(reading, REASON.unknown);
      unknown.push({ code, value: String(raw).slice(0, 100) });
    } else if (ts > recvAt + rule.futureMs) refuse(reading, REASON.future);
    else if (ts < recvAt - rule.acceptMs) refuse(reading, REASON.old);
    else {
      const made = decode(point.code, raw, q);
      if ('refused' in made) refuse(reading, made.refused);
      else {
        if (made.reason !== undefined) refuse(reading, made.reason);
        values.push({ point, ts, value: made.value, text: made.text, q: made.q });
      }
    }
  }
  return { box, message, topic, recvAt, values, rejected, unknown };
};
const contentOf = (ts: number, raw: Raw | null): string =>
  `${new Date(ts).toISOString()} ${String(raw)}`.slice(0, 2048);

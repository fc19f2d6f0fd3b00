/** A run of an action as its parts see it: what it works with, and how it speaks with the server and the user. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { ActBody, Refusal, Target, WireRow } from '../data/types';
import type { RecordPlace } from '../page/rooms';
import type { At, RunOptions } from './built-in-go';
import type { DialogDesk } from './dialog-desk';
import type { Held } from './result';

export interface Running {
  readonly at: At;
  readonly desk: DialogDesk;
  readonly open: (place: RecordPlace) => void;
  readonly action: ResolvedAction;
  readonly records: readonly WireRow[];
  readonly options: RunOptions;
  readonly targets: readonly Target[];
  body(more: Partial<ActBody>): ActBody;
  /** calls the action; null = done, else the refusal (shown by the caller when `held`) */
  send(more: Partial<ActBody>, held: boolean): Promise<Held | null>;
  /** the same, after its preview was agreed to where it has one */
  sendSeen(more: Partial<ActBody>, held: boolean): Promise<Held | null>;
  told(text: string, refusal: Refusal): Promise<void>;
  takeWay(way: NonNullable<Refusal['ways']>[number]): Promise<void>;
}

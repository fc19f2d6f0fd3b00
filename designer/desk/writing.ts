/** How the screens of the designer change the open design: a wish is done, or told why not. Who may only look changes nothing. */
import type { Step } from '../../schemas/language/steps/index';
import { writeSteps } from '../commands/index';
import { type Command, type DesignState, isRefusal, type Refusal, type Transaction } from '../document/state';
import type { DesignStore } from '../document/store';
import type { Outcome } from './desk';

export interface Writing {
  /** the design as it stands now */
  readonly state: () => DesignState;
  /** why nothing can be changed; undefined = it can */
  readonly closed: () => string | undefined;
  /** tells a refusal; true = there is none */
  readonly tell: (outcome: Outcome) => boolean;
  /** what a command answered is done, or told why not; with a `group` it is one undo with those before it */
  readonly take: (answer: Transaction | Refusal, group?: string) => boolean;
  readonly run: <A>(command: Command<A>, args: A, group?: string) => boolean;
  /** why it may not be, without doing it */
  readonly asked: <A>(command: Command<A>, args: A) => string | undefined;
  /** the same where it may well be as it is: that it changes nothing is no reason */
  readonly blocked: <A>(command: Command<A>, args: A) => string | undefined;
  /** steps another panel made; equal gestures in a row are one undo */
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
  /** the next wish is an undo of its own */
  readonly endGesture: () => void;
}
interface Options {
  readonly store: DesignStore;
  readonly closed: () => string | undefined;
  readonly warn: (reason: string) => void;
  /** a wish that changes nothing is not told: its gesture shows it */
  readonly quiet: boolean;
}

export function writingOf({ store, closed, warn, quiet }: Options): Writing {
  const refusalOf = <A>(command: Command<A>, args: A): Refusal | undefined => {
    const reason = closed();
    if (reason !== undefined) return { reason };
    const answer = command(store.state, args);
    return isRefusal(answer) ? answer : undefined;
  };
  const settle = (refusal: Refusal | undefined, isQuiet: boolean): boolean => {
    if (refusal !== undefined && !(isQuiet && refusal.code === 'same')) warn(refusal.reason);
    return refusal === undefined;
  };
  const taken = (answer: Transaction | Refusal, group: string | undefined): Refusal | undefined => {
    const reason = closed();
    if (reason !== undefined) return { reason };
    if (isRefusal(answer)) return answer;
    const problem = store.dispatch(group === undefined ? answer : { ...answer, group });
    return problem === undefined ? undefined : { reason: problem.text };
  };
  const take: Writing['take'] = (answer, group) => settle(taken(answer, group), quiet);
  return {
    state: () => store.state,
    closed,
    tell: (outcome) => settle('refused' in outcome ? { reason: outcome.refused } : undefined, false),
    take,
    run: (command, args, group) => take(command(store.state, args), group),
    asked: (command, args) => refusalOf(command, args)?.reason,
    blocked: (command, args) => {
      const refusal = refusalOf(command, args);
      return refusal?.code === 'same' ? undefined : refusal?.reason;
    },
    onSteps: (steps, group) => void settle(taken(writeSteps(store.state, { steps, group }), undefined), false),
    endGesture: () => store.endGesture(),
  };
}

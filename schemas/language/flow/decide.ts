/** What the answers of a node mean together (domain part 10, 7.5 step 4 and 7.6 step 12). */
import type { FlowNodeDoc } from './document';
import type { FlowTask, Visit } from './state';
import { isOpen } from './work';

/** next = the following person of an ordered node is asked; undefined = answers are missing. */
export function decide(
  visit: Visit,
  tasks: readonly FlowTask[],
  doc: FlowNodeDoc | undefined,
): 'pass' | 'reject' | 'next' | undefined {
  // handed on: the task of the new person counts in its place
  const live = tasks.filter((task) => task.state !== 'cancelled' && task.result !== 'transfer');
  const added = live.filter((task) => task.added !== undefined);
  const own = live.filter((task) => task.added === undefined);
  if (added.some(isNo)) return 'reject';
  const waits = added.some((task) => task.added?.mode === 'after' && !isYes(task));
  switch (visit.sign) {
    case 'or': {
      const first = [...own, ...added.filter((task) => task.added?.mode === 'with')];
      if (first.some(isNo)) return 'reject';
      return first.some(isYes) && !waits ? 'pass' : undefined;
    }
    case 'seq':
      if (own.some(isNo)) return 'reject';
      if (live.some(isOpen)) return undefined;
      return visit.queue.length > 0 ? 'next' : 'pass';
    case 'all':
      if (live.some(isNo) && (doc?.reject !== 'all' || !live.some(isOpen))) return 'reject';
      return live.every(isYes) ? 'pass' : undefined;
    case 'vote': {
      const need = neededVotes(live.length, doc?.rate ?? 60);
      if (live.filter(isNo).length > live.length - need) return 'reject';
      return live.filter(isYes).length >= need && !waits ? 'pass' : undefined;
    }
  }
}

/** ⌈n × rate ÷ 100⌉ agreements pass a vote. */
export const neededVotes = (people: number, rate: number): number => Math.ceil((people * rate) / 100);

const isYes = ({ state, result }: FlowTask): boolean =>
  state === 'done' && (result === 'agree' || result === 'done' || result === 'auto');
const isNo = ({ state, result }: FlowTask): boolean => state === 'done' && (result === 'reject' || result === 'late');

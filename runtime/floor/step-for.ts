/** The step of a task that takes a code about something else: a batch is fed to it, a badge joins or leaves its crew. */
import type { QueryClient } from '@tanstack/react-query';
import type { ResolvedAction, ResolvedObject } from '../../schemas/language/resolved';
import type { ScanHit } from '../../schemas/language/wire-labels';
import { labelOf, wholeDefaults } from '../actions/index';
import { chooseOne } from '../page/choose';
import type { Host } from '../page/host';
import type { Page } from '../page/types';
import { pageOnce } from '../page/use-page';
import type { Task, TaskDesk } from './task-desk';
import { stepsOf } from './tasks';

export interface TakenStep {
  readonly run: () => Promise<boolean>;
  /** what is done with the code */
  readonly says: string;
}
interface Around {
  readonly client: QueryClient;
  readonly host: Pick<Host, 'feedback' | 'session'>;
}
type Taking = (task: Task) => Promise<TakenStep | undefined>;

/** Of the task in front, else of one that is chosen; undefined = none takes it, null = none was chosen. */
export async function stepFor(
  hit: ScanHit,
  text: string,
  desk: TaskDesk,
  around: Around,
): Promise<TakenStep | null | undefined> {
  const taking: Taking = async (task) => crewStep(hit, task) ?? (await batchStep(hit, text, task, around));
  const { current, tasks } = desk;
  const own = current && (await taking(current));
  if (own !== undefined) return own;
  const found: { readonly task: Task; readonly step: TakenStep }[] = [];
  for (const task of tasks) {
    const step = await taking(task);
    if (step !== undefined) found.push({ task, step });
  }
  if (found.length === 0) return undefined;
  const chosen = await chooseOne(around.host.feedback, text, found, ({ task, step }) => ({
    label: labelOf(task.list.page.object, task.row),
    hint: step.says,
  }));
  return chosen?.step ?? null;
}

/** An action that asks for a set of what was scanned and proposes the one that is there: who is in it leaves, others join. */
function crewStep(hit: ScanHit, { list: { page, run }, row }: Task): TakenStep | undefined {
  for (const action of stepsOf(page, row)) {
    const set = setAsked(action, hit.object);
    if (set === undefined) continue;
    return {
      says: action.title,
      run: async () => {
        const ids = (await wholeDefaults(page, action, row))[set];
        const here = Array.isArray(ids) ? ids.map(String) : [];
        const next = here.includes(hit.id) ? here.filter((id) => id !== hit.id) : [...here, hit.id];
        return run(action, row, { answers: { [set]: next } });
      },
    };
  }
  return undefined;
}
function setAsked({ ask = {} }: ResolvedAction, object: string): string | undefined {
  const [only, ...rest] = Object.values(ask);
  const isSet = only?.ref === object && only.many === true && only.default !== undefined;
  return isSet && rest.length === 0 ? only.code : undefined;
}

/** A step that opens a page on touch whose codes include batches. */
async function batchStep(
  hit: ScanHit,
  text: string,
  { list: { page, run }, row }: Task,
  { client, host }: Around,
): Promise<TakenStep | undefined> {
  if (hit.batchNbr === undefined) return undefined;
  for (const action of stepsOf(page, row)) {
    const code = action.open?.page;
    if (code === undefined || code.startsWith('=')) continue;
    const opened: Page = await pageOnce(client, code, host.session);
    if (takesBatches(opened.object))
      return { says: action.title, run: () => run(action, row, { with: { scan: text } }) };
  }
  return undefined;
}
const takesBatches = ({ floor, fields }: ResolvedObject): boolean =>
  (floor?.scan ?? []).some((code) => fields[code]?.ref === undefined && /batchNbr$/i.test(code));

/** Own actions of a record in floor mode, and how they wait without network. What posts or decides is never queued (language §9). */
import { wireKey } from '../../schemas/language/kinds/record-codec';
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { RunOptions } from '../actions/index';
import { offlineQueue } from '../data/offline-queue';
import type { QueueItem } from '../data/queue-db';
import type { ActBody, WireRow } from '../data/types';
import type { FormModel } from '../form/form-model';
import { factoryTime } from '../page/factory-time';
import type { Host } from '../page/host';
import type { Page } from '../page/types';
import type { FloorPlan } from './floor-form';
import { chainOf } from './submit';

/** Built-in actions are steps where their document says so. */
export const isStep = ({ builtIn, at }: ResolvedAction): boolean => !builtIn || at.includes('floor');

/** Those of the document itself that stand on a row or a detail and are open in the state of the record. */
export const floorActions = (page: Page, model: FormModel): readonly ResolvedAction[] =>
  Object.values(page.object.actions).filter(
    (action) =>
      isStep(action) &&
      action.auto === undefined &&
      action.in === undefined &&
      (action.open === undefined || action.at.includes('floor')) &&
      (action.at.includes('row') || action.at.includes('detail')) &&
      page.can(action.right) &&
      !model.states.actions.has(action.code) &&
      isOpen(page, action, { id: idOf(model), allowed: model.actions }),
  );

/** By what the server said of the record; behind an action that waits by the state it leads to, if it may wait too. */
export function isOpen(
  page: Page,
  action: ResolvedAction,
  { id, allowed }: { readonly id: string; readonly allowed: readonly string[] },
): boolean {
  const item = waitsFor(id);
  if (item === undefined || action.open !== undefined) return allowed.includes(action.code);
  const { to } = page.object.actions[item.call.slice(ACT.length)] ?? {};
  return (
    to !== undefined &&
    (action.from ?? []).includes(to) &&
    page.can(action.right) &&
    mayWait(action, planOf(page.object))
  );
}
const ACT = 'act/';

/** The last action of this record that stands in the queue: what the server says of the record is of before. */
export const waitsFor = (id: string): QueueItem | undefined =>
  offlineQueue.items.findLast(
    ({ call, body }) =>
      call.startsWith(ACT) && (body.targets as readonly { readonly id?: unknown }[] | undefined)?.[0]?.id === id,
  );
/** 暂停已记下，上传后生效 */
export const waitText = ({ object }: Page, { call, state }: QueueItem): string =>
  `${object.actions[call.slice(ACT.length)]?.title ?? ''}${state === 'refused' ? '没有通过，需处理' : '已记下，上传后生效'}`;

type Plan = Pick<FloorPlan, 'offline' | 'acts' | 'chain' | 'discard'>;
export const planOf = ({ floor = {}, actions }: ResolvedObject): Plan => ({
  offline: floor.offline === true,
  acts: floor.acts,
  chain: floor.chain,
  discard: floor.discard === undefined ? undefined : actions[floor.discard]?.right,
});

/** What of an action needs its page: records to choose, rows, what a service knows. What the floor does not name needs the network. */
export const mayWait = ({ code, ask, prepare, preview }: ResolvedAction, { acts }: Pick<Plan, 'acts'>): boolean =>
  acts?.includes(code) !== false &&
  prepare === undefined &&
  preview !== true &&
  Object.values(ask ?? {}).every(isPlain);
const isPlain = ({ ref, sub, service, default: value }: ResolvedField): boolean =>
  ref === undefined &&
  sub === undefined &&
  service === undefined &&
  !(typeof value === 'string' && value.startsWith('='));

/** Does it have to wait: no network, or something of its chain waits already? */
const mustWait = ({ open, push, print }: ResolvedAction, chain: string, plan: Plan): boolean =>
  plan.offline &&
  open === undefined &&
  push === undefined &&
  print === undefined &&
  (!offlineQueue.online || !navigator.onLine || offlineQueue.holds(chain));

const idOf = (model: FormModel): string => String(model.stored?.id ?? '');

/** The record an action is of. */
interface Subject {
  readonly id: string;
  readonly name: readonly unknown[];
  readonly chain: string;
}
export const subjectOf = (model: FormModel): Subject => ({
  id: idOf(model),
  name: model.page.object.label.map((code) => model.value(code)),
  chain: chainOf(model, planOf(model.page.object), idOf(model)),
});
export function rowSubject({ object }: Page, row: WireRow): Subject {
  const { chain } = planOf(object);
  const field = chain === undefined ? undefined : object.fields[chain];
  const value = field === undefined ? null : row[wireKey(field)];
  return {
    id: row.id,
    name: object.label.map((code) => row[code]),
    chain: typeof value === 'string' || typeof value === 'number' ? String(value) : row.id,
  };
}

interface FloorAct {
  readonly page: Page;
  readonly action: ResolvedAction;
  readonly subject: Subject;
  readonly host: Pick<Host, 'feedback' | 'session'>;
  readonly run: (options: Pick<RunOptions, 'wait'>) => Promise<boolean>;
}
/** Runs it where there is a network; else, and when no answer comes, its call waits on the device under its token. */
export async function actOnFloor({ page, action, subject, host, run }: FloorAct): Promise<boolean> {
  const plan = planOf(page.object);
  const now = mustWait(action, subject.chain, plan);
  const able = plan.offline && mayWait(action, plan);
  if (now && !able) {
    host.feedback.warning(`断网时不能${action.title}，请联网后操作`);
    return false;
  }
  if (!able) return run({});
  const keep = async (body: ActBody): Promise<void> => {
    await offlineQueue.add(itemOf({ page, action, subject, body, now: host.session.now() }));
    host.feedback.warning('已存本机，待上传');
  };
  return run({ wait: { now, keep } });
}

interface Kept extends Pick<FloorAct, 'page' | 'action' | 'subject'> {
  readonly body: ActBody;
  /** milliseconds of the server's clock */
  readonly now: number;
}
function itemOf({ page, action, subject, body, now }: Kept) {
  const { token, targets, ...rest } = body;
  const { discard } = planOf(page.object);
  // behind others of its chain: its version will be another one, its state is guarded
  const given = offlineQueue.holds(subject.chain) ? targets.map(({ id }) => ({ id })) : targets;
  return {
    token,
    chain: subject.chain,
    page: page.code,
    call: `${ACT}${action.code}`,
    body: { ...rest, targets: given } as unknown as QueueItem['body'],
    occurAt: factoryTime(Date.now()),
    clockOffset: now - Date.now(),
    title: [page.object.title, ...subject.name.filter((value) => typeof value === 'string'), action.title].join(' '),
    ...(discard === undefined ? {} : { discard }),
  };
}

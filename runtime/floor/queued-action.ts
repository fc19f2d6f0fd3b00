/** Own actions of a record in floor mode, and how they wait without network. What posts or decides is never queued (language §9). */
import type { ResolvedAction } from '../../schemas/language/resolved';
import { newToken } from '../data/ids';
import { offlineQueue } from '../data/offline-queue';
import type { FormModel } from '../form/form-model';
import { factoryTime } from '../page/factory-time';
import type { Page } from '../page/types';
import type { FloorPlan } from './floor-form';
import { chainOf } from './submit';
import { isStep } from './tasks';

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
      model.actions.includes(action.code),
  );

/** Does it have to wait: no network, or something of its chain waits already? */
export const isQueued = ({ push, print }: ResolvedAction, model: FormModel, plan: FloorPlan): boolean =>
  plan.offline &&
  push === undefined &&
  print === undefined &&
  (!offlineQueue.online || !navigator.onLine || offlineQueue.holds(chainOf(model, plan, idOf(model))));

/** What is asked needs its page; what the floor of the page does not name needs the network. */
export const mayWait = ({ code, ask }: ResolvedAction, { acts }: FloorPlan): boolean =>
  Object.keys(ask ?? {}).length === 0 && acts?.includes(code) !== false;

/** An action of this record stands in the queue: its next one would be of a state nobody knows yet. */
export const waitsFor = (model: FormModel): boolean =>
  offlineQueue.items.some(
    ({ call, body }) =>
      call.startsWith('act/') &&
      (body.targets as readonly { readonly id?: unknown }[] | undefined)?.[0]?.id === idOf(model),
  );

const idOf = (model: FormModel): string => String(model.stored?.id ?? '');

export async function queueAction(
  action: ResolvedAction,
  model: FormModel,
  plan: FloorPlan,
  /** milliseconds of the server's clock */
  now: number,
): Promise<void> {
  const { page, stored } = model;
  const id = idOf(model);
  const named = page.object.label.map((code) => model.value(code)).filter((value) => typeof value === 'string');
  const version = stored?.version;
  await offlineQueue.add({
    token: newToken(),
    chain: chainOf(model, plan, id),
    page: page.code,
    call: `act/${action.code}`,
    body: { targets: [typeof version === 'number' ? { id, version } : { id }], schema: page.object.hash },
    occurAt: factoryTime(Date.now()),
    clockOffset: now - Date.now(),
    title: [page.object.title, ...named, action.title].join(' '),
    ...(plan.discard === undefined ? {} : { discard: plan.discard }),
  });
}

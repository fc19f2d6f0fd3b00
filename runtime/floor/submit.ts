/** Sending what was entered on the floor: at once where there is a network and nothing waits before it, else into the queue. */
import type { Json } from '../../schemas/language/value';
import { HttpError } from '../data/http';
import { newToken, uuidv7 } from '../data/ids';
import { offlineQueue } from '../data/offline-queue';
import { recordClient } from '../data/record-client';
import type { Refusal, SaveBody, WireRecord } from '../data/types';
import type { FormModel } from '../form/form-model';
import { factoryTime } from '../page/factory-time';
import type { FloorPlan } from './floor-form';
import { countedBy } from './held';

export type Sent =
  | { readonly how: 'stored'; readonly id: string }
  /** on this device: said as such, never as done */
  | { readonly how: 'queued' }
  | { readonly how: 'refused'; readonly text: string; readonly refusal: Refusal }
  /** nobody knows whether it was stored */
  | { readonly how: 'lost'; readonly text: string; readonly again: Again }
  /** warnings to be agreed to */
  | { readonly how: 'warned'; readonly text: string; readonly accept: readonly string[] };

export interface Again {
  readonly token: string;
  readonly id: string;
  /** the content of then */
  readonly said: string;
}
const NOT_OFFLINE = '网络中断，库存业务不能离线提交';

export interface SendOptions {
  readonly plan: FloorPlan;
  /** milliseconds of the server's clock */
  readonly now: () => number;
  readonly title: string;
  readonly accept?: readonly string[];
  /** what went out before without an answer: the same content goes out as the same call, so that it is stored once */
  readonly again?: Again | undefined;
}

/** The same token and id go over the network and into the queue, so that a lost answer makes no second record. */
export async function send(model: FormModel, { plan, now, title, accept = [], again }: SendOptions): Promise<Sent> {
  const page = model.page.code;
  const record = model.toSend() as WireRecord;
  const said = JSON.stringify([record, accept]);
  const { token, id } = again?.said === said ? again : { token: newToken(), id: record.id ?? uuidv7() };
  const given = { ...record, id } as WireRecord;
  const chain = chainOf(model, plan, given.id);
  const body: SaveBody = {
    record: given,
    schema: model.object.hash,
    token,
    ...(accept.length === 0 ? {} : { accept }),
  };
  const queue = async (): Promise<Sent> => {
    const { token: _token, ...rest } = body;
    const at = now();
    await offlineQueue.add({
      token,
      chain,
      page,
      call: 'save',
      body: rest as unknown as { readonly [key: string]: Json },
      occurAt: factoryTime(Date.now()),
      clockOffset: at - Date.now(),
      title,
      ...(plan.discard === undefined ? {} : { discard: plan.discard }),
      counted: countedBy(plan),
      numbers: plan.big.map((field) => ({
        code: field.code,
        title: field.title,
        ...(field.suffix === undefined ? {} : { suffix: field.suffix }),
      })),
    });
    return { how: 'queued' };
  };
  if (plan.offline && (offlineQueue.holds(chain) || !offlineQueue.online || !navigator.onLine)) return queue();
  try {
    await recordClient.save(page, body, { quiet: true });
    offlineQueue.setOnline(true);
    return { how: 'stored', id: given.id };
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
    const isLost = cause.code === 0 || cause.code >= 500;
    if (isLost && plan.offline) {
      offlineQueue.setOnline(false);
      return queue();
    }
    if (isLost && plan.lines !== undefined)
      return { how: 'lost', text: NOT_OFFLINE, again: { token, id: given.id, said } };
    const refusal = (cause.data ?? {}) as Refusal;
    if (refusal.warnings !== undefined && refusal.warnings.length > 0)
      return {
        how: 'warned',
        text: refusal.warnings.map((warning) => warning.text).join('\n'),
        accept: [...accept, ...new Set(refusal.warnings.map((warning) => warning.code))],
      };
    return { how: 'refused', text: cause.msg, refusal };
  }
}

/** Reports of one chain keep their order; a record that names none is a chain of its own. */
export function chainOf(model: FormModel, plan: Pick<FloorPlan, 'chain'>, id: string): string {
  const value = plan.chain === undefined ? null : model.value(plan.chain);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : id;
}

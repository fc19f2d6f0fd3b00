/** A terminal of the floor: what it did without network, as it sends it when it is back. */
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { factoryTime, makeCtx } from '../../../server/records/context';
import { type ReplayAnswer, replayCall } from '../../../server/records/save/replay';
import type { Floor } from './floor';

export type Item = Readonly<Record<string, unknown>>;
export interface Terminal {
  /** a report of a start, or of an operation that needs none, in the chain of its work order */
  report(start: Rec, qualifiedQty: number, more?: ReportMore): Item;
  /** a new start */
  start(operation: Rec, startQty: number, more?: ReportMore): Item;
  send(items: readonly Item[]): Promise<readonly ReplayAnswer[]>;
}
export interface ReportMore {
  readonly record?: Readonly<Record<string, unknown>>;
  readonly occurAt?: string;
  readonly clockOffset?: number;
}

let seq = 0;
/** `id`: of a 工位终端 whose operators show their PIN; without one it is a browser */
export const terminalOf = (floor: Floor, login: string, now: () => string, id: string | null = null): Terminal => {
  const item = (page: string, chain: unknown, record: object, { occurAt, clockOffset = 0 }: ReportMore): Item => ({
    token: newId(),
    seq: ++seq,
    chain,
    page,
    call: 'save',
    body: { record: { id: newId(), ...record } },
    occurAt: occurAt ?? now(),
    clockOffset,
  });
  return {
    report: (start, qualifiedQty, more = {}) =>
      item(
        'prdReport',
        start.workOrderNbr,
        start.object === 'prdStart'
          ? { prdStartId: start.id, orderProcessId: start.orderProcess, qualifiedQty, ...more.record }
          : { orderProcessId: start.id, qualifiedQty, ...more.record },
        more,
      ),
    start: (operation, startQty, more = {}) =>
      item('prdStart', operation.workOrderNbr, { orderProcessId: operation.id, startQty, ...more.record }, more),
    send: async (items) => {
      const session = await floor.factory.as(login, async (ctx) => ctx.session);
      const ctx = await makeCtx(floor.factory.engine.host, { ...session, terminal: id }, { requestId: 'replay' });
      return replayCall(ctx, JSON.parse(JSON.stringify(items)), (error) => {
        throw error;
      });
    },
  };
};

/** Hours before a factory time. */
export const before = (now: string, hours: number): string =>
  factoryTime(new Date(Date.parse(`${now.replace(' ', 'T')}+08:00`) - hours * 3_600_000));

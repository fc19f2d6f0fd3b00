/** A warning that becomes an order of 设备服务, by a person or by its rule. */
import type { Ctx } from '../../ctx';
import type { AskOf, RowOf } from '../../rows';

export type ServedObject = 'thresholdWarning' | 'faultWarning' | 'energyAlert';
const SOURCE = { thresholdWarning: '2', faultWarning: '3', energyAlert: '7' } as const;

export interface Served {
  readonly object: ServedObject;
  readonly record: RowOf<ServedObject>;
  readonly equipment: string | null;
}
type Ask = Pick<AskOf<'thresholdWarning', 'toService'>, 'serviceType' | 'urgency' | 'expectAt' | 'desc'>;

/** Answers the order. */
export const orderService = async ({ object, record, equipment }: Served, ask: Ask, ctx: Ctx): Promise<string> => {
  const { id, text } = record;
  const { serviceType, urgency, expectAt, desc } = ask;
  const { records } = ctx.asSystem();
  const order = await records.save('serviceOrder', {
    ...{ equipment, serviceType, urgency, expectAt, desc },
    source: SOURCE[object],
  });
  // nothing of it is counted, so it is no push: where it comes from is noted
  await records.patch('serviceOrder', order.id, { head: { srcType: object, srcId: id, srcNbr: text } });
  return order.id;
};

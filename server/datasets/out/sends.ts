/** Sends that hold pieces of an operation at a supplier: what a reversal before it names as to be taken back first (30 P17). */
import type { Ctx } from '../../ctx';
import type { HeadOf } from '../../rows';

export const sendsOf = async ({ id }: HeadOf<'orderProcess'>, ctx: Ctx) => {
  const sends = await ctx
    .asSystem()
    .records.find('outSend', "docStatus == 60 && sendType == '1' && exists(items, orderProcess == param.operation)", {
      param: { operation: id },
      sort: '-nbr',
    });
  return sends.map((send) => ({ object: 'outSend', id: send.id, nbr: send.nbr ?? '', right: 'outSend:unaudit' }));
};

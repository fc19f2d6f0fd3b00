/** 云盒 (50 §3): its secret is made here, told once, and the one before ends at once. */
import type { DomainModule } from '../../ctx';
import { nodePattern, prefixOf, SPARKPLUG, userOf } from '../../iot/address';
import { boxSecretHash, newBoxSecret } from '../../iot/secret';
import { answer } from '../../rows';

export const cloudBox: DomainModule<'cloudBox'> = {
  actions: {
    async newSecret(record, _ask, ctx) {
      const secret = newBoxSecret();
      await ctx.records.patch('cloudBox', record.id, {
        head: { keyHash: boxSecretHash(secret), keyAt: ctx.now },
      });
      const address = { org: ctx.org.code, sn: record.code };
      return answer({
        rows: [
          {
            id: record.id,
            code: record.code,
            login: userOf(address),
            secret,
            topic: record.protocol === SPARKPLUG ? nodePattern(address) : `${prefixOf(address)}/`,
          },
        ],
      });
    },
  },
};

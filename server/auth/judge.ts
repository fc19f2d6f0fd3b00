/** One try at a password: what is counted before it is looked at, and what is told of it (10 §2.2, steps 2 to 4). */
import type { Db } from '../ctx';
import { type AppError, refuse } from '../errors';
import type { Policy } from './policy';
import type { Caller } from './sign-in-given';
import { lockedText, type Taken, type Tries, triesOfAddress } from './tries';

interface Judging {
  readonly tries: Tries;
  readonly policy: Policy;
  readonly caller: Caller;
  readonly hasCaptcha: boolean;
}
/** Picture, lock, password, in this order; throws what is told to the caller. */
export const judge = async (
  db: Db,
  { tries, policy, caller, hasCaptcha }: Judging,
  on: {
    readonly isRight: () => Promise<boolean>;
    readonly refused: (text: string) => Promise<void>;
    readonly locked: (seconds: number) => Promise<void>;
  },
): Promise<void> => {
  const address = triesOfAddress(db, caller.ip, policy);
  const taken = await tries.take(hasCaptcha);
  // a lock is told without a picture: nothing is looked at behind it
  const here = taken === null || taken.lockedFor > 0 ? null : await address.take(hasCaptcha);
  if (taken === null || (here === null && taken.lockedFor === 0)) {
    if (taken !== null) await tries.giveBack();
    throw refuse('验证码错误', { needCaptcha: true });
  }
  const refuseNow = async (lockedFor: number): Promise<never> => {
    const next = Math.max(taken.count, here?.count ?? 0);
    const refusal = failure(taken, lockedFor, policy, next >= policy.captchaAfter);
    await on.refused(refusal.message);
    throw refusal;
  };
  // a locked account does not look at the password, but the try counts
  if (taken.lockedFor > 0) return refuseNow(taken.lockedFor);
  if (await on.isRight()) {
    await Promise.all([tries.giveBack(), address.giveBack()]);
    return;
  }
  const locks = await tries.wrong(taken);
  if (locks) await on.locked(policy.lockMinutes * 60);
  return refuseNow(locks ? policy.lockMinutes * 60 : 0);
};

const failure = ({ count }: Taken, lockedFor: number, policy: Policy, needCaptcha: boolean): AppError =>
  refuse(
    lockedFor > 0 ? lockedText(lockedFor) : `账号或密码错误，还可尝试${Math.max(policy.maxFail - count, 0)}次`,
    needCaptcha ? { needCaptcha: true } : undefined,
  );

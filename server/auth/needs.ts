import type { Policy } from './policy';

/** 2 forced, 1 banner, 0 nothing (domain 10, 2.3). */
export interface PasswordNeed {
  readonly need: 0 | 1 | 2;
  readonly reason: 'first' | 'expired' | 'expiring' | null;
  readonly daysLeft: number | null;
}

const DAY = 24 * 3_600_000;
export const needOf = (
  account: { readonly must_change: boolean; readonly pwd_set_at: string | null },
  policy: Pick<Policy, 'expireDays' | 'warnDays'>,
  now: Date,
): PasswordNeed => {
  if (account.must_change) return { need: 2, reason: 'first', daysLeft: null };
  if (policy.expireDays <= 0 || account.pwd_set_at === null) return { need: 0, reason: null, daysLeft: null };
  const today = Math.floor((now.getTime() + 8 * 3_600_000) / DAY);
  const set = Math.floor(Date.parse(`${account.pwd_set_at.slice(0, 10)}T00:00:00Z`) / DAY);
  const daysLeft = set + policy.expireDays - today;
  if (daysLeft <= 0) return { need: 2, reason: 'expired', daysLeft: 0 };
  return daysLeft <= policy.warnDays ? { need: 1, reason: 'expiring', daysLeft } : { need: 0, reason: null, daysLeft };
};

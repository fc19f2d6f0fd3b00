/** The water mark where no browser draws it (domain 10 §5.9): what is printed and exported says who did it. */
import type { Ctx } from '../ctx';

/** Its text for `print` or `export`; undefined = none is wanted there. */
export function markOn(ctx: Ctx, place: 'print' | 'export'): string | undefined {
  const on = (key: string): boolean => ctx.setting(`waterMark.${key}`) === true;
  if (!on('enabled') || !on(place)) return undefined;
  const { session, org, now } = ctx;
  const facts = { name: session.me.name, loginName: session.loginName, org: org.name, day: now.slice(0, 10) };
  const said = (['name', 'loginName', 'org', 'day'] as const).filter(on).map((key) => facts[key]);
  const text = [...said, String(ctx.setting('waterMark.text') ?? '')].filter((part) => part.trim() !== '').join(' ');
  return text === '' ? undefined : text;
}

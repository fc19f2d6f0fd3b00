import type { Page } from '../../registry/pages';

/** Rules that take the button away: `hide ["!code"]`, `show ["!code"]`. */
export function hidings(page: Page, code: string): string[] {
  const name = `!${code}`;
  return page.object.rules.flatMap((rule) => {
    if (rule.in !== undefined || rule.when === undefined) return [];
    if (rule.hide?.includes(name)) return [`!(${rule.when})`];
    return rule.show?.includes(name) ? [rule.when] : [];
  });
}

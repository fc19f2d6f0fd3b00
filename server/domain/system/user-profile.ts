/** 个人信息 (10 §4): what somebody says of himself; the mail address is that of his user. */
import type { Problem, Rec } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { engineOf } from '../../records/host';
import type { JudgedOf } from '../../rows';

export const userProfile: DomainModule<'userProfile'> = {
  async check(record, old, ctx) {
    return record.homeUrl === (old?.homeUrl ?? null) ? [] : checkHome(record, ctx);
  },
  async after({ record, old }, ctx) {
    if ((record.email ?? null) === (old?.email ?? null)) return;
    await ctx.asSystem().records.patch('user', ctx.session.me.id, { head: { email: record.email ?? null } });
  },
};

/** A page he has no right to would only refuse him at every sign-in. */
const checkHome = async (record: JudgedOf<'userProfile'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (typeof record.homeUrl !== 'string') return [];
  const [menu]: Rec[] = await ctx.asSystem().records.many('menu', [record.homeUrl]);
  const page = engineOf(ctx).registry.page(String(menu?.page ?? ''));
  if (menu && page && ctx.session.rights.has(page.right)) return [];
  return [
    { code: 'userProfile.home', path: 'homeUrl', text: `没有「${String(menu?.name ?? '')}」的权限，请选择其他页面` },
  ];
};

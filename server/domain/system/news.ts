/** 消息公告 (10 §5.14): who is meant gets a message; taken down, nobody has it any more. */
import { htmlText } from '../../../schemas/language/codec/html';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { tell, unreadOf, withdraw } from '../../records/people/inbox';
import type { HeadOf, JudgedOf } from '../../rows';

const NOTICE = '40';
const BODY = 4_000;

export const news: DomainModule<'news'> = {
  actions: {
    async release(record, _ask, ctx) {
      const to = await receiversOf(record, ctx);
      if (to.length === 0) throw refuse('接收范围内没有启用的用户');
      await tell(ctx, messageOf(record, ctx.newId()), to);
      return undefined;
    },
    async off(record, _ask, ctx) {
      await withdraw(ctx, 'news', record.id);
      return { publishedAt: null };
    },
    async remind(record, _ask, ctx) {
      const to = await unreadOf(ctx, 'news', record.id);
      if (to.length === 0) throw refuse('没有未读的人');
      // not a second message of the news itself: those are counted
      await tell(ctx, { ...messageOf(record, ctx.newId()), title: `请阅读：${record.title}`, docId: null }, to);
      return undefined;
    },
  },
};

const messageOf = (record: JudgedOf<'news'>, event: string) => ({
  event,
  sort: NOTICE,
  level: '1',
  title: record.title,
  body: [record.summary, htmlText(record.content ?? '')].filter(Boolean).join('\n\n').slice(0, BODY),
  docType: 'news',
  docId: record.id,
  docNbr: null,
});

const receiversOf = async (record: JudgedOf<'news'>, ctx: Ctx): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  const all = await records.find('user', 'isDisabled == 0');
  const meant = (user: HeadOf<'user'>): boolean => {
    if (record.receiverKind === '2') return record.depts.includes(user.dept);
    if (record.receiverKind === '3') return record.roles.some((role) => user.roles.includes(role));
    if (record.receiverKind === '4') return record.users.includes(user.id);
    return true;
  };
  return all.filter(meant).map((user) => user.id);
};

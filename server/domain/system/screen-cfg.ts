/** 大屏设置 (domain 50 §5.9): the key of a screen is told once, in the address it is part of; only its hash stays. */
import { isIP } from 'node:net';
import type { Problem } from '../../../schemas/language/value';
import { wallBoard } from '../../../schemas/language/walls';
import type { DomainModule, Service } from '../../ctx';
import { refuse } from '../../errors';
import { newScreenKey, SCREEN_KEY, screenKeyHash } from '../../screen-key';

export const screenCfg: DomainModule<'screenCfg'> = {
  async check(record, _old, ctx) {
    const problems: Problem[] = [];
    if (!ctx.records.dict('boardCode')?.items.some((item) => item.code === record.board))
      problems.push({ code: 'screen.board', path: 'board', text: '只能选择公开看板' });
    const wrong = linesOf(record.ipAllow).find((line) => !isNet(line));
    if (wrong !== undefined)
      problems.push({ code: 'screen.net', path: 'ipAllow', text: `「${wrong}」不是IP地址或网段` });
    return problems;
  },
  actions: {
    async newKey(record, ask, ctx) {
      const key = new URL(String(ask.address ?? ''), 'http://screen').searchParams.get('k') ?? '';
      const [, org] = SCREEN_KEY.exec(key) ?? [];
      if (org !== ctx.org.code) throw refuse('访问地址不正确，请关闭后重新生成');
      // screens that were paired go with the old address
      const { records } = ctx.asSystem();
      for (const seat of await records.find('screenSeat', 'screenCfg == param.id', { param: { id: record.id } }))
        await records.act('screenSeat', 'del', seat.id);
      return { keyHash: screenKeyHash(key), keyAt: ctx.now };
    },
  },
};

/** A fresh address for the dialog of 重置地址; it becomes the address when the dialog is confirmed. */
export const screenNewKey: Service = {
  name: 'screen.newKey',
  right: 'screenCfg:edit',
  async run({ ids }, ctx) {
    const [id] = Array.isArray(ids) ? ids : [];
    const cfg = typeof id === 'string' ? await ctx.records.get('screenCfg', id, { scoped: true }) : null;
    if (cfg === null) throw refuse('数据不存在或无权查看');
    const path = wallBoard(cfg.board)?.path ?? `/screen/${String(cfg.board)}`;
    return { address: `/v2${path}?k=${newScreenKey(ctx.org.code)}` };
  },
};

const linesOf = (value: unknown): readonly string[] =>
  String(value ?? '')
    .split(/[\s,;]+/)
    .filter((line) => line !== '');
const isNet = (line: string): boolean => {
  const [address = '', bits] = line.split('/');
  const family = isIP(address);
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
};

/** 停机原因 at 设备工位看板 (domain 50 §5.7): a scanned card says who, and he says why the device beside him stands. */
import { wallBoard } from '../../schemas/language/walls';
import type { CardTaken, PinWanted } from '../../schemas/language/wire-station';
import { type Fits, provePin, triesOfTerminal } from '../auth/pin';
import { ACT_SECONDS, actOf, grantAct, REASON_RIGHT, spendAct, workerSession } from '../auth/screen-acts';
import { triesOfKey } from '../auth/tries';
import { AppError, badRequest, refuse } from '../errors';
import { RUN } from '../iot/state';
import { resolveScan } from '../labels/scan';
import { runAction } from '../records/act/actions';
import { inWrite, makeCtx } from '../records/context';
import type { EngineCtx } from '../records/host';
import type { RowOf } from '../rows';
import { wallScope } from './data';

const BOARD = 'station';
const EMPLOYEE: ReadonlySet<string> = new Set(['employee']);
const LEFT = '3';
const OTHER = '99';
const MOST_MISSES = 10;
const LOCK_MINUTES = 5;
const OFF = '工牌已停用，请联系管理员';
/** of what is no number of anybody, as it is counted */
const LONGEST = 64;

export interface Card {
  /** code of the device */
  readonly device: string;
  /** what the scanner read */
  readonly text: string;
  /** asked where terminals ask it: a badge only replaces the typing of a number */
  readonly pin: string | undefined;
}
export const takeCard = async (
  ctx: EngineCtx,
  { device, text, pin }: Card,
  fits: Fits,
): Promise<CardTaken | PinWanted> => {
  const board = wallBoard(BOARD);
  if (board === undefined) throw badRequest();
  const { devices, config } = await wallScope(ctx, board, { device });
  const shown = devices.find(({ code }) => code === device);
  if (shown === undefined) throw refuse('设备不在本看板范围内');
  const asksPin = ctx.setting('auth.pinLogin') === true;
  // the card is not looked at before: nobody learns whose numbers there are
  if (asksPin && pin === undefined) return { needsPin: true };
  const { employee, refused } = await (asksPin ? holderOf(ctx, text) : counted(ctx, text));
  const { host, session } = ctx;
  const { records } = ctx.asSystem();
  const [user] =
    employee === undefined ? [] : await records.find('user', 'employee == param.id', { param: { id: employee.id } });
  if (asksPin) {
    // a number nobody has is answered like one with another PIN, and counts like it
    const asked = {
      ...{ orgId: ctx.org.id, who: user?.id ?? employee?.code ?? text.slice(0, LONGEST), hashed: user?.pin ?? null },
      place: triesOfTerminal(host.db, session.id),
    };
    const wrong = await provePin({ db: host.db, fits }, asked, pin ?? '');
    if (wrong !== null) throw refuse(wrong);
  }
  if (employee === undefined || refused !== undefined) throw refused;
  const worker = user === undefined ? null : await workerSession(host, session, user.id);
  if (user === undefined || worker === null) throw refuse(`工号「${employee.code}」没有可用的账号，请联系管理员`);
  const [last] = await records.find('deviceState', 'equipment == param.id', {
    ...{ param: { id: shown.id }, sort: '-startAt', limit: 1 },
  });
  if (last === undefined || last.endAt !== null || Number(last.state) === RUN.run)
    throw refuse('运行状态不需要填写停机原因');
  const own = await makeCtx(host, worker, { requestId: ctx.requestId });
  const isHis = worker.rights.has(REASON_RIGHT) && (await own.records.get('deviceState', last.id, { scoped: true }));
  if (!isHis) throw refuse('没有填写这台设备停机原因的权限，请联系班组长');
  const reasons = await records.find('supportInfor', "kind.code == 'stopReason' && isDisabled == 0", { sort: 'code' });
  return {
    token: await grantAct(host, session, { user: user.id, state: last.id }),
    who: config.showName ? `${employee.code} ${employee.name}` : employee.code,
    reasons: reasons.map(({ id, name, code }) => ({ id, name, needsNote: code === OTHER })),
    lasts: ACT_SECONDS,
  };
};
interface Holder {
  readonly employee?: RowOf<'employee'> & { readonly id: string };
  /** why his card opens nothing */
  readonly refused?: unknown;
}
const holderOf = async (ctx: EngineCtx, text: string): Promise<Holder> => {
  const system = ctx.asSystem();
  try {
    const [hit] = await resolveScan(system, text, EMPLOYEE);
    const employee = hit === undefined ? null : await system.records.get('employee', hit.id);
    if (employee === null) return { refused: refuse(OFF) };
    const isOff = employee.isDisabled === '1' || employee.empStatus === LEFT;
    return isOff ? { employee, refused: refuse(OFF) } : { employee };
  } catch (refused) {
    if (!(refused instanceof AppError)) throw refused;
    return { refused };
  }
};
/** Wrong cards are counted by board, so that numbers are not tried out. */
const counted = async (ctx: EngineCtx, text: string): Promise<Holder> => {
  const tries = triesOfKey(ctx.host.db, `screen card ${ctx.session.id} ${ctx.org.id}`, {
    ...{ maxFail: MOST_MISSES, lockMinutes: LOCK_MINUTES },
  });
  const taken = await tries.take(true);
  if (taken === null || taken.lockedFor > 0) throw refuse(`刷卡错误次数过多，请${LOCK_MINUTES}分钟后再试`);
  const holder = await holderOf(ctx, text);
  await (holder.refused === undefined ? tries.giveBack() : tries.wrong(taken));
  return holder;
};

export interface Said {
  readonly token: string;
  readonly reasonId: string;
  readonly note: string | null;
}
/** In his name and rows, as 停机记录 does it; twice sent it is done once. */
export const sayReason = async (ctx: EngineCtx, { token, reasonId, note }: Said): Promise<void> => {
  const grant = await actOf(ctx.host, ctx.session, token);
  const worker = grant === null ? null : await workerSession(ctx.host, ctx.session, grant.user);
  if (grant === null || worker === null) throw refuse('操作已超时，请重新刷卡');
  const own = await makeCtx(ctx.host, worker, { requestId: ctx.requestId });
  await inWrite(own, async (own) => {
    if (!(await spendAct(own.trx, token))) throw refuse('操作已超时，请重新刷卡');
    const ask = { reasonId, note };
    const row = await own.asSystem().records.get('deviceState', grant.state);
    const targets = [{ id: grant.state, version: row?.version ?? 0 }];
    await runAction(own, own.records.object('deviceState'), 'setReason', { targets, ask });
  });
};

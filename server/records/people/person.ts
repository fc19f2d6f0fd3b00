/** What people set for themselves (10 §4): how they are called and told, what they often say when they approve, the schemes they keep. */

import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import type { FileValue, Rec } from '../../../schemas/language/value';
import type { OwnLook } from '../../../schemas/language/wire';
import type { Ctx } from '../../ctx';
import { badRequest, refuse } from '../../errors';
import { objectOf } from '../context';
import type { EngineCtx } from '../host';
import { Refusal } from '../refusal';
import { lockedRecord } from '../save/patch';
import { saveRecord } from '../save/save';

const MOST_PHRASES = 20;
const LONGEST = 100;

/** The profiles of these users by user; who never saved one has none. */
export const profilesOf = async (ctx: EngineCtx, users: readonly string[]): Promise<ReadonlyMap<string, Rec>> => {
  if (users.length === 0 || ctx.registry.find('userProfile') === undefined) return new Map();
  const rows = await ctx
    .asSystem()
    .records.find('userProfile', 'createdBy in param.users', { param: { users: [...users] }, limit: users.length });
  return new Map(rows.map((row) => [String(row.createdBy), row]));
};

/** His signature as a file, null = he has not signed yet. */
export const signatureOf = async (ctx: EngineCtx, user: string): Promise<FileValue | null> => {
  const profile = (await profilesOf(ctx, [user])).get(user);
  const [file] = Array.isArray(profile?.signature) ? (profile.signature as unknown as readonly FileValue[]) : [];
  return file ?? null;
};

/** What the shell needs of the profile: name, picture, density of tables, the page after the sign-in. */
export const lookOf = async (ctx: EngineCtx): Promise<OwnLook> => {
  const { me } = ctx.session;
  const profile = (await profilesOf(ctx, [me.id])).get(me.id);
  const [avatar] = Array.isArray(profile?.avatar) ? (profile.avatar as unknown as readonly FileValue[]) : [];
  const home = typeof profile?.homeUrl === 'string' ? profile.homeUrl : undefined;
  const [menu]: Rec[] = home === undefined ? [] : await ctx.asSystem().records.many('menu', [home]);
  return {
    nickName: typeof profile?.nickName === 'string' ? profile.nickName : null,
    avatar: avatar?.id ?? null,
    tableSize: profile?.tableSize === '1' ? 1 : profile?.tableSize === '3' ? 3 : 2,
    homeUrl: typeof menu?.url === 'string' ? menu.url : null,
  };
};

export const ownOf = async (ctx: EngineCtx): Promise<OwnLook & { readonly phrases: readonly string[] }> => ({
  ...(await lookOf(ctx)),
  phrases: await phrasesOf(ctx),
});

/** A PIN of his own for the terminals of the floor; null takes it away. Checked and kept as one an administrator gives. */
export const setPin = async (ctx: EngineCtx, pin: unknown): Promise<void> => {
  if (pin !== null && typeof pin !== 'string') throw badRequest();
  const object = objectOf(ctx, 'user');
  const user = await lockedRecord(ctx.asSystem(), 'user', ctx.session.me.id);
  if (user === null) throw badRequest();
  const wire = { id: user.id, version: user.version, pin };
  const { rec, changes, problems } = decodeRecord(object, wire, { newId: ctx.newId });
  if (problems.length > 0) throw new Refusal(problems);
  await saveRecord(ctx.asSystem(), 'user', { rec, changes, engine: true });
};

export const phrasesOf = async (ctx: Ctx): Promise<readonly string[]> => {
  const row = await ctx.trx
    .selectFrom('mw_phrases')
    .select('phrases')
    .where('user_id', '=', ctx.session.me.id)
    .executeTakeFirst();
  return Array.isArray(row?.phrases) ? (row.phrases as string[]) : [];
};

/** All of them, in their order. */
export const setPhrases = async (ctx: Ctx, given: unknown): Promise<void> => {
  if (!Array.isArray(given) || !given.every((item): item is string => typeof item === 'string')) throw badRequest();
  const phrases = [...new Set(given.map((text) => text.trim()).filter((text) => text !== ''))];
  if (phrases.length > MOST_PHRASES) throw refuse(`常用意见最多${MOST_PHRASES}条`);
  if (phrases.some((phrase) => phrase.length > LONGEST)) throw refuse(`常用意见不能超过${LONGEST}字`);
  const row = { user_id: ctx.session.me.id, phrases: JSON.stringify(phrases) };
  await ctx.trx
    .insertInto('mw_phrases')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ phrases: row.phrases }))
    .execute();
};

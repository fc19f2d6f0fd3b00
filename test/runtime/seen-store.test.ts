/** What was looked at stays on the device: last answers without network, the least seen go for room, nothing of somebody else (30 §7). */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { HttpError } from '../../runtime/data/http';
import { forgetPages, ownPages, seenOffline } from '../../runtime/data/offline-pages';
import { dropSeen, getSeen, putSeen } from '../../runtime/data/seen-store';

const lost = async (): Promise<never> => {
  throw new HttpError(0, '网络异常，请检查网络');
};
const sizeOf = (text: string): number => text.length;
const seen = (name: string, load: () => Promise<string>): Promise<string> => seenOffline(name, load, sizeOf);
/** it is written behind the answer */
const written = async (key: string): Promise<void> => {
  await expect.poll(() => getSeen(key)).toBeDefined();
};

beforeEach(() => dropSeen());

describe('room for what was seen', () => {
  it('is made by what was not seen for longest', async () => {
    for (const name of ['a', 'b', 'c']) await putSeen(name, name, 40, 120);
    await putSeen('a', 'a again', 40, 120);
    await putSeen('d', 'd', 50, 120);
    expect(await Promise.all(['a', 'b', 'c', 'd'].map(getSeen))).toEqual(['a again', undefined, undefined, 'd']);
  });
  it('is not given to what is larger than all of it', async () => {
    await putSeen('a', 'a', 40, 120);
    await putSeen('film', 'film', 121, 120);
    expect([await getSeen('a'), await getSeen('film')]).toEqual(['a', undefined]);
  });
});

describe('without network', () => {
  it('the last answer serves; what was never seen says so; a refusal is no lost network', async () => {
    await ownPages('o/sunhao');
    expect(await seen('file 1', async () => '图')).toBe('图');
    await written('o/sunhao file 1');
    expect(await seen('file 1', lost)).toBe('图');
    await expect(seen('file 2', lost)).rejects.toThrow('未缓存，联网后才能打开');
    const refused = async (): Promise<never> => {
      throw new HttpError(403, '没有权限，请联系管理员');
    };
    await expect(seen('file 1', refused)).rejects.toThrow('没有权限');
  });
  it.each([
    [403, '没有权限，请联系管理员'],
    [404, '数据接口异常'],
    [203, '数据不存在或无权查看'],
  ])('what a re-read refuses with %s is kept no longer; a lost or faulty answer leaves it', async (code, text) => {
    await ownPages('o/sunhao');
    await seen('record 1', async () => '图');
    await seen('record 2', async () => '表');
    await written('o/sunhao record 1');
    await written('o/sunhao record 2');
    const fails = (of: number, said: string) => async (): Promise<never> => {
      throw new HttpError(of, said);
    };
    await expect(seen('record 1', fails(500, '服务异常,请重试'))).rejects.toThrow('服务异常');
    await expect(seen('record 1', fails(401, '登录信息已失效，请重新登录'))).rejects.toThrow('登录');
    expect(await seen('record 1', lost)).toBe('图');
    await expect(seen('record 1', fails(code, text))).rejects.toThrow(text);
    expect(await getSeen('o/sunhao record 1')).toBeUndefined();
    await expect(seen('record 1', lost)).rejects.toThrow('未缓存，联网后才能打开');
    expect(await seen('record 2', lost)).toBe('表');
  });
  it('nobody has what another one saw, nor anybody after the sign-out', async () => {
    await ownPages('o/sunhao');
    await seen('file 1', async () => '图');
    await written('o/sunhao file 1');
    await ownPages('o/zhoufang');
    await expect(seen('file 1', lost)).rejects.toThrow('未缓存');
    expect(await getSeen('o/sunhao file 1')).toBeUndefined();
    await seen('file 1', async () => '图');
    await written('o/zhoufang file 1');
    await forgetPages();
    expect(await getSeen('o/zhoufang file 1')).toBeUndefined();
  });
});

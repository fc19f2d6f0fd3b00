/** POST /file/upload: the bytes go to a temp file while they come, are looked at, and only then become a file. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { FileValue } from '../../schemas/language/value';
import { badRequest, refuse } from '../errors';
import { inWrite } from '../records/context';
import type { EngineCtx } from '../records/host';
import { contentOf, isPicture } from './content';
import { fileLink } from './link';
import { cleanName, endingOf } from './names';
import { rewritePicture } from './picture';
import { assertQuota, reserve } from './quota';
import { thumbOf } from './store';
import { insertFile, type NewFile } from './table';

const MB = 1024 * 1024;

/** One file of a multipart body with the texts `bizType` and `fileType` beside it. */
export async function uploadFile(ctx: EngineCtx, req: FastifyRequest): Promise<FileValue> {
  if (!req.isMultipart()) throw badRequest('请选择要上传的文件');
  const maxMb = Number(ctx.setting('file.maxMB') ?? 50);
  const expected = Math.min(maxMb * MB, Number(req.headers['content-length'] ?? maxMb * MB));
  const giveRoom = ctx.host.room.take(expected);
  try {
    const release = await reserve(ctx, expected);
    return await receive(ctx, req, maxMb).finally(release);
  } finally {
    giveRoom();
  }
}

async function receive(ctx: EngineCtx, req: FastifyRequest, maxMb: number): Promise<FileValue> {
  const id = ctx.newId();
  const temp = await ctx.host.files.temp(id);
  const texts: Record<string, string> = {};
  let name: string | undefined;
  try {
    for await (const part of req.parts({ limits: { fileSize: maxMb * MB } })) {
      if (part.type === 'field') {
        if (typeof part.value !== 'string') throw badRequest();
        texts[part.fieldname] = part.value;
        continue;
      }
      name = cleanName(part.filename);
      checkName(ctx, name);
      await pipeline(part.file, createWriteStream(temp, { mode: 0o600, flags: 'wx' }));
      if (part.file.truncated) throw refuse(`文件超过${maxMb}MB`, { rule: 'file.size' });
    }
    if (name === undefined) throw badRequest('请选择要上传的文件');
    const file = await accept(ctx, { id, name, temp, texts });
    await ctx.host.files.keep(ctx.org.schema, file, temp);
    await enter(ctx, file);
    const { size, fileType } = file;
    const link = { schema: ctx.org.schema, userId: ctx.session.me.id, id };
    return { id, url: fileLink(ctx.host.vault, link, ctx.host.clock()), name, size, fileType };
  } finally {
    for (const path of [temp, `${temp}.new`, thumbOf(temp)]) await rm(path, { force: true });
  }
}

/** The bytes stand already: a row that is refused takes them away again. */
async function enter(ctx: EngineCtx, file: NewFile): Promise<void> {
  try {
    await inWrite(ctx, async (inner) => {
      await assertQuota(inner, file.size);
      await insertFile(inner.trx, file);
    });
  } catch (error) {
    await ctx.host.files.remove(ctx.org.schema, file);
    throw error;
  }
}

interface Arrived {
  readonly id: string;
  readonly name: string;
  readonly temp: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** Looks at what arrived and says what it is, or why it is refused. */
async function accept(ctx: EngineCtx, { id, name, temp, texts }: Arrived): Promise<NewFile> {
  if ((await stat(temp)).size === 0) throw refuse('文件内容为空', { rule: 'file.empty' });
  const content = await contentOf(temp, name);
  if (!content) throw refuse(`「${name}」的内容与扩展名不符`, { rule: 'file.content' });
  const { bizType, fileType } = texts;
  if (fileType === '1' && content.sort !== '1') throw refuse('只能上传图片', { rule: 'file.sort' });
  if (fileType === '2' && content.sort !== '2') throw refuse('只能上传PDF文件', { rule: 'file.sort' });
  const maxPx = Number(ctx.setting('file.imageMaxPx') ?? 4096);
  const picture = isPicture(content.mime) ? await rewritePicture(temp, content.mime, thumbOf(temp), maxPx) : undefined;
  if (isPicture(content.mime) && !picture) throw refuse(`「${name}」不是完整的图片`, { rule: 'file.content' });
  return {
    id,
    name,
    ext: content.ext,
    mime: content.mime,
    fileType: content.sort,
    size: (await stat(temp)).size,
    sha256: await hashOf(temp),
    width: picture?.width,
    height: picture?.height,
    bizType: bizType?.slice(0, 100),
    uploadedById: ctx.session.me.id,
    uploadedBy: ctx.session.me.name,
  };
}

/** Before a byte is read: endings the organisation does not take. */
function checkName(ctx: EngineCtx, name: string): void {
  const ending = endingOf(name);
  const types = String(ctx.setting('file.types') ?? '')
    .toLowerCase()
    .split(/[\s,;，；、]+/);
  if (!types.includes(ending))
    throw refuse(`不支持的文件类型：${ending === '' ? name : ending}`, { rule: 'file.type' });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

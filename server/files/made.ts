/** Files the server makes itself: result books, archives. They come into being like uploads, in the name of who asked for them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import type { FileValue } from '../../schemas/language/value';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { cleanName, endingOf } from './names';
import { filesById, fileValue, insertFile } from './table';

export interface Maker {
  readonly id: string;
  readonly name: string;
}

const MIME: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

export async function keepMade(ctx: EngineCtx, name: string, content: Buffer): Promise<FileValue> {
  const id = ctx.newId();
  const temp = await ctx.host.files.temp(id);
  await writeFile(temp, content, { mode: 0o600, flag: 'wx' });
  return takeMade(ctx, { id, name, temp }, ctx.session.me);
}

/** Takes a finished temp file over. */
export async function takeMade(
  ctx: EngineCtx,
  { id, name, temp }: { readonly id: string; readonly name: string; readonly temp: string },
  by: Maker,
): Promise<FileValue> {
  try {
    const clean = cleanName(name);
    const ext = endingOf(clean);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(temp)) hash.update(chunk as Buffer);
    const file = {
      id,
      name: clean,
      ext,
      mime: MIME[ext] ?? 'application/octet-stream',
      fileType: '3',
      size: (await stat(temp)).size,
      sha256: hash.digest('hex'),
      uploadedById: by.id,
      uploadedBy: by.name,
    };
    await ctx.host.files.keep(ctx.org.schema, file, temp);
    await insertFile(ctx.trx, file);
    return fileValue({ ...file, free: true });
  } finally {
    await rm(temp, { force: true });
  }
}

/** The bytes of a file of a record; whoever names it must have been let to put it there. */
export async function bytesOf(ctx: EngineCtx, id: string): Promise<Buffer> {
  const file = (await filesById(ctx.trx, [id])).get(id);
  const found = file && (await ctx.host.files.read(ctx.org.schema, file, false));
  if (!found) throw refuse('附件已不存在，请重新上传');
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

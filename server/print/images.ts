/** Pictures of a print: signed links for the preview, bytes for the PDF. Only files of fields that the reader may see get this far. */
import { fileLink } from '../files/link';
import { filesById } from '../files/table';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import type { PaintItem } from './codes';
import type { PrintJob } from './job';

/** The pages with links instead of ids. */
export const withLinks = (ctx: EngineCtx, pages: PrintJob['pages']): PrintJob['pages'] =>
  pages.map(({ items, ground }) => ({
    items: linked(ctx, items),
    ...(ground === undefined ? {} : { ground: linked(ctx, ground) }),
  }));
const linked = (ctx: EngineCtx, items: readonly PaintItem[]): readonly PaintItem[] =>
  items.map((item) => (item.k === 'image' ? { ...item, file: linkOf(ctx, item.file) } : item));

const linkOf = (ctx: EngineCtx, id: string): string =>
  fileLink(ctx.host.vault, { schema: ctx.org.schema, userId: ctx.session.me.id, id }, ctx.host.clock());

/** Reads a picture; undefined when it is gone. */
export const pictureReader =
  (ctx: EngineCtx) =>
  async (id: string): Promise<{ readonly bytes: Uint8Array; readonly type: string } | undefined> => {
    if (!isUuid(id)) return undefined;
    const row = (await filesById(ctx.trx, [id])).get(id);
    if (!row) return undefined;
    const found = await ctx.host.files.read(ctx.org.schema, row, false);
    if (!found) return undefined;
    const parts: Buffer[] = [];
    for await (const part of found.stream()) parts.push(part as Buffer);
    return { bytes: Buffer.concat(parts), type: row.mime };
  };

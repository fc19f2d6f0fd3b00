/** GET /file/{id}: what is sent can run nothing, and is shown in place only when it is pixels or a film. */
import type { FastifyReply } from 'fastify';
import type { Db } from '../ctx';
import { notThere } from '../records/read/read';
import { isPicture, isShown } from './content';
import { contentDisposition } from './names';
import type { FileStore } from './store';
import { type FileRow, filesById } from './table';

/** For pages that somebody opens beside the application: no scripts, no forms, no frames, an origin of its own. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'";

export interface Wanted {
  readonly schema: string;
  readonly id: string;
  /** the small picture, where there is one */
  readonly thumb: boolean;
  /** to be saved whatever it is */
  readonly save: boolean;
}

export const fileRow = async (db: Db, schema: string, id: string): Promise<FileRow> => {
  const file = (await filesById(db.withSchema(schema) as never, [id])).get(id);
  if (!file) throw notThere();
  return file;
};

/** A file that says who looked at it and when; the next look is another one, so nothing of it is kept. */
export async function sendMarked(
  reply: FastifyReply,
  store: FileStore,
  file: FileRow,
  { schema, line, save }: { readonly schema: string; readonly line: string; readonly save: boolean },
): Promise<FastifyReply> {
  const bytes = await store.read(schema, file, false);
  if (!bytes) throw notThere();
  // what draws on files is loaded with the first: most processes start and stop without one
  const { marked } = await import('./marked');
  const content = await marked(() => bytes.stream(), bytes.size, file.mime, line);
  return reply
    .headers({
      'content-security-policy': SANDBOX,
      'content-disposition': contentDisposition(save ? 'attachment' : 'inline', file.name),
      'cache-control': 'private, no-store',
    })
    .type(file.mime)
    .send(content);
}

export async function sendFile(
  reply: FastifyReply,
  store: FileStore,
  file: FileRow,
  { schema, thumb, save }: Wanted,
): Promise<FastifyReply> {
  const small = thumb && isPicture(file.mime);
  const bytes = await store.read(schema, file, small);
  if (!bytes) throw notThere();
  const inline = !save && isShown(file.mime);
  return reply
    .headers({
      'content-security-policy': SANDBOX,
      'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', file.name),
      'content-length': bytes.size,
      // a file never changes under its id
      'cache-control': 'private, max-age=600, immutable',
    })
    .type(small ? 'image/webp' : inline || file.mime === 'application/pdf' ? file.mime : 'application/octet-stream')
    .send(bytes.stream());
}

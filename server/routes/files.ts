/** The calls of files (specification §7; domain 10 §6.3). */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors';
import { isMarkable, isPicture, isShown } from '../files/content';
import { fileRow, sendFile, sendMarked } from '../files/download';
import { readLink } from '../files/link';
import { usesOf } from '../files/table';
import { uploadFile } from '../files/upload';
import { route } from '../plugins/route';
import { mayReadFile, termsOfFile } from '../records/files/file-access';
import type { Host } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { notThere } from '../records/read/read';
import { ctxOf, param, query } from './request';

const hasTerms = async (host: Host, schema: string, id: string): Promise<boolean> =>
  (await usesOf(host.db.withSchema(schema) as never, id)).some(({ object }) => host.modules.get(object)?.files);

export const fileRoutes =
  (host: Host) =>
  (parent: FastifyInstance): void => {
    // multipart bodies are read by these calls only
    void parent.register(async (app) => {
      await app.register(multipart, { limits: { files: 1, fields: 5, fieldSize: 1_000, parts: 6, headerPairs: 50 } });
      route(app, {
        method: 'POST',
        path: '/file/upload',
        rule: 'session',
        perMinute: 300,
        handler: async (req) => uploadFile(await ctxOf(host, req), req),
      });
      route(app, {
        method: 'GET',
        path: '/file/:id',
        rule: 'session',
        handler: async (req, reply) => {
          const id = param(req, 'id');
          if (!isUuid(id)) throw notThere();
          const ctx = await ctxOf(host, req);
          const { schema } = ctx.org;
          const file = await fileRow(host.db, schema, id);
          if (!(await mayReadFile(ctx, file))) throw notThere();
          const { thumb, save } = query(req);
          const terms = await termsOfFile(ctx, file);
          if (save === '1' && !terms.save) throw refuse('该文件只能预览，不允许下载');
          if (terms.mark !== null && thumb !== '1' && isMarkable(file.mime)) {
            const line = `${terms.mark} ${ctx.now.slice(0, 16)}`;
            return sendMarked(reply, host.files, file, { schema, line, save: save === '1' });
          }
          return sendFile(reply, host.files, file, { schema, id, thumb: thumb === '1', save: save === '1' });
        },
      });
      route(app, {
        method: 'GET',
        path: '/file/:id/terms',
        rule: 'session',
        handler: async (req) => {
          const id = param(req, 'id');
          if (!isUuid(id)) throw notThere();
          const ctx = await ctxOf(host, req);
          const file = await fileRow(host.db, ctx.org.schema, id);
          if (!(await mayReadFile(ctx, file))) throw notThere();
          return termsOfFile(ctx, file);
        },
      });
      // what a page shows in place: whoever has the link was given it in an answer with the file
      route(app, {
        method: 'GET',
        path: '/file/:id/link',
        rule: 'public',
        perMinute: 3_000,
        handler: async (req, reply) => {
          const id = param(req, 'id');
          const to = isUuid(id) ? readLink(host.vault, id, query(req), host.clock()) : null;
          if (!to) throw notThere();
          const { thumb, save } = query(req);
          const file = await fileRow(host.db, to.schema, id);
          // a link knows no rights: of files with terms it gives small pictures and films, and nothing that is kept
          const small = thumb === '1' && isPicture(file.mime);
          const inPlace = small || (isShown(file.mime) && !isMarkable(file.mime));
          if ((save === '1' || !inPlace) && (await hasTerms(host, to.schema, id))) throw notThere();
          return sendFile(reply, host.files, file, {
            schema: to.schema,
            id,
            thumb: thumb === '1',
            save: save === '1',
          });
        },
      });
    });
  };

/** The calls of files (specification §7; domain 10 §6.3). */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { fileRow, sendFile } from '../files/download';
import { readLink } from '../files/link';
import { uploadFile } from '../files/upload';
import { route } from '../plugins/route';
import { mayReadFile } from '../records/file-access';
import type { Host } from '../records/host';
import { isUuid } from '../records/list-request';
import { notThere } from '../records/read';
import { ctxOf, param, query } from './lcdp';

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
          return sendFile(reply, host.files, file, { schema, id, thumb: thumb === '1', save: save === '1' });
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

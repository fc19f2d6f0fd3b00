/** Apps that are switched off answer nothing: the sentence where a page is called, no right anywhere else. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors';
import type { Host } from '../records/host';
import { faceless, rightsWithout } from '../registry/apps';

export const appsHook =
  (host: Host) =>
  (app: FastifyInstance): void => {
    app.addHook('onRequest', async (req) => {
      if (req.session === undefined || req.session === null) return;
      await host.registries.ready(req.session.org);
      const { off } = host.registries.of(req.session.org);
      if (off === undefined) return;
      const { page } = (req.params ?? {}) as { page?: string };
      const name = page === undefined ? undefined : off.pages.get(faceless(page));
      if (name !== undefined) throw refuse(`应用「${name}」已停用`, { rule: 'app.disabled' });
      req.session = { ...req.session, rights: rightsWithout(req.session.rights, off) };
    });
  };

/** 排产 (30 §3): the calls of the board. Bodies are read here, everything else is of server/domain/production/schedule. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../ctx';
import { planAnswer, poolAnswer } from '../domain/production/schedule/answer';
import { alternatives, cancel, confirm, lock, move, restore } from '../domain/production/schedule/change';
import { dryRun } from '../domain/production/schedule/dry-run';
import { exportPlan } from '../domain/production/schedule/export';
import { planFor } from '../domain/production/schedule/plan-row';
import { plantOf } from '../domain/production/schedule/plant';
import { runFor, startRun, stateOf, stopRun } from '../domain/production/schedule/run';
import {
  adopt,
  changeScenario,
  compare,
  createScenario,
  removeScenario,
  scenarios,
} from '../domain/production/schedule/scenario';
import { paramsOf, scenarioFor } from '../domain/production/schedule/scenario-row';
import { workshops } from '../domain/production/schedule/workshops';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import type { EngineCtx, Host } from '../records/host';
import { callOnce } from '../records/save/idempotency';
import { attachment, body, ctxOf, query, tokenOf } from './request';
import {
  day,
  type Given,
  id,
  ids,
  list,
  moveBody,
  named,
  oneOf,
  optional,
  params,
  placeOf,
  runBody,
  text,
  whole,
} from './schedule-bodies';

const right = (code: string): string => `scheduleTask:${code}`;
const PATH = '/gongdan/schedule';
const MAX_DAYS = 92;

export const scheduleRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    reads(host, app);
    runs(host, app);
    changes(host, app);
    scenarioCalls(host, app);
  };

const getter =
  (host: Host, app: FastifyInstance) =>
  (path: string, code: string, work: (ctx: EngineCtx, given: Given) => Promise<unknown>): void =>
    route(app, {
      method: 'GET',
      path: `${PATH}/${path}`,
      rule: () => right(code),
      handler: async (req) => work(await ctxOf(host, req), query(req)),
    });

/** one transaction, one answer for a token */
const poster =
  (host: Host, app: FastifyInstance) =>
  (path: string, code: string, work: (ctx: Ctx, given: Given) => Promise<unknown>): void =>
    route(app, {
      method: 'POST',
      path: `${PATH}/${path}`,
      rule: () => right(code),
      handler: async (req) => {
        const { ctx, given } = await calledBy(host, req);
        return callOnce(ctx, `schedule ${path}`, given, (inner) => work(inner, given));
      },
    });

const reads = (host: Host, app: FastifyInstance): void => {
  const get = getter(host, app);
  get('workshops', 'view', (ctx) => workshops(ctx));
  get('plan', 'view', (ctx, given) => {
    const [from, to] = [day(given.from), day(given.to)];
    if (to < from || Date.parse(to) - Date.parse(from) > MAX_DAYS * 86_400_000) throw badRequest();
    return planAnswer(ctx, { workshopId: id(given.workshopId), from, to, ...optional(given, 'scenarioId') });
  });
  get('pool', 'view', async (ctx, given) => {
    const workshop = id(given.workshopId);
    const { scenarioId } = optional(given, 'scenarioId');
    const plan = await planFor(ctx, workshop, right('view'));
    const scenario = scenarioId === undefined ? null : await scenarioFor(ctx, scenarioId, right('view'));
    const plant = await plantOf(ctx, {
      workshop,
      scenario: scenario === null ? null : { id: scenario.id, params: paramsOf(scenario) },
    });
    return poolAnswer(ctx, plant, scenario ?? plan);
  });
  get('alternatives', 'view', (ctx, given) => alternatives(ctx, { ...oneOf(given), ...optional(given, 'scenarioId') }));
  get('job', 'view', async (ctx, given) => stateOf(ctx, await runFor(ctx, id(given.jobId), right('view'))));
  get('scenarios', 'view', (ctx, given) => scenarios(ctx, id(given.workshopId)));
  get('scenario/compare', 'view', (ctx, given) => compare(ctx, id(given.id)));

  route(app, {
    method: 'POST',
    path: `${PATH}/exportData`,
    rule: () => right('export'),
    handler: async (req, reply) => {
      const given = body(req);
      const ctx = await ctxOf(host, req);
      const asked = {
        workshopId: id(given.workshopId),
        from: day(given.from),
        to: day(given.to),
        ...optional(given, 'scenarioId'),
      };
      const { name, content } = await exportPlan(ctx, asked);
      return attachment(reply, name, content);
    },
  });
};

const runs = (host: Host, app: FastifyInstance): void => {
  route(app, {
    method: 'POST',
    path: `${PATH}/run`,
    rule: () => right('run'),
    handler: async (req) => {
      const { ctx, given } = await calledBy(host, req);
      const { jobId, done } = await startRun(ctx, runBody(given));
      // it goes on after its answer; what fails is told by its row and by the log
      done.catch((error: unknown) => req.log.error(error, 'schedule run failed'));
      return { jobId };
    },
  });
  route(app, {
    method: 'POST',
    path: `${PATH}/stop`,
    rule: () => right('run'),
    handler: async (req) => {
      await stopRun(await ctxOf(host, req), id(body(req).jobId));
      return null;
    },
  });
};

const changes = (host: Host, app: FastifyInstance): void => {
  const post = poster(host, app);
  route(app, {
    method: 'POST',
    path: `${PATH}/move`,
    rule: () => right('move'),
    handler: async (req) => {
      const { ctx, given } = await calledBy(host, req);
      const asked = moveBody(given);
      if (asked.dryRun !== true) return callOnce(ctx, 'schedule move', given, (inner) => move(inner, asked));
      const answer = await dryRun(ctx, (inner) => move(inner, asked));
      return { ...answer, planVersion: asked.planVersion };
    },
  });
  post('restore', 'move', (ctx, given) =>
    restore(ctx, {
      workshopId: id(given.workshopId),
      planVersion: whole(given.planVersion),
      operationIds: ids(given.operationIds),
      places: list(given.places).map(placeOf),
      ...optional(given, 'scenarioId'),
    }),
  );
  const acted = (given: Given) => ({ ids: ids(given.ids), planVersion: whole(given.planVersion) });
  post('confirm', 'confirm', (ctx, given) =>
    confirm(ctx, { ...acted(given), override: given.override === true, reason: text(given.reason ?? '', 200) }),
  );
  post('cancel', 'cancel', (ctx, given) => cancel(ctx, acted(given)));
  post('lock', 'lock', (ctx, given) => {
    if (typeof given.locked !== 'boolean') throw badRequest();
    return lock(ctx, { ...acted(given), locked: given.locked });
  });
};

const scenarioCalls = (host: Host, app: FastifyInstance): void => {
  const post = poster(host, app);
  post('scenario/create', 'run', (ctx, given) =>
    createScenario(ctx, {
      workshopId: id(given.workshopId),
      name: named(given.name),
      note: text(given.note ?? '', 500),
      ...params(given),
    }),
  );
  post('scenario/change', 'run', (ctx, given) =>
    changeScenario(ctx, {
      id: id(given.id),
      version: whole(given.version),
      ...(given.name === undefined ? {} : { name: named(given.name) }),
      ...(given.note === undefined ? {} : { note: text(given.note, 500) }),
      ...params(given),
    }),
  );
  post('scenario/remove', 'run', (ctx, given) => removeScenario(ctx, id(given.id)));
  post('scenario/adopt', 'adopt', (ctx, given) =>
    adopt(ctx, { id: id(given.id), planVersion: whole(given.planVersion) }),
  );
};

const calledBy = async (host: Host, req: FastifyRequest): Promise<{ ctx: EngineCtx; given: Given }> => {
  const { token, ...given } = body(req);
  return { ctx: await ctxOf(host, req, tokenOf({ token })), given };
};

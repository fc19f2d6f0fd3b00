/** Terminals of the floor: becoming one, and signing in on one by PIN (10 §2, security.md §6). */
import type { FastifyInstance } from 'fastify';
import { openEnvelope } from '../auth/envelope';
import { pinFits } from '../auth/pin';
import { signInPin } from '../auth/pin-sign-in';
import { rightsSource } from '../auth/rights';
import { type AsSystem, enrolTerminal, terminalState } from '../auth/terminals';
import type { Vault } from '../auth/vault';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import { callerOf, type Parts, texts } from './parts';

const SMALL = 16 * 1024;

export const terminalRoutes =
  (parts: Parts, { asSystem, vault }: { readonly asSystem: AsSystem; readonly vault: Vault }) =>
  (app: FastifyInstance): void => {
    const { db, keys, sessions, setting, clock } = parts;
    const deps = { db, sessions, setting, asSystem };
    const fits = pinFits(vault);

    // with its key a terminal asks whether it is approved by now
    route(app, {
      method: 'POST',
      path: '/sys/terminalEnrol',
      rule: 'public',
      bodyLimit: SMALL,
      perMinute: 60,
      handler: (req) => {
        const { orgCode, name, terminal, key } = texts(req.body, ['orgCode', 'name', 'terminal', 'key']);
        if (terminal !== undefined && key !== undefined) return terminalState(deps, { terminal, key });
        if (orgCode === undefined || name === undefined) throw badRequest();
        return enrolTerminal(deps, { orgCode, name }, callerOf(req));
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/pinSignIn',
      rule: 'public',
      bodyLimit: SMALL,
      perMinute: 60,
      handler: async (req) => {
        const given = texts(req.body, ['terminal', 'key', 'employeeNo', 'pwd', 'keyId']);
        const { terminal, key, employeeNo } = given;
        if (terminal === undefined || key === undefined || employeeNo === undefined) throw badRequest();
        const pin = await openEnvelope(db, keys, { keyId: given.keyId, pwd: given.pwd }, clock().getTime());
        return signInPin(
          { ...deps, fits, rights: rightsSource(db, parts.registries) },
          { terminal, key, employeeNo: employeeNo.trim().slice(0, 50), pin },
          callerOf(req),
        );
      },
    });
  };

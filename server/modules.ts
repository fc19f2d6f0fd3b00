/** Rules of objects that domain code cannot say alone, joined to its own: accounts are the business of sign-in. */
import { asksPassword } from './auth/confirm';
import { orgs } from './auth/orgs';
import { people } from './auth/people';
import { pins } from './auth/pin';
import { passwordPolicy } from './auth/policy-rules';
import { screenPairs } from './auth/screen-pairs';
import { terminals } from './auth/terminals';
import { dataCopyJob } from './copy/module';
import type { DomainModule, Service } from './ctx';
import { app } from './design/mirror/app';
import { dict } from './design/mirror/dict';
import { menu } from './design/mirror/menu';
import { printTemplates } from './design/print-templates';
import { joined, modules, services } from './domain';
import { sysJob } from './jobs/module';
import { jobStates } from './jobs/states';
import { dataArchive } from './maint/archive';
import { dataFix } from './maint/fix';
import { dataOpening } from './maint/opening';

const MORE: Readonly<Record<string, DomainModule>> = {
  org: orgs,
  user: joined([people, pins]),
  passwordPolicy,
  screenCfg: screenPairs,
  terminal: terminals,
  app,
  dataArchive,
  dataCopyJob,
  dataFix,
  dataOpening,
  dict,
  menu,
  sysJob,
};

/** Asked before the own rules of an object are. */
const FIRST: Readonly<Record<string, DomainModule>> = {
  dataArchive: asksPassword('run'),
  dataFix: asksPassword('run'),
  dataMaintRun: asksPassword('rebuild', 'askClear', 'clear'),
  dataOpening: asksPassword('run'),
};

/** What `modulesOf` answers, with the parts beyond it. */
export const withPlatform = (own: ReadonlyMap<string, DomainModule>): ReadonlyMap<string, DomainModule> => {
  const all = new Map(own);
  for (const [object, more] of Object.entries(MORE)) {
    const known = all.get(object);
    all.set(object, known ? joined([known, more]) : more);
  }
  for (const [object, first] of Object.entries(FIRST)) {
    const known = all.get(object);
    if (known) all.set(object, joined([first, known]));
  }
  return all;
};

/** Every module by object, for the linter. */
export const allModules: ReadonlyMap<string, DomainModule> = withPlatform(new Map(Object.entries(modules)));

/** Services of documents, those of the platform among them. */
export const allServices: readonly Service[] = [...services, jobStates, printTemplates];

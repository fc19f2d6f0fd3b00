/** What one process puts together once: documents, domain code, services. Everything is named here, nothing is found by scanning. */
import type { FastifyInstance } from 'fastify';
import type { DataDoc } from '../schemas/language/document';
import type { ResolvedObject } from '../schemas/language/resolved';
import type { RunAs } from './auth/demo';
import type { SettingOf } from './auth/policy';
import type { Db } from './ctx';
import { functions, services } from './domain';
import { settingRows, settingValue } from './records/settings';
import { buildRegistry, type Registries, sameForAll } from './registry/registry';
import { indexCondition } from './tables/condition';

export interface Engine {
  readonly registries: Registries;
  readonly documents: readonly DataDoc[];
  readonly setting: SettingOf;
  readonly condition: (object: ResolvedObject, when: string) => string;
  readonly runAs: RunAs;
  readonly mount: readonly ((app: FastifyInstance) => void)[];
}

export const composeEngine = ({ db }: { readonly db: Db }): Engine => {
  const registry = buildRegistry(undefined, {
    functions,
    services: services.map(({ name }) => name),
  });
  const registries = sameForAll(registry);
  return {
    registries,
    documents: registry.files.data.map(({ doc }) => doc),
    setting: async (org, key) => settingValue(registries.of(org), await settingRows(db, org), key),
    condition: indexCondition(db, registry.lib),
    runAs: () => Promise.reject(new Error('the record pipeline is not here yet')),
    mount: [],
  };
};

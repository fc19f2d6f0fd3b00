/** Roles that are shipped hold rights there are: what stands behind 已失效 on the page of a role is nobody's. */
import { expect, it } from 'vitest';
import { loadSchemas } from '../../server/registry/load';
import { systemRegistry } from '../support/registry';

interface Role {
  readonly code: string;
  readonly functions?: readonly string[];
  readonly fieldGroups?: readonly string[];
}
const roles = loadSchemas().data.flatMap(({ doc }) =>
  [doc.seed, doc.demo].flatMap((rows) => ((rows as { role?: readonly Role[] } | undefined)?.role ?? []) as Role[]),
);

it('every right of a shipped role exists, and is named once', () => {
  const registry = systemRegistry();
  const known = new Set(registry.functions.map(({ code }) => code));
  expect(roles.length).toBeGreaterThan(10);
  const gone = roles.flatMap(({ code, functions = [] }) =>
    functions
      .filter((right, n) => !known.has(right) || functions.indexOf(right) !== n)
      .map((right) => `${code} ${right}`),
  );
  expect(gone).toEqual([]);
});

it('every group of fields of a shipped role exists', () => {
  const { dicts, functions } = systemRegistry();
  const known = new Set([
    ...(dicts.get('fieldGroup')?.items.map(({ code }) => code) ?? []),
    ...functions.map(({ code }) => code),
  ]);
  const gone = roles.flatMap(({ code, fieldGroups = [] }) =>
    fieldGroups.filter((group) => !known.has(group)).map((group) => `${code} ${group}`),
  );
  expect(gone).toEqual([]);
});

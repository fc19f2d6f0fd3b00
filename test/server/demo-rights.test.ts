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

/** 30 §1.7: acts and the roles it gives them to, of those that decide something */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  'prdOrder:release': ['planner'],
  'prdOrder:audit': ['planner'],
  'workOrder:split': ['planner'],
  'scheduleTask:run': ['planner'],
  'scheduleTask:override': ['workshopHead'],
  'workOrder:dispatch': ['workshopHead', 'teamLeader'],
  'orderProcess:edit': ['workshopHead'],
  'prdReport:audit': ['workshopHead'],
  'prdReport:reverse': ['workshopHead'],
  'prdReport:over': ['workshopHead'],
  'prdReport:hour': ['workshopHead'],
  'afddDoc:audit': ['workshopHead'],
  'afddDoc:add': ['teamLeader'],
  'reworkTask:close': ['workshopHead'],
  'feedRecord:fifo': ['workshopHead', 'teamLeader'],
  'deviceWork:edit': ['workshopHead'],
  'coReport:audit': ['workshopHead'],
  'coReport:add': ['teamLeader'],
  'adjustRecord:report': ['workshopHead'],
  'adjustRecord:delReport': ['workshopHead'],
  'qualityTesting:judge': ['inspector', 'qualityEngineer'],
  'productionCheck:judge': ['inspector', 'qualityEngineer'],
  'machinePrice:edit': ['payroll'],
};
it('acts of production belong to the roles that 30 §1.7 names, and to no other', () => {
  const held = Object.keys(GIVEN).map((right) => [
    right,
    roles.filter(({ functions = [] }) => functions.includes(right)).map(({ code }) => code),
  ]);
  expect(Object.fromEntries(held)).toEqual(GIVEN);
});

it('of production the payroll clerk sees the prices of machines and nothing else', () => {
  const ofProduction = loadSchemas().objects.filter(({ file }) => file.includes('objects/production/'));
  const pages = new Set(ofProduction.map(({ doc }) => doc.object));
  const payroll = roles.find(({ code }) => code === 'payroll')?.functions ?? [];
  const seen = new Set(payroll.map((right) => right.split(':')[0] ?? '').filter((object) => pages.has(object)));
  expect(pages.size).toBeGreaterThan(15);
  expect([...seen]).toEqual(['machinePrice']);
});

/**
 * A worker that begins the longest file last leaves the other core idle. A fresh clone knows no durations and would go by sizes, by which
 * the suites that walk all documents come last: they are small. Those the run names as slowest go first, the others by size.
 */
import { relative, sep } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** longest first, within their project */
export const LONG = [
  'test/conformance/rules.test.ts',
  'test/language/canon.test.ts',
  'test/language/lint.test.ts',
  'test/designer/commands.test.ts',
  'test/designer/menus-dicts-settings.test.ts',
  'test/designer/charts.test.ts',
  'test/conformance/kinds/controls.test.tsx',
  'test/server/app/process.test.ts',
  'test/server/design/faults.test.ts',
  'test/server/faults.test.ts',
  'test/server/lost-connection.test.ts',
  'test/server/conformance.test.ts',
  'test/domain/factory/every-route.test.ts',
  'test/server/design/sync.test.ts',
  'test/server/two-processes.test.ts',
  'test/server/db/embedded.test.ts',
  'test/server/design/mirror.test.ts',
  'test/server/design/calls.test.ts',
  'test/server/floor-faults.test.ts',
  'test/server/iot/simulate.test.ts',
  'test/server/design/approval.test.ts',
  'test/server/iot/kill.test.ts',
  'test/server/auth/demo.test.ts',
  'test/domain/stock/parallel.test.ts',
  'test/server/design/acceptance.test.ts',
  'test/server/design/publish.test.ts',
  'test/server/design/sandbox.test.ts',
  'test/server/scheduling/laws.test.ts',
  'test/server/auth/matrix.test.ts',
];
const rank = (path) => {
  const at = LONG.indexOf(path);
  return at < 0 ? LONG.length : at;
};

/** Files of a project stay together: what it loaded is kept from one to the next. */
export const inOrder = (files, projectOf, pathOf) => {
  const projects = [...new Set(files.map(projectOf))];
  return projects.flatMap((project) =>
    files.filter((file) => projectOf(file) === project).sort((a, b) => rank(pathOf(a)) - rank(pathOf(b))),
  );
};

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const { root } = this.ctx.config;
    return inOrder(
      await super.sort(files),
      ({ project }) => project.name,
      ({ moduleId }) => relative(root, moduleId).split(sep).join('/'),
    );
  }
}

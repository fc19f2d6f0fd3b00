/**
 * A worker that begins the longest file last leaves the other core idle. A fresh clone knows no durations and would go by sizes, by which
 * the suites that walk all documents come last: they are small. Those the run names as slowest go first, the others by size.
 */
import { relative, sep } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** longest first, within their project */
export const LONG = [
  'test/conformance/rules.test.ts',
  'test/server/conformance.test.ts',
  'test/domain/factory/every-route.test.ts',
  'test/server/design/generated.test.ts',
  'test/server/auth/matrix.test.ts',
  'test/server/records/shipped.test.ts',
  'test/server/faults.test.ts',
  'test/server/lost-connection.test.ts',
  'test/server/design/faults.test.ts',
  'test/server/scheduling/laws.test.ts',
  'test/server/records/scope-paths.test.ts',
  'test/server/sql-expr.test.ts',
  'test/server/two-processes.test.ts',
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

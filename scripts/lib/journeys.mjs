/** What a run of the journeys says: who failed, who failed only the first time, and what that means. Pure. */

/** How many journeys may be flaky in a run, and in how many runs before the same one may not have been. */
export const MOST_FLAKY = 3;
export const RUNS_KEPT = 10;

/** @typedef {{ id: string, file: string, title: string, ok: boolean, skipped: boolean, error: string, ms: number }} Journey */

/** The tests of a JSON report of Playwright, each with its first error. @returns {Journey[]} */
export const journeysOf = (report) => {
  const found = [];
  const walk = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      const results = spec.tests.flatMap(({ results: all }) => all);
      const file = spec.file ?? suite.file;
      const title = [...titles, spec.title].filter((text) => text !== '' && text !== file).join(' › ');
      found.push({
        id: `${file} › ${title}`,
        file,
        title,
        ok: spec.ok,
        skipped: spec.tests.every(({ status }) => status === 'skipped'),
        error: results.flatMap(({ errors }) => errors ?? []).map(({ message }) => message)[0] ?? '',
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      });
    }
    for (const inner of suite.suites ?? []) walk(inner, [...titles, inner.title]);
  };
  for (const suite of report.suites ?? []) walk(suite, []);
  return found;
};

/** Failed the first time and passed alone: flaky; failed both times, or not run the second time: failed. */
export const judge = (first, second) => {
  const passedNow = new Set(second.filter(({ ok, skipped }) => ok && !skipped).map(({ id }) => id));
  const failed = first.filter(({ ok }) => !ok);
  return {
    flaky: failed.filter(({ id }) => passedNow.has(id)),
    failed: failed.filter(({ id }) => !passedNow.has(id)),
  };
};

/**
 * Why flaky journeys are a failure: too many in this run, or one that was flaky in one of the last ten.
 * @param {string[]} flaky ids @param {string[][]} before ids of earlier runs, oldest first
 */
export const complaints = (flaky, before) => [
  ...(flaky.length > MOST_FLAKY ? [`${flaky.length} journeys are flaky, ${MOST_FLAKY} at most may be`] : []),
  ...flaky
    .filter((id) => before.slice(-RUNS_KEPT).some((run) => run.includes(id)))
    .map((id) => `flaky again within ${RUNS_KEPT} runs: ${id}`),
];

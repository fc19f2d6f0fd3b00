/**
 * Which tests a change reaches (`npm test -- --changed`). Modules are followed by vitest itself; what it cannot see, documents that are
 * read as files and journeys, is named here by folder. Pure.
 */

/** [changed files, journeys they reach (test/e2e/<name>.spec.ts)] */
const JOURNEYS = [
  [/^designer\/print|^schemas\/language\/print|^server\/print|^runtime\/print/, ['designer-print', 'print']],
  [/^designer\/chart|^runtime\/(charts|board|kpi)|^schemas\/(reports|boards)/, ['designer-chart', 'reports']],
  [/^designer\//, ['designer', 'designer-publish', 'designer-start']],
  [/^server\/design/, ['designer-publish', 'designer-lending']],
  [/^runtime\/grid/, ['grid', 'excel']],
  [/^runtime\/(list|table)/, ['lists', 'columns', 'trees']],
  [/^runtime\/(form|fields)/, ['forms', 'detail', 'rules']],
  [/^runtime\/floor/, ['floor', 'offline']],
  [/^runtime\/flow|^server\/workflow|^schemas\/flows/, ['flow']],
  [/^runtime\/files|^server\/files/, ['files']],
  [/^runtime\/report|^server\/records\/report/, ['reports']],
  [
    /^src\/(layout|session|inbox|theme)|^runtime\/(page|data|actions|month|sop|bom|kpi|print)/,
    ['shell', 'lists', 'forms'],
  ],
  [/^src\/screens/, ['home', 'settings', 'system']],
  [/^server\//, ['purchase', 'masters']],
  [/^schemas\/language\//, ['lists', 'forms', 'purchase']],
  [/^schemas\/(objects|blocks|menus|dictionaries|settings|prints)\//, ['crawl', 'every-route']],
];
/** What every journey stands on. */
const SHARED =
  /^test\/e2e\/|^(package-lock\.json|playwright\.config\.ts|vite\.config\.ts|index\.html)$|^scripts\/(build|test)\.mjs$|^src\/(routes|worker|main|Shell)/;
/** Tests that read documents as files. */
const OF_DOCUMENTS = [
  'test/conformance',
  'test/language/canon.test.ts',
  'test/server/conformance.test.ts',
  'test/server/records/shipped.test.ts',
  'test/server/registry.test.ts',
  'test/domain/factory/every-route.test.ts',
];

/** @param {string[]} files changed ones @param {string[]} specs names of the journeys there are */
export const reachedJourneys = (files, specs) => {
  const reached = new Set();
  for (const file of files) {
    const own = /^test\/e2e\/([a-z-]+)\.spec\.ts$/.exec(file)?.[1];
    if (own !== undefined) reached.add(own);
    else if (SHARED.test(file)) return [...specs];
    for (const [pattern, names] of JOURNEYS) if (pattern.test(file)) for (const name of names) reached.add(name);
  }
  return specs.filter((name) => reached.has(name));
};
export const documentTests = (files) => (files.some((file) => /^schemas\/.*\.json$/.test(file)) ? OF_DOCUMENTS : []);

/**
 * What is always fetched together lies together: the modules of the start, the shell and the first list are found in the chunks of a first
 * pass (by its import graph, after unused code is gone) and become the groups of the second.
 */
import { gzipSync } from 'node:zlib';

/**
 * The modules the steps of a first visit begin with; each step holds what it needs beyond the steps before it, and may weigh so much with
 * them. Goals of what a browser really fetches are in the bench `weight`: a list also asks for the filters its document names.
 */
const STEPS = [
  ['start', /\/src\/Root\.tsx$/, { files: 10, kb: 110 }],
  ['shell', /\/src\/Shell\.tsx$/, { files: 15, kb: 340 }],
  ['list', /\/runtime\/list\/ListView\.tsx$/, { files: 20, kb: 480 }],
];
/** The sign-in page is no step of the first list: who is signed in never sees it; what it shares with others belongs to the start. */
const SIGN_IN = ['sign-in', /\/src\/screens\/login\/PublicScreens\.tsx$/, { files: 10, kb: 110 }];
/** What a page without this application's memory and window runs as well: it must not draw in the start. */
const ALONE = /\/src\/worker\/sw\.ts$/;
const VENDOR = /\/node_modules\//;

const chunkWith = (chunks, pattern) => {
  const found = chunks.filter((chunk) => chunk.moduleIds.some((id) => pattern.test(id)));
  if (found.length !== 1)
    throw new Error(`${found.length} chunks hold ${pattern}: the first load cannot be laid together`);
  return found[0];
};
const closure = (chunks, first, into = new Set()) => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const walk = (chunk) => {
    if (chunk === undefined || into.has(chunk)) return;
    into.add(chunk);
    for (const file of chunk.imports) walk(byFile.get(file));
  };
  walk(first);
  return into;
};
const chunksOf = (output) => output.filter((file) => file.type === 'chunk');

/** Groups for the second pass. */
export const groupsOf = (output) => {
  const chunks = chunksOf(output);
  const entries = new Set(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.facadeModuleId));
  const alone = new Set([...closure(chunks, chunkWith(chunks, ALONE))].flatMap((chunk) => chunk.moduleIds));
  const signIn = chunkWith(chunks, SIGN_IN[1]);
  const group = new Map();
  const steps = STEPS.map(([name, pattern]) => [name, closure(chunks, chunkWith(chunks, pattern))]);
  for (const chunk of closure(chunks, signIn)) if (chunk !== signIn) steps[0][1].add(chunk);
  for (const [name, fetched] of steps)
    for (const chunk of fetched)
      for (const id of chunk.moduleIds)
        if (!group.has(id) && !alone.has(id) && !entries.has(id))
          group.set(id, VENDOR.test(id) ? `${name}-vendor` : name);
  const names = STEPS.flatMap(([name]) => [`${name}-vendor`, name]);
  return names.map((name, at) => ({ name, test: (id) => group.get(id) === name, priority: names.length - at }));
};

/** What each page of a first visit fetches before it can be used: its files and their weight, all steps before it included. */
export const weigh = (output) => {
  const chunks = chunksOf(output);
  const start = chunks.find((chunk) => chunk.isEntry && chunk.name === 'index');
  const of = ([name, pattern, most], before) => {
    const seen = closure(chunks, chunkWith(chunks, pattern), new Set(before));
    const bytes = [...seen].reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0);
    const files = [...seen].map((chunk) => chunk.fileName);
    return { weight: { name, most, files, kb: Math.round(bytes / 1000) }, seen };
  };
  let seen = closure(chunks, start);
  const weights = [of(SIGN_IN, seen).weight];
  for (const step of STEPS) {
    const next = of(step, seen);
    seen = next.seen;
    weights.push(next.weight);
  }
  return weights;
};

/** What a changeset changes, in words. */

import type { AnyDoc } from '../../schemas/language/document';
import { diffSteps, type StepDoc } from '../../schemas/language/steps';
import type { DocumentWords } from '../../schemas/language/wire-design';
import { changeSentence, changeWords, type Names, titlesOf, wholeDoc } from '../../schemas/language/words';
import type { Registry } from '../registry/registry';
import type { DocumentChange } from './candidate';
import { namedInAll, type RenamedTitle, renamedFields } from './renames';
import { SORTS, titleOf } from './sorts';

/** `registry` = the documents as they are with the changes, or as they stand when those do not resolve. */
export function wordsOf(changes: readonly DocumentChange[], registry: Registry): readonly DocumentWords[] {
  const renamed = changes.flatMap(({ sort, code, before, after }) =>
    sort === 'object' && before !== undefined && after !== undefined
      ? renamedFields(code, before as unknown as StepDoc, after as unknown as StepDoc)
      : [],
  );
  return changes.map(({ id, sort, code, before, after }) => {
    const title = titleOf(sort, after ?? before ?? {});
    if (after === undefined) return { document: id, title, words: [`移除${SORTS[sort].title}「${title}」`] };
    if (before === undefined) return { document: id, title, words: [`新增${SORTS[sort].title}「${title}」`] };
    const others = renamed.filter(({ object }) => sort !== 'object' || object !== code);
    return { document: id, title, words: followedInWords({ before, after, code }, others, registry) };
  });
}

/** What only follows a renamed field is one line; the rest is told as ever. */
function followedInWords(
  { before, after, code }: { readonly before: AnyDoc; readonly after: AnyDoc; readonly code: string },
  renamed: readonly RenamedTitle[],
  registry: Registry,
): readonly string[] {
  const lines: string[] = [];
  let text = before as unknown as StepDoc;
  for (const field of renamed) {
    const now = namedInAll(text, [field], registry);
    if (now === text) continue;
    lines.push(`「${field.title}」的编码跟着改：${field.from} → ${field.to}（${diffSteps(text, now).length}处）`);
    text = now;
  }
  return [...lines, ...changesInWords(text as unknown as AnyDoc, after, code, registry)];
}

/** The way from one text to another, a sentence for each thing that changed. */
export function changesInWords(before: AnyDoc, after: AnyDoc, code: string, registry: Registry): readonly string[] {
  const names = namesOf(code, registry);
  return changeWords(before as unknown as StepDoc, after as unknown as StepDoc, names).map(changeSentence);
}

/** Titles of what a text only names by code, and of fields that come from blocks. */
function namesOf(code: string, registry: Registry): Names {
  const { objects, reports, dicts, files } = registry;
  const blocks = new Map(files.blocks.map(({ doc }) => [doc.block, doc]));
  const settings = files.settings.map(({ doc }) => doc);
  return {
    ...titlesOf(code, {
      object: (code) => objects.get(code),
      report: (code) => reports.get(code),
      dict: (dict) => dicts.get(dict),
      screen: (screen) => registry.menus.find((menu) => menu.screen === screen)?.name,
    }),
    whole: (doc) => wholeDoc(doc, { blocks, settings }),
    document: (other) => objects.get(other)?.title ?? registry.page(other)?.title ?? blocks.get(other)?.title,
  };
}

/** Titles that words of a change need and a text alone does not know. */
import type { Library } from '../../schemas/language/check/index';
import type { StepDoc } from '../../schemas/language/steps/index';
import { type Names, titlesOf, wholeDoc } from '../../schemas/language/words/index';

/** Names for the changes of one document, from the library of the design. */
export function namesOf(doc: StepDoc, library: Library): Names {
  const { objects, reports, boards, blocks, dicts } = library;
  return {
    ...titlesOf(String(doc.object), {
      object: (code) => objects.get(code)?.object,
      report: (code) => reports.get(code)?.report,
      dict: (code) => dicts.get(code),
    }),
    whole: (text) => wholeDoc(text, { blocks, settings: library.settingDocs }),
    document: (code) => {
      const [object = '', view] = code.split('.');
      const found = objects.get(object)?.object;
      return (
        (view === undefined ? found : found?.views[view])?.title ??
        reports.get(code)?.report.title ??
        boards.get(code)?.board.title ??
        blocks.get(code)?.title
      );
    },
  };
}

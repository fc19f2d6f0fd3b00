/** Titles that words of a change need and a text alone does not know. */
import type { Library } from '../../schemas/language/check/index';
import type { StepDoc } from '../../schemas/language/steps/index';
import { type Names, wholeDoc } from '../../schemas/language/words/index';
import { fieldName } from '../inspector/names';

/** Names for the changes of one document, from the library of the design. */
export function namesOf(doc: StepDoc, library: Library): Names {
  const object = library.objects.get(String(doc.object))?.object;
  const dict = object?.state === undefined ? undefined : object.fields[object.state]?.dict;
  const states = dict === undefined ? undefined : library.dicts.get(dict);
  return {
    whole: (text) => wholeDoc(text, { blocks: library.blocks, settings: library.settingDocs }),
    state: (code) => states?.items.find((item) => item.code === code)?.title,
    field: (path) => {
      const title = fieldName(doc, library, path);
      return title === path ? undefined : title;
    },
    document: (code) =>
      library.objects.get(code)?.object.title ??
      library.reports.get(code)?.report.title ??
      library.boards.get(code)?.board.title,
    dict: (code) => library.dicts.get(code)?.title,
  };
}

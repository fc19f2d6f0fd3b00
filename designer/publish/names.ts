/** Titles that words of a change need and a text alone does not know. */
import type { Library } from '../../schemas/language/check/index';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { Names } from '../../schemas/language/words/index';
import { fieldName } from '../inspector/names';

/** Names for the changes of one document, from the library of the design. */
export function namesOf(doc: StepDoc, library: Library): Names {
  return {
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

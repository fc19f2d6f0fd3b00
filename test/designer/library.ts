/** The shipped documents as the designer has them. */
import { type Library, libraryOf } from '../../schemas/language/check/index';
import type { StepDoc } from '../../schemas/language/steps/index';
import { documentsIn, filed, SCHEMAS } from '../language/documents';

const docs = filed(
  ['blocks', 'objects', 'reports', 'boards', 'dictionaries', 'menus', 'settings', 'flows'].flatMap((folder) =>
    documentsIn(SCHEMAS, folder),
  ),
);
export const library: Library = libraryOf(docs);
/** A shipped document by the end of its path. */
export const shipped = (path: string): StepDoc => {
  const found = docs.find((doc) => doc.path.endsWith(path));
  if (found === undefined) throw new Error(`no document ${path}`);
  return found.doc as unknown as StepDoc;
};

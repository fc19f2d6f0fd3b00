/** The open document as an object with its blocks and overlay, kept as long as its text and the library stay. */
import type { Library } from '../../schemas/language/check/index';
import type { ObjectDoc } from '../../schemas/language/document';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveWithProblems } from '../../schemas/language/resolve';
import type { ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { StepDoc } from '../../schemas/language/steps/index';
import { codeOfId, type DesignDocument, sortOfId } from '../document/state';
import { resolveLib } from './live-library';

export interface OpenObject {
  readonly text: StepDoc;
  readonly library: Library;
  readonly object: ResolvedObject;
  /** the library with the object as it stands */
  readonly lib: TypeLib;
}

export function openObject(
  { id, text, overlay }: DesignDocument,
  library: Library,
  before: OpenObject | undefined,
): OpenObject | undefined {
  if (sortOfId(id) !== 'object') return undefined;
  if (before?.text === text && before.library === library) return before;
  const lib = resolveLib(library, library.objects.get(codeOfId(id))?.object.area ?? '');
  try {
    // a shipped object keeps its blocks: the steps over it are put on below
    const { object } =
      overlay === undefined
        ? resolveWithProblems(text as unknown as ObjectDoc, lib)
        : resolveWithProblems(overlay.shipped as ObjectDoc, { ...lib, overlay: overlay.steps });
    const type = toObjectType(object);
    const types: TypeLib = {
      ...library.types,
      object: (code) => (code === object.object ? type : library.types.object(code)),
    };
    return { text, library, object, lib: types };
  } catch {
    // a text whose shape is wrong keeps the page it had; the problems say what it is
    return before?.object.object === codeOfId(id) ? before : undefined;
  }
}

/** Editors inside editors: a key may hold nodes and maps of any shape. Given by the inspector, so that no module imports itself. */
import { type ComponentType, createContext, useContext } from 'react';
import type { KeyRow } from '../keys';
import type { EditorProps } from './props';

export interface Editors {
  readonly Shape: ComponentType<EditorProps>;
  readonly Line: ComponentType<{ readonly row: KeyRow; readonly inner?: boolean }>;
}
export const EditorsContext = createContext<Editors | null>(null);

/** Only inside an inspector. */
export const useEditors = (): Editors => {
  const editors = useContext(EditorsContext);
  if (editors === null) throw new Error('no EditorsContext above');
  return editors;
};

/**
 * What a room draws of rooms above it: a page in a window, a record in a dialog, a list in a form. Whoever mounts pages lends them
 * (`runtime/pages`), so that nothing here imports what stands higher.
 */
import { type ComponentType, createContext, useContext } from 'react';
import type { Part } from '../../schemas/language/resolved';
import type { Json, Rec } from '../../schemas/language/value';
import type { Page } from './types';

/** Which record, and what a new one begins with. */
export interface RecordPlace {
  readonly sort: 'edit' | 'detail';
  readonly id?: string | undefined;
  readonly copyOf?: string | undefined;
  /** object and key of a pushed record */
  readonly from?: string | undefined;
  readonly token?: string | undefined;
  readonly with?: { readonly [field: string]: Json } | undefined;
}
export interface FormDialogProps {
  readonly page: Page;
  readonly place: RecordPlace;
  readonly onClose: () => void;
}
/** A list of another page as a part of a record. */
export interface RecordListProps {
  readonly part: Part;
  /** the record the part belongs to; undefined = none is chosen, or it is on its way */
  readonly doc: Rec | undefined;
  /** px at 1440 */
  readonly rowHeight?: number;
}
/** A configuration as it is typed. */
export interface WallPreviewProps {
  readonly values: Rec;
}
export interface Rooms {
  readonly Page: ComponentType<{ readonly page: string }>;
  readonly FormDialog: ComponentType<FormDialogProps>;
  readonly PartList: ComponentType<RecordListProps>;
  /** rows (`grid/worked-rows`) one after the other by touch and scanner; codes are read with the rights of the page */
  readonly Lines: ComponentType<{ readonly page: string }>;
  /** a large board as its settings say; drawn by the application, and not where it lends none */
  readonly WallPreview?: ComponentType<WallPreviewProps>;
}

export const RoomsContext = createContext<Rooms | null>(null);

/** Only where pages are mounted. */
export const useRooms = (): Rooms => {
  const rooms = useContext(RoomsContext);
  if (rooms === null) throw new Error('no RoomsContext above');
  return rooms;
};

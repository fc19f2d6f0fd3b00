/** A print layout as it is written (language reference §2.13); all measures in mm, sizes of type in points. */
import type { Many } from '../document-area';

export type PrintSort = 'doc' | 'label' | 'preprinted' | 'report';
export type Paper = 'A4' | 'A5' | '241x140' | '241x93.3' | 'label' | 'custom';
export type Align = 'left' | 'center' | 'right';

export interface PrintDoc {
  readonly $schema: 'print/1';
  readonly print: string;
  readonly title: string;
  readonly note?: string;
  /** object, view or report whose records are printed */
  readonly page: string;
  readonly sort?: PrintSort;
  readonly paper?: Paper;
  readonly width?: number;
  readonly height?: number;
  readonly landscape?: boolean;
  /** top right bottom left */
  readonly margins?: readonly number[];
  readonly default?: boolean;
  readonly when?: string;
  readonly copies?: number;
  readonly once?: boolean;
  readonly watermark?: boolean;
  /** template laid lightly across every page as long as it says something */
  readonly across?: string;
  readonly grid?: LabelGridDoc;
  readonly per?: 'row' | 'qty';
  readonly bands: BandsDoc;
}
export interface LabelGridDoc {
  readonly rows: number;
  readonly columns: number;
  readonly gapX?: number;
  readonly gapY?: number;
}
export interface BandsDoc {
  readonly pageHeader?: BandDoc;
  readonly docHeader?: BandDoc;
  readonly details?: Many<DetailsDoc>;
  readonly summary?: BandDoc;
  readonly pageFooter?: BandDoc;
  readonly background?: BandDoc;
}
export interface BandDoc {
  readonly height: number;
  readonly items?: Many<PrintItemDoc>;
}
export interface DetailsDoc {
  /** sub-table; with `list` a name of their own for its records */
  readonly rows: string;
  /** object whose records are the rows, those where `where` holds (`workOrderNbr == doc.id`) */
  readonly list?: string;
  readonly where?: string;
  /** `opNbr` or `-bizDate,nbr` */
  readonly sort?: string;
  readonly header?: BandDoc;
  readonly row: BandDoc;
  readonly footer?: BandDoc;
  /** rows that move to a new page with the summary */
  readonly keep?: number;
  readonly fill?: 'none' | 'last' | 'all';
  readonly split?: boolean;
}
export interface PrintItemDoc {
  /** path of a field, or `$trail`, `$sign`, `$slots` */
  readonly field?: string;
  /** template */
  readonly text?: string;
  readonly code?: { readonly type: 'qr' | 'code128' | 'ean13'; readonly text: string };
  /** path of a file field */
  readonly image?: string;
  readonly line?: boolean;
  readonly box?: boolean;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly size?: number;
  readonly bold?: boolean;
  readonly align?: Align;
  readonly fit?: 'wrap' | 'shrink' | 'clip';
  readonly border?: 'none' | 'all' | 'bottom';
  readonly when?: string;
  readonly format?: string;
  readonly off?: boolean;
  readonly note?: string;
}

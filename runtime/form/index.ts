/** Forms of records. Loaded lazily: the form library comes with it. */
import './formily';

export { createPickDesk } from '../fields/pick/desk';
export { DetailPage, type DetailPageProps } from './DetailPage';
export { EditPage, type EditPageProps } from './EditPage';
export { FormDialog, type FormDialogProps } from './FormDialog';
export { FormHost, type FormHostProps } from './FormHost';
export { FormModel, type FormModelOptions } from './form-model';
export { InlineCell, type InlineCellProps } from './InlineCell';
export { layoutOf } from './layout';

/** The pages of one record: to edit it and to read it, with tabs of their own or over another page. Loaded lazily, with forms. */
import '../form/formily';

export { DetailPage, type DetailPageProps, OpenDetail } from './DetailPage';
export { asRow, EditPage, type EditPageProps, OpenEdit } from './EditPage';
export { FormDialog } from './FormDialog';

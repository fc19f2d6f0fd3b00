/** Forms of records. Loaded lazily: the form library comes with it. */
import './formily';

export { FormHost, type FormHostProps } from './FormHost';
export { FormModel, type FormModelOptions } from './form-model';
export { type FormOfCell, FormOfCellContext } from './GroupView';
export { InlineCell, type InlineCellProps } from './InlineCell';
export { layoutOf } from './layout';
export { formLayout, type OpenForm } from './use-form';
export { WarmControls, type WarmControlsProps } from './WarmControls';

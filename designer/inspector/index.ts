/** The inspector of the designer. */

export { resolvedAt } from '../../schemas/language/resolve/at';
export { Inspector, type InspectorProps } from './Inspector';
export { objectOf } from './resolved';
export { writeAll, writeSteps } from './write';

export { Chip } from './Chip';
export { ReportPage } from './ReportPage';

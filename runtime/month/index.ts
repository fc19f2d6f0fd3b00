/** A month as a sheet of days, for everything that lies on days. */

export { addDays, addMonths, monthOf, weeksOf } from './days';
export { MonthBar } from './MonthBar';
export { MonthSheet } from './MonthSheet';

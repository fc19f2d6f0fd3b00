import { lazy } from 'react';

/** screens of the monitors of energy in the menu, with their titles and kinds */
const TITLES: Readonly<Record<string, string>> = {
  electricityMonitor: '用电监控',
  waterMonitor: '用水监控',
  gas: '用气监控',
  electricityChargeMonitoring: '电费监控',
  waterChargeMonitoring: '水费监控',
  gasChargeMonitoring: '气费监控',
};
export const isEnergy = (page: string): boolean => TITLES[page] !== undefined;
export const titleOf = (page: string): string => TITLES[page] ?? '';

export const EnergyMonitor = lazy(() =>
  import('./EnergyMonitor').then((module) => ({ default: module.EnergyMonitor })),
);

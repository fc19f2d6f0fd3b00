/** Available standard minutes and load of a day (20 §10.8). The parts of the schedule come with production; the arithmetic is here. */
import { addDec, divDec, mulDec, roundHalfUp } from '../../schemas/language/codec/decimal';

export interface DeviceDay {
  readonly netMin: number;
  readonly lanes: number;
  readonly efficiency: number;
  readonly utilisation: number;
}

export const availableMinutes = (devices: readonly DeviceDay[]): number =>
  roundHalfUp(
    devices.reduce(
      (sum, { netMin, lanes, efficiency, utilisation }) =>
        addDec(sum, mulDec(mulDec(mulDec(netMin, lanes), efficiency / 100), utilisation / 100)),
      0,
    ),
    4,
  );

export interface Part {
  readonly setupMin: number;
  readonly qty: number;
  readonly stdMin: number;
  readonly runBase: number;
}
export const loadMinutes = (parts: readonly Part[]): number =>
  roundHalfUp(
    parts.reduce((sum, { setupMin, qty, stdMin, runBase }) => {
      const run = divDec(mulDec(qty, stdMin), runBase) ?? 0;
      return addDec(sum, addDec(setupMin, run));
    }, 0),
    4,
  );

/** In percent, over 100 allowed; null where nothing is available. */
export const loadRate = (load: number, available: number): number | null => {
  const rate = divDec(mulDec(load, 100), available);
  return rate === null ? null : roundHalfUp(rate, 2);
};

/** A setting of 排产产能; null = the condition is not set. */
export interface Setting {
  readonly workGroup: string | null;
  readonly equipment: string | null;
  readonly process: string | null;
  readonly material: string | null;
  readonly category: string | null;
  readonly lanes: number | null;
  readonly efficiency: number;
  readonly utilisation: number;
}
export interface SettingAsk {
  readonly equipment: string;
  readonly workGroup?: string | null;
  readonly process?: string;
  readonly material?: string;
  /** the nearest first */
  readonly categories?: readonly string[];
}
/** Device with material, category, process, alone; then the same of its group. */
export const settingFor = (settings: readonly Setting[], ask: SettingAsk): Setting | undefined => {
  const fitting = settings.filter(
    (setting) =>
      (setting.equipment !== null
        ? setting.equipment === ask.equipment
        : setting.workGroup !== null && setting.workGroup === ask.workGroup) &&
      (setting.process === null || setting.process === ask.process) &&
      (setting.material === null || setting.material === ask.material) &&
      (setting.category === null || (ask.categories ?? []).includes(setting.category)),
  );
  const rank = (setting: Setting): number =>
    (setting.equipment === null ? 0 : 8) +
    (setting.material !== null ? 4 : setting.category !== null ? 2 : setting.process !== null ? 1 : 0);
  const near = (setting: Setting): number =>
    setting.category === null ? 0 : (ask.categories ?? []).indexOf(setting.category);
  return fitting.sort((a, b) => rank(b) - rank(a) || near(a) - near(b))[0];
};

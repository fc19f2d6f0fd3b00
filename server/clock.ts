/** Factory time of a moment, 'YYYY-MM-DD HH:mm:ss': UTC+8, which has no daylight saving. */
export const factoryClock = (moment: Date): string =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

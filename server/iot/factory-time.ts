/** ms of a factory time 'YYYY-MM-DD HH:mm:ss'. */
export const factoryMs = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);

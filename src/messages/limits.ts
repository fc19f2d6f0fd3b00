/** Times of messages (specification §8, §9). */
export const TOAST_MS = 2500;
export const MESSAGE_MS = 2000;

export declare const buildAll: () => Promise<void>;

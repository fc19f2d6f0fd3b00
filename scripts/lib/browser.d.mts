export declare const findChromium: () => string | undefined;
export declare const findHeadless: () => string | undefined;
export declare const ensureBrowser: () => Promise<string>;

export declare const isStale: () => boolean;
export declare const markBuilt: () => void;

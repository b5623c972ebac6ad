/** Told how far a conversion is that takes long. @param label What was done last. */
export type OnProgress = (done: number, total: number, label: string) => void;

/** A moment in both forms that payloads carry. */
export interface Moment {
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly time: string;
  /** Unix timestamp in seconds. */
  readonly timestamp: number;
}

/** @param time `YYYY-MM-DD HH:MM:SS`, UTC. */
export function moment(time: string): Moment {
  return { time, timestamp: Date.parse(`${time.replace(' ', 'T')}Z`) / 1000 };
}

/** The moment some minutes later. */
export function later({ timestamp }: Moment, minutes: number): Moment {
  const text = new Date((timestamp + minutes * 60) * 1000).toISOString();
  return moment(text.slice(0, 19).replace('T', ' '));
}

/** Pending questions to another process, each under a number. */
export interface Questions<Answer> {
  /**
   * @param send Sends the question under its number.
   * @returns The answer; undefined when none has come within `patienceMs` milliseconds, or none can come any more.
   */
  ask(send: (id: number) => void, patienceMs: number): Promise<Answer | undefined>;
  answer(id: number, answer: Answer): void;
  /** There will be no more answers. */
  end(): void;
}

export function questions<Answer>(): Questions<Answer> {
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  let asked = 0;
  return {
    ask(send, patienceMs) {
      asked += 1;
      const id = asked;
      return new Promise((resolve) => {
        const settle = (answer: Answer | undefined) => {
          waiting.delete(id);
          clearTimeout(patience);
          resolve(answer);
        };
        const patience = setTimeout(settle, patienceMs, undefined);
        waiting.set(id, settle);
        send(id);
      });
    },
    answer: (id, answer) => waiting.get(id)?.(answer),
    end() {
      for (const settle of [...waiting.values()]) settle(undefined);
    },
  };
}

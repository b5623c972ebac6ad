import { Refusal } from '../command.ts';
import { type Told, told } from '../told.ts';

/** What did not come, however often it was asked for. */
export interface Missing {
  /** Path in the bundle. */
  readonly file: string;
  readonly reason: Told;
}

/** Some files did not come; what came is kept, and the next run fetches the rest. */
export class IncompleteTour extends Refusal {
  override name = 'IncompleteTour';
  readonly missing: readonly Missing[];

  constructor(missing: readonly Missing[]) {
    const [first] = missing;
    const more = missing.length === 1 ? '' : told` And ${missing.length - 1} more.`;
    const file = told`${first?.file ?? ''}: ${first?.reason ?? ''}`;
    super('INCOMPLETE', told`${file}${more} Run the command again: it fetches what is missing.`, 4);
    this.missing = missing;
  }
}

/** So many files in a row that did not come: the gateway is away, and the others would be waited for in vain. */
const MOST_IN_A_ROW = 3;

/** Fetches one file after the other, and notes those that do not come. */
export class Fetches {
  readonly missing: Missing[] = [];
  private inARow = 0;

  /** @throws {IncompleteTour} after several failures in a row, and whatever is not worth a repeat. */
  async one<Result>(file: string, fetched: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await fetched();
      this.inARow = 0;
      return result;
    } catch (error) {
      if (!(error instanceof Refusal) || error.exitCode !== 4) throw error;
      this.missing.push({ file, reason: error.said });
      this.inARow += 1;
      if (this.inARow >= MOST_IN_A_ROW) throw new IncompleteTour(this.missing);
      return undefined;
    }
  }

  isMissing(name: string): boolean {
    return this.missing.some(({ file }) => file === name);
  }
}

/** A fenced block of a page of the docs. */
export interface Sample {
  /** `sh`, `ts`, `js`, `python`, `go`, `php`, `java`, `json`, `html`, `env` or `text`. */
  readonly language: string;
  /** What stands behind the language: `answer`, `output`, `elsewhere`, `file=NAME`, `example=OPERATION`. */
  readonly marks: readonly string[];
  readonly code: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  /** Whether only blank lines stand between it and the sample before. */
  readonly follows: boolean;
}

/** @returns The samples of a page in their order. */
export function readSamples(markdown: string): Sample[] {
  const lines = markdown.split('\n');
  const samples: Sample[] = [];
  let start = -1;
  let sinceLast = 'text';
  lines.forEach((text, index) => {
    if (!text.startsWith('```')) {
      if (start < 0 && text.trim() !== '') sinceLast = 'text';
      return;
    }
    if (start < 0) {
      start = index;
      return;
    }
    const [language = '', ...marks] = (lines[start] ?? '').slice(3).split(' ');
    const code = lines.slice(start + 1, index).join('\n');
    samples.push({ language, marks, code, line: start + 1, follows: sinceLast === 'sample' });
    sinceLast = 'sample';
    start = -1;
  });
  return samples;
}

export const has = ({ marks }: Sample, mark: string) => marks.includes(mark);
export const fileOf = ({ marks }: Sample) => marks.find((mark) => mark.startsWith('file='))?.slice('file='.length);

/** Whether a sample is run as it stands; files are written, answers and outputs are compared. */
export function isRun(sample: Sample): boolean {
  return (
    /^(sh|ts|python|go|php|java)$/.test(sample.language) && !has(sample, 'elsewhere') && fileOf(sample) === undefined
  );
}

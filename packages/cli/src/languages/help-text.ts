import type { frameInChinese } from './frame.zh.ts';
import type { helpInChinese } from './help.zh.ts';

/** `{}` takes whatever a command fills in. */
type Filled<Text extends string> = Text extends `${infer Before}{}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Text;

/** A paragraph of the help, which there is in Chinese too. */
export type HelpText = Filled<Extract<keyof typeof helpInChinese, string>>;

/** What stands around it. */
export type FrameText = Filled<keyof typeof frameInChinese>;

/** Says it in the person's language. */
export type Say = (text: FrameText) => string;

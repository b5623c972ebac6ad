/**
 * The entries of a list parameter: a JSON list of texts, or texts separated by commas (decision 0110).
 * @param text A value that the contract's pattern has accepted.
 */
export function listOf(text: string): readonly string[] {
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : text.split(',').map((entry) => entry.trim());
}

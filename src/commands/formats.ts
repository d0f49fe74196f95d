/** `--format`: which forms a report is wanted in, and where each of them goes. */
import { InvalidArgumentError } from 'commander';

export const FORMATS = [
  'text',
  'json',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'markdown',
  'html',
] as const;

export type Format = (typeof FORMATS)[number];

export interface Output {
  readonly format: Format;
  /** Absent for standard output. */
  readonly file?: string;
}

/** Reads `sarif=FILE` or `json` behind what was read before; one form at most goes to standard output. */
export function parseOutput(text: string, before: readonly Output[] = []): readonly Output[] {
  const [word = '', ...rest] = text.split('=');
  const format = FORMATS.find((one) => one === word);
  if (format === undefined)
    throw new InvalidArgumentError(`Allowed choices are ${FORMATS.join(', ')}.`);
  const file = rest.length === 0 ? undefined : rest.join('=');
  if (file === '') throw new InvalidArgumentError(`Write a file behind "${format}=".`);
  const earlier = before.find((one) => one.file === file);
  if (earlier !== undefined)
    throw new InvalidArgumentError(
      file === undefined
        ? `"${earlier.format}" goes to standard output already: write "${format}=FILE".`
        : `"${earlier.format}" is written to "${file}" already.`,
    );
  return [...before, { format, ...(file === undefined ? {} : { file }) }];
}

/** Where every form goes to a file, people still read the text. */
export const withText = (outputs: readonly Output[]): readonly Output[] =>
  outputs.some(({ file }) => file === undefined) ? outputs : [{ format: 'text' }, ...outputs];

/** Whether a report of findings shows who handles what beside them. */
export const showsTables = (outputs: readonly Output[]): boolean =>
  outputs.some(({ format }) => format === 'html' || format === 'markdown');

/** Texts that may hold secrets, made fit to be shown: the same length and lines, without their values. */

/**
 * The text of a `.tfvars` file with everything hidden but names. Offsets stay
 * what they were, so that findings keep their places.
 */
export function maskedVariables(text: string): string {
  return text.replace(
    /^([^\S\r\n]*(?:"[\w.-]+"|[\w.-]+)[^\S\r\n]*[=:])?(.*)$/gm,
    (_, name, rest) => {
      const kept = typeof name === 'string' ? name : '';
      return kept + String(rest).replace(/\S/g, '*');
    },
  );
}

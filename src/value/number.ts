/** Numbers as Terraform writes them. */

/** Digits without an exponent; `null` for what is no number, as HCL has no word for it. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [mantissa = '', exponent = '0'] = text.replace('-', '').split('e-');
  const zeros = '0'.repeat(Number(exponent) - 1);
  return `${value < 0 ? '-' : ''}0.${zeros}${mantissa.replace('.', '')}`;
}

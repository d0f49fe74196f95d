/** What the bundler makes of files that are no code: texts, and the bytes of the parsers. */
declare module '*.tf' {
  const text: string;
  export default text;
}
declare module '*.yaml' {
  const text: string;
  export default text;
}
declare module '*.wasm' {
  const bytes: Uint8Array;
  export default bytes;
}

/** The version of this package, as `--version` and reports give it. */
export const PACKAGE_VERSION = '0.1.0';

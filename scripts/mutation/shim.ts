// Stands in for vitest where tests run many times in one process: collects them, and runs those that are asked for.
import { readFileSync } from 'node:fs';
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
chai.use((all, utils) => {
  utils.addMethod(
    all.Assertion.prototype,
    'toMatchFileSnapshot',
    function (this: object, file: string) {
      all.expect(utils.flag(this, 'object')).to.equal(readFileSync(`test/${file}`, 'utf8'));
    },
  );
});

type Work = (...args: never[]) => unknown;
export interface Collected {
  readonly name: string;
  readonly run: () => Promise<void>;
}

export const collected: Collected[] = [];
let path: readonly string[] = [];

const later: (() => Promise<void>)[] = [];
/** Set-up of all files, once. */
export const prepared = async (): Promise<void> => {
  for (const one of later) await one();
};

const workOf = (rest: readonly unknown[]): Work =>
  rest.find((one) => typeof one === 'function') as Work;

type Register = (name: string, ...rest: readonly unknown[]) => void;

const register: Register = (name, ...rest) => {
  const full = [...path, name].join(' > ');
  collected.push({ name: full, run: async () => void (await workOf(rest)()) });
};

const group: Register = (name, ...rest) => {
  const outer = path;
  path = [...path, name];
  workOf(rest)();
  path = outer;
};

const withForms = (target: Register) =>
  Object.assign(target, {
    each:
      (rows: readonly unknown[]): Register =>
      (name, ...rest) => {
        rows.forEach((row, i) => {
          const args = (Array.isArray(row) ? row : [row]) as never[];
          target(`${name} ${i}`, () => workOf(rest)(...args));
        });
      },
    skipIf: (skip: boolean): Register => (skip ? () => undefined : target),
  });

export const it = withForms(register);
export const test = it;
export const describe = withForms(group);

export const beforeAll = (work: () => unknown): void => {
  later.push(async () => void (await work()));
};
export const beforeEach = (): void => undefined;
export const afterEach = (): void => undefined;
export const afterAll = (): void => undefined;
export const vi = {};
export const expect = chai.expect;

/** Plans are not idle: every thirtieth leaf of each; the tools tier tries them all. */
import { plansAreNotIdle } from '../support/plan-mutation.js';

plansAreNotIdle((place) => place % 30 === 0);

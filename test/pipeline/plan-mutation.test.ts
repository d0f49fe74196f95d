/** Plans are not idle: a tenth of the leaves of each; the tools tier tries them all. */
import { plansAreNotIdle } from '../support/plan-mutation.js';

plansAreNotIdle((place) => place % 10 === 0);

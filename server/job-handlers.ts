import { runEach } from '../lib/run-each.ts'
import type { Deps } from './context.ts'
import { assessmentJobs, cleanUpAssessment } from './features/assessment/assessment-jobs.ts'
import { authoringJobs, cleanUpAuthoring } from './features/authoring/authoring-jobs.ts'
import { coursesJobs } from './features/courses/courses-jobs.ts'
import { cleanUpLearning, learningJobs } from './features/learning/learning-jobs.ts'
import { maintenanceJobs } from './features/maintenance/maintenance-jobs.ts'
import { cleanUpPeople, peopleJobs } from './features/people/people-jobs.ts'
import { cleanUpPlatform, platformJobs } from './features/platform/platform-jobs.ts'
import { cleanUpShop, shopJobs } from './features/shop/shop-jobs.ts'
import type { ServiceJobHandlers } from './job-kinds.ts'

/** Maps each kind of job to its function; loaded with the first job, not at the start. */
export function jobHandlers(deps: Deps): ServiceJobHandlers {
  return {
    ...peopleJobs(deps),
    ...shopJobs(deps),
    ...learningJobs(deps),
    ...assessmentJobs(deps),
    ...authoringJobs(deps),
    ...coursesJobs(deps),
    ...platformJobs(deps),
    ...maintenanceJobs(deps),
    // Runs hourly. An account goes before its purchases, and what was postponed at the end.
    'clean-up': () =>
      runEach([
        ...cleanUpPeople(deps),
        ...cleanUpShop(deps),
        ...cleanUpLearning(deps),
        ...cleanUpAssessment(deps),
        ...cleanUpAuthoring(deps),
        ...cleanUpPlatform(deps),
      ]),
  }
}

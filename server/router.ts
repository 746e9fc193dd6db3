import { assessment } from './features/assessment/assessment.ts'
import { authoring } from './features/authoring/authoring.ts'
import { courses } from './features/courses/courses.ts'
import { learning } from './features/learning/learning.ts'
import { maintenance } from './features/maintenance/maintenance.ts'
import { people } from './features/people/people.ts'
import { platform } from './features/platform/platform.ts'
import { shop } from './features/shop/shop.ts'
import { router } from './trpc.ts'

/** All operations. `me`, `search` and `admin` have a part in each area that adds to them. */
export const appRouter = router({
  ...people.routers,
  search: router({ ...courses.search, ...learning.search, ...people.search }),
  me: router({ ...people.me, ...learning.me, ...authoring.me, ...platform.me }),
  ...courses.routers,
  ...shop.routers,
  ...learning.routers,
  ...assessment.routers,
  ...authoring.routers,
  ...platform.routers,
  ...maintenance.routers,
  admin: router({
    ...people.admin,
    ...shop.admin,
    ...learning.admin,
    ...platform.admin,
  }),
})

export type AppRouter = typeof appRouter

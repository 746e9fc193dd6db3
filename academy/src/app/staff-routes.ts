import { rootRoute } from '../base/root-route.ts'
import { deskRoutes } from '../desk/routes.ts'
import { learnRoutes } from '../learn/routes.ts'
import { studioRoutes } from '../studio/routes.ts'

/** Every page of every zone. */
export const allRoutes = rootRoute.addChildren([...learnRoutes, studioRoutes, deskRoutes])

import { router } from '../../trpc.ts'
import { apiKeysRouter } from './api-keys/router.ts'
import { authProcedures } from './auth/router.ts'
import { identityProcedures, oauthProcedures } from './identities/router.ts'
import { meProcedures } from './me/router.ts'
import { searchProcedures } from './search/router.ts'
import { secondFactorProcedures } from './second-factors/router.ts'
import { secondFactorSignIn } from './second-step/router.ts'
import { adminSetupRouter, setupRouter } from './setup/router.ts'
import { siteRouter } from './site/router.ts'
import { usersRouter } from './users/router.ts'

export const people = {
  routers: {
    site: siteRouter,
    setup: setupRouter,
    auth: router({ ...authProcedures, ...oauthProcedures, ...secondFactorSignIn }),
  },
  search: searchProcedures,
  me: {
    ...meProcedures,
    ...identityProcedures,
    ...secondFactorProcedures,
  },
  admin: {
    apiKeys: apiKeysRouter,
    setup: adminSetupRouter,
    users: usersRouter,
  },
}

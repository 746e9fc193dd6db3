import { router } from '../../trpc.ts'
import { commentProcedures } from './comments/router.ts'
import { consentsRouter } from './consents/router.ts'
import { authoringRouter } from './courses/router.ts'
import { draftProcedures } from './drafts/router.ts'
import { filesRouter, uploadsRouter } from './files/router.ts'
import { impactProcedures } from './impact/router.ts'
import { membersRouter } from './members/router.ts'
import { moveProcedures, movesRouter } from './moves/router.ts'
import { sourcesRouter } from './sources/router.ts'
import { teacherProcedures } from './teachers/router.ts'
import { publishProcedures, versionsRouter } from './versions/router.ts'

export const authoring = {
  routers: {
    authoring: authoringRouter,
    drafts: router({
      ...draftProcedures,
      ...impactProcedures,
      ...publishProcedures,
      ...commentProcedures,
    }),
    files: filesRouter,
    uploads: uploadsRouter,
    members: membersRouter,
    consents: consentsRouter,
    versions: versionsRouter,
    moves: movesRouter,
    sources: sourcesRouter,
  },
  me: {
    ...moveProcedures,
    ...teacherProcedures,
  },
}

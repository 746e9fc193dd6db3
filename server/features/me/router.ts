import { Nothing } from '../../schema.ts'
import { rest, router, userProcedure } from '../../trpc.ts'
import { getMe } from './me.ts'
import { Me } from './schema.ts'

export const meRouter = router({
  get: userProcedure
    .meta(
      rest('GET /api/me', {
        summary: 'Show my profile with my certificates',
        description: 'Who I am here, and the newest hundred of my certificates.',
      }),
    )
    .input(Nothing)
    .output(Me)
    .query(({ ctx }) => getMe(ctx)),
})

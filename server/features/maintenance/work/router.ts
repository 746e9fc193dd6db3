import { Empty } from '../../../../lib/schema.ts'
import { router, userProcedure } from '../../../trpc.ts'
import { listWork } from './list-work.ts'
import { WorkList } from './schema.ts'

export const workRouter = router({
  list: userProcedure
    .meta({
      route: 'GET /api/v1/work',
      summary: 'List what waits for you',
      noStore: true,
      description:
        'What your roles in courses and in administration give you to do, counted: submissions, ' +
        'reviews, learners who stopped, failures, disputes. A learner has none.',
    })
    .input(Empty)
    .output(WorkList)
    .query(({ ctx }) => listWork(ctx)),
})

import { listDueOpenings } from '../../../../db/queries/learning/programs.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { advanceProgram } from './completion.ts'

const dueAtOnce = 500

/** The job: opens courses of programs on their day. Reports and completions open the others. */
export async function openDueCourses(ctx: Deps): Promise<void> {
  await forEachDue(ctx, {
    task: 'open-courses',
    list: () => listDueOpenings(ctx.db, { now: ctx.now(), limit: dueAtOnce }),
    limit: dueAtOnce,
    idOf: ({ userId, courseId }) => `${userId} ${courseId}`,
    work: (program) => inTransaction(ctx, (ctx) => advanceProgram(ctx, program)),
  })
}

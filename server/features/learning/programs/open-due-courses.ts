import { listDueOpenings } from '../../../../db/queries/learning/programs.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { advanceProgram } from './advance-program.ts'

const dueAtOnce = 500
/** The next run, a minute later, goes on. */
const millisecondsOfARun = 20_000

/** The job: opens courses of programs whose day has come. Reports and completions open the others. */
export async function openDueCourses(ctx: Deps): Promise<void> {
  const deadline = performance.now() + millisecondsOfARun
  while (performance.now() < deadline) {
    const due = await listDueOpenings(ctx.db, { now: ctx.now(), limit: dueAtOnce })
    for (const program of due) {
      await inTransaction(ctx, (ctx) => advanceProgram(ctx, program))
      if (performance.now() >= deadline) return
    }
    if (due.length < dueAtOnce) return
  }
}

import { listDueOpenings, postponeOpening } from '../../../../db/queries/learning/programs.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { advanceProgram } from './advance-program.ts'

const dueAtOnce = 500
/** The next run, a minute later, goes on. */
const millisecondsOfARun = 20_000
const millisecondsAfterFailure = 10 * 60_000

/**
 * The job: opens courses of programs whose day has come. Reports and completions open the others.
 * A failure is retried later; no other learner waits for it.
 */
export async function openDueCourses(ctx: Deps): Promise<void> {
  const deadline = performance.now() + millisecondsOfARun
  const failures: unknown[] = []
  for (let found = dueAtOnce; found === dueAtOnce && performance.now() < deadline; ) {
    const due = await listDueOpenings(ctx.db, { now: ctx.now(), limit: dueAtOnce })
    for (const program of due) {
      if (performance.now() >= deadline) break
      try {
        await inTransaction(ctx, (ctx) => advanceProgram(ctx, program))
      } catch (failure) {
        failures.push(failure)
        const until = new Date(ctx.now().getTime() + millisecondsAfterFailure)
        await postponeOpening(ctx.db, program, until)
      }
    }
    found = due.length
  }
  if (failures.length > 0) throw failures[0]
}

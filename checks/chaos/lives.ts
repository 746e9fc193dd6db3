import { setTimeout as sleep } from 'node:timers/promises'
import { decisionsOf } from './decisions.ts'
import type { History } from './history.ts'
import type { Actor } from './sign-in.ts'
import { act } from './user.ts'
import { connect, type World } from './world.ts'

/** Lets every user of the history act, one decision after the other, until it is over. */
export async function liveAll(
  actors: Omit<Actor, 'user'>,
  { seed, isOver }: { seed: number; isOver: () => boolean },
): Promise<void> {
  const lives = actors.history.users.map(async (user, index) => {
    for (const decision of decisionsOf(seed, index)) {
      if (isOver()) return
      await act({ ...actors, user }, decision)
      await sleep(decision.pauseMilliseconds)
    }
  })
  await Promise.all(lives)
}

const secondsForJobs = 300

/** Waits until no job is left that could run now. */
export async function finishJobs(
  { databaseUrl, isPrinting }: World,
  history: History,
): Promise<void> {
  const database = await connect(databaseUrl)
  const deadline = performance.now() + secondsForJobs * 1_000
  for (;;) {
    const { rows } = await database.query(
      `select name, count(*)::int from pgboss.job
       where state in ('created', 'retry', 'active') and (name <> 'print-certificate' or $1)
         and start_after < now() + interval '1 hour'
       group by name`,
      [isPrinting === true],
    )
    if (rows.length === 0) break
    if (performance.now() > deadline) {
      history.violations.push(
        `jobs are not done after ${secondsForJobs} s: ${JSON.stringify(rows)}`,
      )
      break
    }
    await sleep(1_000)
  }
  await database.end()
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../server/context.ts'
import type { ServerProcess } from '../../server/test/server-process.ts'
import { allProcesses, timesOfProcess } from '../bench/processes.ts'
import { median } from '../bench/times.ts'
import { askFor } from '../support/ask.ts'
import type { Place } from '../support/place.ts'
import { report, say } from '../support/say.ts'

const learners = 10
const idleSeconds = 20

/** The triggers on the tables that a progress report writes. */
const triggers = {
  lesson_progress: ['lesson_progress_begun_completed_event', 'lesson_progress_completed_event'],
  enrollments: [
    'enrollments_started_again_event',
    'enrollments_ended_event',
    'enrollments_moved_event',
    'enrollments_completed_event',
  ],
}

/**
 * Sends the same reports to one server with and without the triggers in turns, and compares the CPU
 * time of the server and PostgreSQL together.
 */
export async function costOfReports(
  { given, deps, startServer }: Place,
  { reports, rounds }: { reports: number; rounds: number },
): Promise<void> {
  const course = await given.course({ lessons: Array(50).fill('required') })
  const tokens: string[] = []
  for (let count = 0; count < learners; count++) {
    const learner = await given.learner()
    await given.enrollment(learner, course)
    tokens.push(learner.token)
  }
  const server = await startServer()
  const lessonIds = course.lessons.map(({ id }) => id)
  const spend = () => costOf({ server, deps, tokens, lessonIds, reports })
  async function withTriggers(action: 'enable' | 'disable'): Promise<number> {
    for (const [table, names] of Object.entries(triggers))
      for (const name of names)
        await deps.db.execute(`alter table ${table} ${action} trigger ${name}`)
    return spend()
  }

  await spend()
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    // Takes turns, so that neither is always first.
    const first = round % 2 === 0 ? 'disable' : 'enable'
    const one = await withTriggers(first)
    const other = await withTriggers(first === 'disable' ? 'enable' : 'disable')
    const [without, having] = first === 'disable' ? [one, other] : [other, one]
    ratios.push(having / without)
    say(
      `round ${round + 1}`,
      `${without.toFixed(0)} µs of CPU a report, ${having.toFixed(0)} with events`,
    )
  }
  await withTriggers('enable')
  await server[Symbol.asyncDispose]()
  const ratio = median(ratios)
  report(
    ratio <= 1.03,
    'a report of progress',
    `${ratio.toFixed(3)} of what it cost without events`,
  )
}

interface Load {
  server: ServerProcess
  deps: Deps
  tokens: string[]
  lessonIds: string[]
  reports: number
}

/** Returns the microseconds of CPU per report, of both processes. */
async function costOf({ server, deps, tokens, lessonIds, reports }: Load): Promise<number> {
  // Positions and percentages vary, so that every report writes.
  const before = await cpuSeconds(server, deps)
  let next = 0
  async function keepReporting(token: string): Promise<void> {
    while (next < reports) {
      const count = next++
      const body = {
        lessonId: lessonIds[count % lessonIds.length],
        positionSeconds: count % 900,
        percent: count % 99,
      }
      await askFor(server.url, 'POST /api/v1/progress', { token, body })
    }
  }
  await Promise.all(tokens.map(keepReporting))
  return (((await cpuSeconds(server, deps)) - before) / reports) * 1e6
}

/** Measures an idle server, which looks for events and runs its jobs. */
export async function costOfIdleServer({ deps, startServer }: Place): Promise<void> {
  const server = await startServer()
  // Waits for the test print and other work of the start.
  await pause(20_000)
  const looks = async () => {
    const { rows } = await deps.db.execute<{ scans: string }>(
      `select seq_scan + idx_scan as scans from pg_stat_user_tables where relname = 'events'`,
    )
    return Number(rows[0]?.scans)
  }
  const [cpuBefore, looksBefore] = [await cpuSeconds(server, deps), await looks()]
  await pause(idleSeconds * 1_000)
  const cpu = ((await cpuSeconds(server, deps)) - cpuBefore) / idleSeconds
  const perSecond = ((await looks()) - looksBefore) / idleSeconds
  await server[Symbol.asyncDispose]()
  say('an idle server', `${(cpu * 1_000).toFixed(1)} ms of CPU a second, with PostgreSQL`)
  report(perSecond <= 1.1, 'looks for events', `${perSecond.toFixed(2)} a second`)
}

/** Returns the CPU seconds of the server and all PostgreSQL processes, including ended ones. */
async function cpuSeconds({ process: { pid = 0 } }: ServerProcess, { db }: Deps): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = timesOfProcess(rows[0]?.pid ?? 0).parent
  const children = allProcesses().filter(({ parent }) => parent === postmaster)
  const { own, ended } = timesOfProcess(postmaster)
  const milliseconds = children.reduce((sum, child) => sum + child.own, own + ended)
  return (milliseconds + timesOfProcess(pid).own) / 1_000
}

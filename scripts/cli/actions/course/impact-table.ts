import { setTimeout as pause } from 'node:timers/promises'
import { findNewestImpact } from '../../../../db/queries/authoring/impact.ts'
import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { countImpactJob } from '../../../../server/features/authoring/impact/count-impact.ts'
import type { Change, Impact } from '../../../../server/features/authoring/impact/schema.ts'
import { printable, progress } from '../../output.ts'
import { table } from '../../table.ts'

const shownChanges = 40
const millisecondsBetweenLooks = 500

/** The impact, however long it takes to count: by this process, or by a server that runs. */
export async function whenCounted(
  deps: Deps,
  courseId: string,
  ask: () => Promise<Impact>,
): Promise<Impact> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof AppError) || error.name !== 'ImpactNotCounted') throw error
    }
    const asked = await findNewestImpact(deps.db, courseId)
    if (asked === undefined) continue
    progress(`Counted ${asked.done} of ${asked.total} learners`)
    await countImpactJob(deps, { courseId, fingerprint: asked.fingerprint })
    await pause(millisecondsBetweenLooks)
  }
}

/** The impact for people: the changes as a table, then who is hit. */
export function impactText(impact: Impact): string {
  const { kind, problems, problemCount } = impact
  if (kind === 'none') return 'Nothing changes.\n'
  const found = problems.map(
    ({ severity, path, message }) => `${severity}: ${printable(path)}: ${printable(message)}\n`,
  )
  const hidden = problemCount - problems.length
  return [
    changesText(impact),
    learnersText(impact),
    ...found,
    ...(hidden > 0 ? [`… and ${hidden} more problems\n`] : []),
  ].join('')
}

export function changesText({
  kind,
  changes,
  changeCount,
}: Pick<Impact, 'kind' | 'changes' | 'changeCount'>): string {
  if (kind === 'none') return 'Nothing changes.\n'
  const heading = ['CHANGE', 'LESSON', 'BYTES BEFORE', 'BYTES AFTER']
  const hidden = changeCount - Math.min(changes.length, shownChanges)
  return [
    `Kind of the change: ${kind}\n`,
    ...(changes.length === 0 ? [] : [table(heading, changes.slice(0, shownChanges).map(rowOf))]),
    ...(hidden > 0 ? [`… and ${hidden} more changes\n`] : []),
  ].join('')
}

function rowOf({ what, key, formerKey, sizeBefore, sizeAfter }: Change): string[] {
  const lesson = formerKey === undefined ? key : `${key}, formerly ${formerKey}`
  return [what, lesson, String(sizeBefore ?? '-'), String(sizeAfter ?? '-')]
}

function learnersText({ kind, learners, ifMoved }: Impact): string {
  const { total, completed, inProgress, notStarted, correctable } = learners
  if (total === 0) return 'Nobody is enrolled who could be hit.\n'
  const lines = [
    `Learners on other versions: ${total} (${completed} completed, ${inProgress} in progress, ` +
      `${notStarted} not started)`,
    ...(kind === 'minor' || kind === 'terms'
      ? [`Reached by --reach everyone: ${correctable}`]
      : []),
    `If moved: ${ifMoved.moved}, left where they are: ${ifMoved.left}`,
    ...ifMoved.percentFalls.map(({ by, learners }) => `  ${learners} would lose ${by} %`),
    ...(ifMoved.completeAtOnce === 0
      ? []
      : [`  ${ifMoved.completeAtOnce} would complete the course at once`]),
    ...ifMoved.lessonsLost.map(
      ({ key, learners }) => `  ${learners} completed ${key}, which is gone`,
    ),
  ]
  return lines.map((line) => `${printable(line)}\n`).join('')
}

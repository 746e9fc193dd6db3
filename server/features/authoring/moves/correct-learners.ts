import {
  type CorrectedLearner,
  keepRemaining,
  listPlaces,
  listVersionsOfLearners,
  type MoveUnderWay,
  setVersionOfCorrected,
} from '../../../../db/queries/authoring/moves.ts'
import type { NumberedVersion } from '../../../../db/queries/courses/courses/versions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { countsTheSame } from '../impact/compare-contents.ts'
import { contentOfVersion } from '../impact/compared-content.ts'
import { changedRules, mayLockMore } from '../impact/rules.ts'
import { countStep, nobody } from './count-step.ts'

/** Learners per transaction: it takes some hundredths of a second, as nothing is counted. */
const learnersAtOnce = 500

/**
 * Lists ids of versions with learners that this one corrects: they differ in nothing that counts.
 */
export async function listCorrected(ctx: Deps, version: NumberedVersion): Promise<string[]> {
  const { courseId, number, kind } = version
  const corrected = await contentOfVersion(ctx.db, { courseId, number })
  if (corrected === undefined) throw new Error('There is no such version of the course.')

  const found: string[] = []
  for (const older of await listVersionsOfLearners(ctx.db, courseId)) {
    if (older.number >= number) continue
    const content = await contentOfVersion(ctx.db, { courseId, number: older.number })
    if (content === undefined || mayLockMore(content, corrected)) continue
    const changed = changedRules(content.terms, corrected.terms)
    const isKept = kind === 'terms' ? changed.length === 0 : !changed.includes('choose')
    if (isKept && countsTheSame(content.lessons, corrected.lessons)) found.push(older.versionId)
  }
  return found
}

/**
 * Gives the next learners the corrected version, and returns the move after them; undefined if
 * nobody is left. What they have done counts as before; only the places of the lessons may differ.
 *
 * @throws Overtaken
 */
export async function correctLearners<Move extends MoveUnderWay>(
  ctx: Deps,
  move: Move,
): Promise<Move | undefined> {
  const places = await listPlaces(ctx.db, move.versionId)
  const placesBefore = new Map<string, Map<string, number>>()
  for (const id of move.correctedIds) placesBefore.set(id, await listPlaces(ctx.db, id))

  return inTransaction(ctx, async (ctx) => {
    const learners = await setVersionOfCorrected(ctx.db, move, learnersAtOnce)
    const last = learners.at(-1)
    if (last === undefined) return undefined
    await keepRemaining(
      ctx.db,
      move.courseId,
      learners.flatMap((learner) => {
        const before = placesBefore.get(learner.versionId)
        return before === undefined ? [] : toNewPlaces(learner, { before, after: places })
      }),
    )
    await countStep(ctx, move, { ...nobody, userId: last.userId, moved: learners.length })
    return { ...move, afterUser: last.userId, moved: move.moved + learners.length }
  })
}

/** Returns the bits by the new places; none if uncounted, so that the next report counts. */
function toNewPlaces(
  { userId, remaining, requiredLessons }: CorrectedLearner,
  { before, after }: { before: ReadonlyMap<string, number>; after: ReadonlyMap<string, number> },
) {
  if (remaining === null || requiredLessons === null) return []
  const bits = Array<string>(Math.max(...after.values()) + 1).fill('0')
  for (const [key, place] of after) bits[place] = remaining[before.get(key) ?? -1] ?? '0'
  return [{ userId, requiredLessons, remaining: bits.join('') }]
}

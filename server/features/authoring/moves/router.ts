import { memberProcedure, router, userProcedure } from '../../../trpc.ts'
import { createMove } from './create-move.ts'
import { getMove, listMovesOfCourse } from './read-moves.ts'
import * as schema from './schema.ts'
import { takeNewerVersion } from './take-newer-version.ts'

export const movesRouter = router({
  create: memberProcedure('manageClass')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/moves',
      summary: 'Move learners to a version',
      description:
        'Learners stay on the version that they enrolled in until they are moved. They keep ' +
        'what they have done, by the keys of lessons and their former keys; a completed course ' +
        'stays completed. They are moved in the background, one after the other: ' +
        '`moves.get` shows how far that is. With `dryRun` nothing changes, and the answer, ' +
        'with status 200, says who would be hit. Teachers and keys move `chosen` learners only.',
      statusWhenExisting: 200,
      meansWhenExisting: 'A dry run: nothing was changed',
      location: '/api/v1/authoring/courses/{move.courseId}/moves/{move.id}',
      errors: ['NotForYourself', 'VersionNotFound', 'MoveInProgress', 'ImpactNotCounted'],
      longBody: true,
      limits: ['impactsPerAccount', 'movesPerAccount'],
    })
    .input(schema.CreateMoveInput)
    .output(schema.CreatedMove)
    .mutation(({ ctx, input }) => createMove(ctx, input)),

  get: memberProcedure('readMoves')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/moves/{moveId}',
      summary: 'Show how far a move of learners is',
      errors: ['MoveNotFound'],
    })
    .input(schema.GetMoveInput)
    .output(schema.Move)
    .query(({ ctx, input }) => getMove(ctx, input)),

  list: memberProcedure('readMoves')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/moves',
      summary: 'List the moves of learners, newest first',
    })
    .input(schema.ListMovesInput)
    .output(schema.MoveList)
    .query(({ ctx, input }) => listMovesOfCourse(ctx, input)),
})

/** Procedures for the area `me`. */
export const moveProcedures = {
  takeNewerVersion: userProcedure
    .meta({
      route: 'POST /api/v1/me/courses/{courseId}/newer-version',
      summary: 'Move to the newest version of your course',
      description:
        'Possible where `newerVersion.mayTake` in your enrollment says so. You keep what you ' +
        'have done; your percentage may change with the lessons, as `newerVersion.effect` says. ' +
        'There is no way back: with `dryRun` you see the effect, and nothing changes. On the ' +
        'newest version already, nothing changes either.',
      repeatable: true,
      errors: ['CourseNotFound', 'NotEnrolled', 'CannotMove', 'VersionChanged'],
      limits: ['versionChangesPerAccount'],
    })
    .input(schema.TakeNewerVersionInput)
    .output(schema.TakenVersion)
    .mutation(({ ctx, input }) => takeNewerVersion(ctx, input)),
}

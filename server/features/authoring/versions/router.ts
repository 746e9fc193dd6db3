import { memberProcedure, router } from '../../../trpc.ts'
import { LessonPreview } from '../drafts/schema.ts'
import { diffVersions } from './diff-versions.ts'
import { getVersion } from './get-version.ts'
import { getVersionLesson } from './get-version-lesson.ts'
import { listVersionsOfCourse } from './list-versions.ts'
import { publishOnce } from './publish-draft.ts'
import { restoreVersion } from './restore-version.ts'
import * as schema from './schema.ts'

const course = '/api/v1/authoring/courses/{courseId}'

/** Procedures for the area `drafts`. */
export const publishProcedures = {
  publish: memberProcedure('write')
    .meta({
      route: `POST ${course}/draft/publish`,
      summary: 'Publish a draft',
      description:
        'Publishes exactly the revision whose impact you looked at, as the version after exactly ' +
        'the one you compared it with. Enrolled learners keep the version they have, unless ' +
        'this is a minor correction for everyone. A draft that changes nothing is closed, and ' +
        'nothing is published.',
      idempotent: true,
      errors: [
        'DraftNotFound',
        'DraftChanged',
        'VersionChanged',
        'DraftHasProblems',
        'ConsentMissing',
        'ReviewRequired',
        'MoveInProgress',
      ],
    })
    .input(schema.PublishInput)
    .output(schema.Publication)
    .mutation(({ ctx, input }) => publishOnce(ctx, input)),
}

export const versionsRouter = router({
  list: memberProcedure('read')
    .meta({
      route: `GET ${course}/versions`,
      summary: 'List the versions of a course, newest first',
      description: 'Each with its number of lessons, and of the learners who take it now.',
    })
    .input(schema.ListVersionsInput)
    .output(schema.VersionList)
    .query(({ ctx, input }) => listVersionsOfCourse(ctx, input)),

  get: memberProcedure('readContent')
    .meta({
      route: `GET ${course}/versions/{number}`,
      summary: 'Show a version of a course',
      description: 'Its catalogue data, and its lessons without their texts.',
      errors: ['VersionNotFound'],
    })
    .input(schema.GetVersionInput)
    .output(schema.VersionContent)
    .query(({ ctx, input }) => getVersion(ctx, input)),

  getLesson: memberProcedure('readContent')
    .meta({
      route: `GET ${course}/versions/{number}/lessons/{key}`,
      summary: 'Read a lesson of a version',
      description: 'As its learners read it; of a quiz what passes it, not what it asks.',
      errors: ['VersionNotFound', 'LessonNotFound'],
      noStore: true,
    })
    .input(schema.VersionLessonInput)
    .output(LessonPreview)
    .query(({ ctx, input }) => getVersionLesson(ctx, input)),

  diff: memberProcedure('read')
    .meta({
      route: `GET ${course}/versions/{from}/diff/{to}`,
      summary: 'Compare two versions of a course',
      description:
        'Each fact that changed. Name a lesson to compare its text as well, word by word.',
      errors: ['VersionNotFound', 'LessonNotFound'],
      oncePerBatch: true,
    })
    .input(schema.DiffVersionsInput)
    .output(schema.VersionDiff)
    .query(({ ctx, input }) => diffVersions(ctx, input)),

  restore: memberProcedure('write')
    .meta({
      route: `POST ${course}/versions/{number}/restore`,
      summary: 'Make a draft of an old version',
      description:
        'Nothing changes for learners: look at the impact of the draft, and publish it. Send the ' +
        'revision of the draft, also where none is open.',
      revisioned: true,
      errors: ['VersionNotFound', 'ManagedElsewhere', 'DraftOpen'],
    })
    .input(schema.RestoreVersionInput)
    .output(schema.RestoredDraft)
    .mutation(({ ctx, input }) => restoreVersion(ctx, input)),
})

import { memberProcedure, router } from '../../../trpc.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { previewSource } from './preview-source.ts'
import * as schema from './schema.ts'
import { removeSource, setSource } from './set-source.ts'
import { getSource } from './show-source.ts'
import { syncNow } from './sync-now.ts'

export const sourcesRouter = router({
  get: memberProcedure('own')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/source',
      summary: 'Show the git repository of a course',
      description: 'With how the last sync of it ended, and every mistake that it found.',
      errors: ['SourceNotFound'],
      noStore: true,
    })
    .input(schema.SourceInput)
    .output(schema.CourseSource)
    .query(({ ctx, input }) => getSource(ctx, input)),

  set: memberProcedure('own')
    .meta({
      route: 'PUT /api/v1/authoring/courses/{courseId}/source',
      summary: 'Take a course from a git repository',
      description:
        'Replaces the settings as a whole, and syncs the repository. From then on its content ' +
        'is written there alone. `hookSecret` is in the answer when it is new: give it, with ' +
        '`hookUrl`, to GitHub or GitLab as a webhook for pushes.',
      errors: ['ManagedElsewhere'],
      proof: true,
      repeatable: true,
    })
    .input(schema.SetSourceInput)
    .output(schema.CourseSource)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => setSource(ctx, input))),

  sync: memberProcedure('own')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/source/sync',
      summary: 'Sync the git repository of a course now',
      description:
        'Answers at once; read the source again to see what came of it. A sync that waits ' +
        'already does for both, and a course is synced every ten seconds at most.',
      errors: ['SourceNotFound'],
      repeatable: true,
    })
    .input(schema.SourceInput)
    .output(schema.CourseSource)
    .mutation(({ ctx, input }) => syncNow(ctx, input)),

  preview: memberProcedure('own')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/source/preview',
      summary: 'See what a sync would bring',
      description:
        'Reads the newest commit and writes nothing; mistakes in the repository are `issues`.',
      errors: ['SourceNotFound'],
      limits: ['sourcePreviewsPerAccount'],
      repeatable: true,
      oncePerBatch: true,
    })
    .input(schema.SourceInput)
    .output(schema.SourcePreview)
    .mutation(({ ctx, input }) => previewSource(ctx, input)),

  remove: memberProcedure('own')
    .meta({
      route: 'DELETE /api/v1/authoring/courses/{courseId}/source',
      summary: 'Give up the git repository of a course',
      description:
        'The content stays as it is. To write it over HTTP, set `managedBy` of the course.',
      errors: ['SourceNotFound'],
    })
    .input(schema.SourceInput)
    .output(schema.RemovedSource)
    .mutation(({ ctx, input }) => removeSource(ctx, input)),
})

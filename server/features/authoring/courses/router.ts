import { adminProcedure, memberProcedure, router, userProcedure } from '../../../trpc.ts'
import { CertificatePicture } from '../../platform/branding/sample-certificate.ts'
import { listHistory } from '../../platform/history/list-history.ts'
import { HistoryList, ListHistoryInput } from '../../platform/history/schema.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { createCourseOnce } from './create-course.ts'
import { deleteCourse } from './delete-course.ts'
import { getAuthoredCourse, listAuthoredCourses } from './get-authored-course.ts'
import { previewCertificate } from './preview-certificate.ts'
import * as schema from './schema.ts'
import { updateCourse } from './update-course.ts'

export const authoringRouter = router({
  create: adminProcedure('courses:create')
    .meta({
      route: 'POST /api/v1/authoring/courses',
      summary: 'Create a course',
      description:
        'It has an empty draft, and is in no catalogue until the draft is published. You are ' +
        'its owner, unless `ownerEmail` names a different one. With `ownerEmail` alone:',
      proof: true,
      location: '/api/v1/authoring/courses/{id}',
      errors: ['SlugTaken', 'UserNotFound'],
      idempotent: true,
    })
    .input(schema.CreateCourseInput)
    .output(schema.AuthoredCourse)
    .mutation(({ ctx, input: { password, code, ...input } }) => {
      if (input.ownerEmail === undefined) return createCourseOnce(ctx, input)
      return withProof(ctx, { password, code }, (ctx) => createCourseOnce(ctx, input))
    }),

  list: userProcedure
    .meta({
      route: 'GET /api/v1/authoring/courses',
      summary: 'List the courses that you work on, newest first',
      description: 'Administrators get all courses.',
    })
    .input(schema.ListAuthoredCoursesInput)
    .output(schema.AuthoredCourseList)
    .query(({ ctx, input }) => listAuthoredCourses(ctx, input)),

  get: memberProcedure('readTerms')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}',
      summary: 'Show the terms of a course',
      description: 'The terms of the current version; of the draft until the first publication.',
      revisioned: true,
      noStore: true,
    })
    .input(schema.GetAuthoredCourseInput)
    .output(schema.AuthoredCourse)
    .query(({ ctx, input }) => getAuthoredCourse(ctx, input)),

  update: memberProcedure('own')
    .meta({
      route: 'PATCH /api/v1/authoring/courses/{courseId}',
      summary: 'Change the terms of a course, archive it, bring it back',
      description:
        'Fields that you leave out stay; null removes license, source, certificate design, or ' +
        'a field of it. What a published course says about itself becomes a new version at once, ' +
        'without a review, and with the same lessons: for learners nothing changes. The ' +
        'certificate design counts for certificates issued from then on. Purchases that are not ' +
        'paid yet keep their price. The slug, all that the course says about itself, and the ' +
        'design belong to the folder of a course that has one.',
      errors: ['SlugTaken', 'ManagedElsewhere'],
      revisioned: true,
    })
    .input(schema.UpdateCourseInput)
    .output(schema.AuthoredCourse)
    .mutation(({ ctx, input }) => updateCourse(ctx, input)),

  delete: memberProcedure('own')
    .meta({
      route: 'DELETE /api/v1/authoring/courses/{courseId}',
      summary: 'Delete a course that was never published',
      description:
        'Its draft, files, members and history go with it, and its slug is free again. Send the ' +
        'revision of the draft: nothing goes that you have not seen. A published course has ' +
        'learners: archive it instead.',
      errors: ['CoursePublished'],
      revisioned: true,
    })
    .input(schema.DeleteCourseInput)
    .output(schema.DeletedCourse)
    .mutation(({ ctx, input }) => deleteCourse(ctx, input)),

  certificatePreview: memberProcedure('read')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/certificate-preview',
      summary: 'Draw a certificate of a course',
      description:
        'With the title and the terms of the draft, for a learner who does not exist and with a ' +
        'code that no certificate has. Nothing of it is stored.',
      errors: ['DraftNotFound'],
      limits: ['certificatePreviewsPerAccount'],
      repeatable: true,
    })
    .input(schema.PreviewCertificateInput)
    .output(CertificatePicture)
    .mutation(({ ctx, input }) => previewCertificate(ctx, input)),

  history: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/history',
      summary: 'List what was done to a course, newest first',
    })
    .input(ListHistoryInput)
    .output(HistoryList)
    .query(({ ctx, input }) => listHistory(ctx, input)),
})

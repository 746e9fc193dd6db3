import { memberProcedure, router, userProcedure } from '../../../trpc.ts'
import { Upload } from '../../courses/uploads/schema.ts'
import {
  claimToGrade,
  getSubmissionToGrade,
  gradeSubmission,
  returnSubmission,
} from './grade-submission.ts'
import { listSubmissions } from './list-submissions.ts'
import * as schema from './schema.ts'
import { getSubmission } from './show-submission.ts'
import { submitAssignment } from './submit-assignment.ts'
import {
  cancelSubmissionUpload,
  finishSubmissionUpload,
  getSubmissionUpload,
  startSubmissionUpload,
} from './upload-file.ts'

const ofCourse = '/api/v1/authoring/courses/{courseId}/submissions' as const

export const submissionsRouter = router({
  create: userProcedure
    .meta({
      route: 'POST /api/v1/lessons/{lessonId}/submissions',
      summary: 'Hand in an assignment',
      description: 'A text, files that you uploaded for the lesson, or both. A person grades it.',
      status: 201,
      location: '/api/v1/submissions/{id}',
      errors: [
        'LessonNotFound',
        'NotEnrolled',
        'LessonLocked',
        'SubmissionWaiting',
        'AttemptsUsedUp',
        'AssignmentClosed',
        'UploadNotFound',
      ],
      limits: ['submissionsPerAccount'],
      longBody: true,
    })
    .input(schema.SubmitInput)
    .output(schema.Submission)
    .mutation(({ ctx, input }) => submitAssignment(ctx, input)),

  get: userProcedure
    .meta({
      route: 'GET /api/v1/submissions/{submissionId}',
      summary: 'Read what you handed in',
      description: 'With its files, and how it was graded.',
      errors: ['SubmissionNotFound'],
      noStore: true,
    })
    .input(schema.SubmissionInput)
    .output(schema.Submission)
    .query(({ ctx, input }) => getSubmission(ctx, input)),

  startUpload: userProcedure
    .meta({
      route: 'POST /api/v1/lessons/{lessonId}/uploads',
      summary: 'Begin to upload a file to hand in',
      description:
        'Send the bytes as `part` says, read the upload again, send the next, finish it.',
      status: 201,
      errors: [
        'LessonNotFound',
        'NotEnrolled',
        'LessonLocked',
        'FileTooLarge',
        'CourseFilesFull',
        'TooManyUploads',
      ],
      limits: ['uploadsPerAccount'],
    })
    .input(schema.StartSubmissionUploadInput)
    .output(Upload)
    .mutation(({ ctx, input }) => startSubmissionUpload(ctx, input)),

  getUpload: userProcedure
    .meta({
      route: 'GET /api/v1/lessons/{lessonId}/uploads/{uploadId}',
      summary: 'Show how far an upload to hand in is',
      errors: ['UploadNotFound'],
      noStore: true,
    })
    .input(schema.SubmissionUploadInput)
    .output(Upload)
    .query(({ ctx, input }) => getSubmissionUpload(ctx, input)),

  finishUpload: userProcedure
    .meta({
      route: 'POST /api/v1/lessons/{lessonId}/uploads/{uploadId}/finish',
      summary: 'Check an upload to hand in',
      description: 'From then on you can hand the file in, for a day. Twice is like once.',
      errors: ['UploadNotFound', 'UploadOutOfStep', 'FileMismatch', 'FileTooLarge'],
      repeatable: true,
    })
    .input(schema.SubmissionUploadInput)
    .output(Upload)
    .mutation(({ ctx, input }) => finishSubmissionUpload(ctx, input)),

  cancelUpload: userProcedure
    .meta({
      route: 'DELETE /api/v1/lessons/{lessonId}/uploads/{uploadId}',
      summary: 'Cancel an upload to hand in',
      description: 'What has arrived counts until the upload expires.',
      errors: ['UploadNotFound'],
    })
    .input(schema.SubmissionUploadInput)
    .output(schema.CanceledSubmissionUpload)
    .mutation(({ ctx, input }) => cancelSubmissionUpload(ctx, input)),

  list: memberProcedure('readGrades')
    .meta({
      route: `GET ${ofCourse}`,
      summary: 'List what a person grades',
      description: 'What waits, the oldest first; with another `status`, what is done.',
      noStore: true,
    })
    .input(schema.ListSubmissionsInput)
    .output(schema.WaitingSubmissionList)
    .query(({ ctx, input }) => listSubmissions(ctx, input)),

  getToGrade: memberProcedure('readGrades')
    .meta({
      route: `GET ${ofCourse}/{submissionId}`,
      summary: 'Read what a learner handed in',
      description: 'With its files, and what to look for.',
      errors: ['NotForYourself', 'SubmissionNotFound'],
      noStore: true,
    })
    .input(schema.CourseSubmissionInput)
    .output(schema.SubmissionToGrade)
    .query(({ ctx, input }) => getSubmissionToGrade(ctx, input)),

  claim: memberProcedure('grade')
    .meta({
      route: `POST ${ofCourse}/{submissionId}/claim`,
      summary: 'Keep what a learner handed in for yourself',
      description: 'For half an hour nobody else grades it. Grading it does the same.',
      errors: ['NotForYourself', 'SubmissionNotFound', 'SubmissionClaimed'],
      repeatable: true,
    })
    .input(schema.CourseSubmissionInput)
    .output(schema.SubmissionToGrade)
    .mutation(({ ctx, input }) => claimToGrade(ctx, input)),

  grade: memberProcedure('grade')
    .meta({
      route: `POST ${ofCourse}/{submissionId}/grade`,
      summary: 'Grade what a learner handed in',
      description:
        'A pass completes the lesson, and with the last lesson the course. Grading it again adds ' +
        'a grading, and the last one counts; a completion stays.',
      errors: ['NotForYourself', 'SubmissionNotFound', 'SubmissionClaimed'],
    })
    .input(schema.GradeInput)
    .output(schema.SubmissionToGrade)
    .mutation(({ ctx, input }) => gradeSubmission(ctx, input)),

  return: memberProcedure('grade')
    .meta({
      route: `POST ${ofCourse}/{submissionId}/return`,
      summary: 'Return an assignment for another try',
      description: 'Ungraded, as long as the lesson allows another try.',
      errors: ['NotForYourself', 'SubmissionNotFound', 'SubmissionClaimed', 'AttemptsUsedUp'],
    })
    .input(schema.ReturnInput)
    .output(schema.SubmissionToGrade)
    .mutation(({ ctx, input }) => returnSubmission(ctx, input)),
})

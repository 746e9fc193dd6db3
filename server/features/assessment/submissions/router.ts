import { memberProcedure, router, userProcedure } from '../../../trpc.ts'
import { Upload } from '../../courses/uploads/schema.ts'
import { claimToGrade, gradeSubmission, returnSubmission } from './grade-submission.ts'
import { addOwnComment, listOwnComments, removeOwnComment } from './grading-comments.ts'
import { listGradingQueue, listSubmissions } from './list-submissions.ts'
import * as schema from './schema.ts'
import { getSubmission } from './show-submission.ts'
import { getSubmissionToGrade } from './show-to-grade.ts'
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

  queue: userProcedure
    .meta({
      route: 'GET /api/v1/me/grading',
      summary: 'List what waits for you to grade',
      description: 'In all courses that you grade, the oldest first; of a cohort teacher: theirs.',
      noStore: true,
    })
    .input(schema.GradingQueueInput)
    .output(schema.WaitingSubmissionList)
    .query(({ ctx, input }) => listGradingQueue(ctx, input)),

  comments: userProcedure
    .meta({
      route: 'GET /api/v1/me/grading/comments',
      summary: 'List the comments that you keep for grading',
      description: `At most ${schema.mostComments}; nobody else sees them.`,
      noStore: true,
    })
    .input(schema.ListCommentsInput)
    .output(schema.GradingCommentList)
    .query(({ ctx, input }) => listOwnComments(ctx, input)),

  addComment: userProcedure
    .meta({
      route: 'POST /api/v1/me/grading/comments',
      summary: 'Keep a comment for grading',
      status: 201,
      errors: ['TooManyComments'],
    })
    .input(schema.AddCommentInput)
    .output(schema.GradingComment)
    .mutation(({ ctx, input }) => addOwnComment(ctx, input)),

  removeComment: userProcedure
    .meta({
      route: 'DELETE /api/v1/me/grading/comments/{commentId}',
      summary: 'Remove a comment that you keep',
      errors: ['CommentNotFound'],
    })
    .input(schema.RemoveCommentInput)
    .output(schema.RemovedComment)
    .mutation(({ ctx, input }) => removeOwnComment(ctx, input)),

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
      description: 'With its files, and what to look for; also an attempt at a quiz.',
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
        'a grading, and the last one counts; a completion stays. Say in `replaces` how many you ' +
        'have read: of two graders at once, the second is refused.',
      errors: [
        'NotForYourself',
        'SubmissionNotFound',
        'SubmissionClaimed',
        'SubmissionGraded',
        'SubmissionReturned',
      ],
    })
    .input(schema.GradeInput)
    .output(schema.SubmissionToGrade)
    .mutation(({ ctx, input }) => gradeSubmission(ctx, input)),

  return: memberProcedure('grade')
    .meta({
      route: `POST ${ofCourse}/{submissionId}/return`,
      summary: 'Return an assignment for another try',
      description: 'Ungraded, as long as the lesson allows another try.',
      errors: [
        'NotForYourself',
        'SubmissionNotFound',
        'SubmissionClaimed',
        'SubmissionReturned',
        'AttemptsUsedUp',
      ],
    })
    .input(schema.ReturnInput)
    .output(schema.SubmissionToGrade)
    .mutation(({ ctx, input }) => returnSubmission(ctx, input)),
})

import { memberProcedure, router, userProcedure } from '../../../trpc.ts'
import { getThread, listTaught, listThreads, searchThreads } from './read-threads.ts'
import * as schema from './schema.ts'
import { acceptAnswer, answer, ask, decidePost, reportPost } from './write-posts.ts'

const opening = ['LessonNotFound', 'NotEnrolled', 'LessonLocked', 'QuestionsClosed'] as const

export const threadsRouter = router({
  list: userProcedure
    .meta({
      route: 'GET /api/v1/lessons/{lessonId}/threads',
      summary: 'List the questions on a lesson, newest first',
      description:
        'For learners who may read the lesson, where its course takes questions: `lessonQuestions` ' +
        'of the lesson says so. Those on a quiz open once it shows you the right answers.',
      noStore: true,
      errors: [...opening],
    })
    .input(schema.ListThreadsInput)
    .output(schema.ThreadList)
    .query(({ ctx, input }) => listThreads(ctx, input)),

  ask: userProcedure
    .meta({
      route: 'POST /api/v1/lessons/{lessonId}/threads',
      summary: 'Ask something about a lesson',
      status: 201,
      errors: [...opening],
      limits: ['postsPerAccount'],
    })
    .input(schema.AskInput)
    .output(schema.ThreadWithAnswers)
    .mutation(({ ctx, input }) => ask(ctx, input)),

  get: userProcedure
    .meta({
      route: 'GET /api/v1/threads/{threadId}',
      summary: 'Read a question on a lesson, with its answers',
      noStore: true,
      errors: ['ThreadNotFound'],
    })
    .input(schema.ThreadInput)
    .output(schema.ThreadWithAnswers)
    .query(({ ctx, input }) => getThread(ctx, input)),

  answer: userProcedure
    .meta({
      route: 'POST /api/v1/threads/{threadId}/answers',
      summary: 'Answer a question on a lesson',
      description: 'Learners who may read the lesson answer, and teachers of whoever asked.',
      status: 201,
      errors: ['ThreadNotFound', 'ThreadClosed'],
      limits: ['postsPerAccount'],
    })
    .input(schema.AnswerInput)
    .output(schema.ThreadWithAnswers)
    .mutation(({ ctx, input }) => answer(ctx, input)),

  accept: userProcedure
    .meta({
      route: 'PUT /api/v1/threads/{threadId}/accepted',
      summary: 'Accept an answer to a question, or none',
      description: 'For whoever asked, and their teachers. One answer at most is accepted.',
      errors: ['ThreadNotFound', 'PostNotFound', 'Forbidden'],
      repeatable: true,
    })
    .input(schema.AcceptInput)
    .output(schema.ThreadWithAnswers)
    .mutation(({ ctx, input }) => acceptAnswer(ctx, input)),

  report: userProcedure
    .meta({
      route: 'POST /api/v1/threads/{threadId}/posts/{postId}/report',
      summary: 'Report a question or an answer',
      description: 'To the teachers of whoever asked. Repeating it changes nothing.',
      errors: ['ThreadNotFound', 'PostNotFound'],
      limits: ['postReportsPerAccount'],
      repeatable: true,
    })
    .input(schema.ReportPostInput)
    .output(schema.ReportedPost)
    .mutation(({ ctx, input }) => reportPost(ctx, input)),

  taught: memberProcedure('answer')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/threads',
      summary: 'List the questions of your learners',
      description: 'A teacher of cohorts sees those of their members.',
      noStore: true,
    })
    .input(schema.ListTaughtThreadsInput)
    .output(schema.ThreadList)
    .query(({ ctx, input }) => listTaught(ctx, input)),

  decide: memberProcedure('answer')
    .meta({
      route: 'PATCH /api/v1/authoring/courses/{courseId}/threads/posts/{postId}',
      summary: 'Hide a question or an answer, or show it again',
      description:
        'Its author and teachers still see it, with the reason. Either settles what was reported.',
      errors: ['PostNotFound'],
      repeatable: true,
    })
    .input(schema.DecidePostInput)
    .output(schema.ThreadWithAnswers)
    .mutation(({ ctx, input }) => decidePost(ctx, input)),
})

/** Part of the router `search`. */
export const threadSearch = {
  threads: userProcedure
    .meta({
      route: 'GET /api/v1/search/threads',
      summary: 'Search the questions on your lessons',
      description:
        'And their answers, on lessons that are open to you; not on quizzes, and nothing hidden.',
      limits: ['searchesPerAccount'],
      noStore: true,
    })
    .input(schema.SearchThreadsInput)
    .output(schema.FoundThreadList)
    .query(({ ctx, input }) => searchThreads(ctx, input)),
}

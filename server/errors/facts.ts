import { z } from 'zod'
import { Locks } from '../../content/days/lock.ts'
import { exampleIds, Id, Instant, Money } from '../../lib/schema.ts'

/** The longest list of lessons in an error; the number beside it counts them all. */
export const maxLessonsInFacts = 20

const Wait = z
  .object({
    retryAfterSeconds: z
      .int()
      .min(1)
      .meta({ description: 'Seconds to wait before the next try', examples: [30] }),
  })
  .meta({ id: 'WaitFacts', description: 'When to try again; the same as Retry-After' })

const MaxBytes = z
  .object({
    maxBytes: z
      .int()
      .meta({ description: 'The most that is taken here, in bytes', examples: [25_000_000] }),
  })
  .meta({ id: 'MaxBytesFacts', description: 'The most that is taken, in bytes' })

const Most = z
  .object({ most: z.int().meta({ description: 'The most that there can be', examples: [20] }) })
  .meta({ id: 'MostFacts', description: 'The most that there can be' })

const MissingLesson = z
  .object({
    lessonId: Id.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
    title: z.string().meta({ description: 'Its title', examples: ['A typed client'] }),
  })
  .meta({ id: 'MissingLesson', description: 'A required lesson that is not completed' })

const ChangedPrice = z
  .object({
    courseId: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
    title: z.string().meta({ description: 'Its title', examples: ['Building a course player'] }),
    price: Money.describe('Its current price, before the discount'),
    discount: Money.describe('Discount from the coupon'),
  })
  .meta({ id: 'ChangedPrice', description: 'A course at its current price' })

/**
 * The facts that some errors carry for programs, in the member `facts` of the body: what a screen
 * needs to offer the next step without another request.
 */
export const errorFacts = {
  AlreadyEnrolled: z
    .object({
      courseIds: z
        .array(Id)
        .max(100)
        .meta({ description: 'The courses that you own', examples: [[exampleIds.course]] }),
    })
    .meta({ id: 'AlreadyEnrolledFacts', description: 'The courses that you own already' }),
  CourseFull: z
    .object({
      courseIds: z
        .array(Id)
        .max(100)
        .meta({ description: 'The courses without a free seat', examples: [[exampleIds.course]] }),
    })
    .meta({ id: 'CourseFullFacts', description: 'The courses that are full' }),
  PrerequisiteMissing: z
    .object({
      courses: z
        .array(
          z.object({
            courseId: Id.meta({
              description: 'The course that cannot be taken yet',
              examples: [exampleIds.course],
            }),
            requires: z
              .array(
                z.object({
                  id: Id.meta({
                    description: 'The course or program to complete',
                    examples: [exampleIds.course],
                  }),
                  slug: z.string().meta({ description: 'Its slug', examples: ['first-steps'] }),
                  title: z.string().meta({ description: 'Its title', examples: ['First steps'] }),
                }),
              )
              .describe('What to complete first'),
          }),
        )
        .describe('The courses with what they require'),
    })
    .meta({ id: 'PrerequisiteMissingFacts', description: 'What to complete before' }),
  EnrollmentNotOpen: z
    .object({
      courseIds: z
        .array(Id)
        .max(100)
        .meta({
          description: 'The courses that cannot be taken now',
          examples: [[exampleIds.course]],
        }),
      opensAt: Instant.nullable().describe('When enrollment opens; null if it is not to come'),
      closedAt: Instant.nullable().describe('When it closed; null if it has not yet'),
    })
    .meta({ id: 'EnrollmentNotOpenFacts', description: 'When the course takes learners' }),
  SeatsTaken: z
    .object({
      taken: z
        .int()
        .min(1)
        .meta({ description: 'The seats that are taken', examples: [12] }),
    })
    .meta({ id: 'SeatsTakenFacts', description: 'The fewest seats that can be set' }),
  CoursePaidFor: z
    .object({
      transactionId: Id.meta({
        description: 'The transaction that paid for it',
        examples: [exampleIds.transaction],
      }),
      line: z
        .int()
        .min(1)
        .meta({ description: 'Its line, from 1', examples: [1] }),
    })
    .meta({ id: 'CoursePaidForFacts', description: 'The purchase to refund' }),
  CourseLeft: z
    .object({
      courseIds: z
        .array(Id)
        .max(100)
        .meta({ description: 'The courses that you have left', examples: [[exampleIds.course]] }),
    })
    .meta({ id: 'CourseLeftFacts', description: 'The courses to return to' }),
  CourseNotCompleted: z
    .object({
      missing: z
        .int()
        .min(1)
        .meta({ description: 'The number of required lessons left', examples: [1] }),
      lessons: z
        .array(MissingLesson)
        .max(maxLessonsInFacts)
        .describe(`The first ${maxLessonsInFacts} of them, in the order of the course`),
    })
    .meta({ id: 'CourseNotCompletedFacts', description: 'The required lessons left' }),
  PriceChanged: z
    .object({
      total: Money.describe('The amount to pay now, after the discount'),
      discount: Money.describe('Discount from the coupon'),
      lines: z.array(ChangedPrice).max(100).describe('The courses at their current prices'),
    })
    .meta({ id: 'PriceChangedFacts', description: 'The current price of the purchase' }),
  CouponExpired: z
    .object({
      validFrom: Instant.nullable().describe('When it starts to be valid; null if at once'),
      validUntil: Instant.nullable().describe('When it ceases to be valid; null if never'),
    })
    .meta({ id: 'CouponExpiredFacts', description: 'When the coupon is valid' }),
  NotRenewable: z
    .object({
      validUntil: Instant.nullable().describe(
        'The end of its validity; null where there is no certificate, or one that is valid for ever',
      ),
      renewableFrom: Instant.nullable().describe('From when it can be renewed; null for never'),
    })
    .meta({ id: 'NotRenewableFacts', description: 'When the certificate can be renewed' }),
  RefundTooHigh: z
    .object({ refundable: Money.describe('The highest amount that can still be refunded') })
    .meta({ id: 'RefundTooHighFacts', description: 'The amount that can still be refunded' }),
  EventsForgotten: z
    .object({
      oldest: z
        .int()
        .min(1)
        .meta({ description: 'Number of the oldest event that is kept', examples: [4001] }),
      after: z
        .int()
        .min(0)
        .meta({
          description: 'The `after` with which to go on: with the oldest',
          examples: [4000],
        }),
    })
    .meta({ id: 'EventsForgottenFacts', description: 'Where the events begin' }),
  DraftChanged: z
    .object({
      revision: z.int().meta({ description: 'The current revision', examples: [43] }),
    })
    .meta({ id: 'DraftChangedFacts', description: 'The revision to read again' }),
  PayloadTooLarge: MaxBytes,
  FileTooLarge: MaxBytes,
  TooManyWebhooks: Most,
  TooManySecondFactors: Most,
  SecondFactorRequired: z
    .object({
      challenge: z.string().meta({
        description: 'Send it with the second factor to auth.secondFactor',
        examples: ['AQABq83vASNFZ4mrze8BI0VniavN7wEjRWeJq83v'],
      }),
      expiresAt: Instant.describe('Until when'),
      methods: z
        .array(z.enum(['totp', 'passkey', 'recovery-code']))
        .meta({ description: 'What the account has', examples: [['totp', 'recovery-code']] }),
      passkey: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({
          description: 'Give it to `navigator.credentials.get()`, from JSON; null without passkeys',
          examples: [{ challenge: 'q83vASNFZ4mrze8BI0VniQ', rpId: 'learn.example.org' }],
        }),
    })
    .meta({ id: 'SecondFactorRequiredFacts', description: 'How to go on' }),
  TooManyApiKeys: Most,
  TooManyUploads: z
    .object({
      mostOfCourse: z.int().meta({ description: 'Open uploads of a course', examples: [20] }),
      mostOfAccount: z.int().meta({ description: 'Open uploads of an account', examples: [50] }),
    })
    .meta({ id: 'TooManyUploadsFacts', description: 'How many uploads can be open' }),
  CourseFilesFull: z
    .object({
      maxBytes: z
        .int()
        .meta({ description: 'Bytes of all files together', examples: [200_000_000] }),
      maxFiles: z.int().meta({ description: 'Files of the library', examples: [10_000] }),
    })
    .meta({ id: 'CourseFilesFullFacts', description: 'How much a course can hold' }),
  UploadOutOfStep: z
    .object({
      received: z
        .int()
        .min(0)
        .meta({ description: 'The bytes that have arrived', examples: [4_194_304] }),
    })
    .meta({ id: 'UploadOutOfStepFacts', description: 'Where to continue' }),
  ImpactNotCounted: Wait.extend({
    done: z
      .int()
      .min(0)
      .meta({ description: 'Learners counted so far', examples: [20_000] }),
    total: z
      .int()
      .min(0)
      .meta({ description: 'Learners to count', examples: [100_000] }),
  }).meta({
    id: 'ImpactNotCountedFacts',
    description: 'How far counting is, and when to ask again',
  }),
  AttemptsUsedUp: z
    .object({
      attempts: z
        .int()
        .min(1)
        .meta({ description: 'How many attempts there were', examples: [3] }),
    })
    .meta({ id: 'AttemptsUsedUpFacts', description: 'How many attempts there were' }),
  AttemptTooSoon: z
    .object({ nextAt: Instant.describe('When the next attempt can start') })
    .meta({ id: 'AttemptTooSoonFacts', description: 'When the next attempt can start' }),
  AssignmentClosed: z
    .object({ dueAt: Instant.describe('When it was due') })
    .meta({ id: 'AssignmentClosedFacts', description: 'When the assignment was due' }),
  SubmissionClaimed: z
    .object({ until: Instant.describe('Until when somebody else has it') })
    .meta({ id: 'SubmissionClaimedFacts', description: 'Until when it is claimed' }),
  LessonLocked: z
    .object({ locks: Locks })
    .meta({ id: 'LessonLockedFacts', description: 'Why the lesson is locked to you' }),
  NotWatched: z
    .object({
      watchedSeconds: z
        .int()
        .min(0)
        .meta({ description: 'Seconds of the video that you watched', examples: [120] }),
      neededSeconds: z
        .int()
        .min(1)
        .meta({ description: 'Seconds that it takes to complete it', examples: [216] }),
    })
    .meta({ id: 'NotWatchedFacts', description: 'How much of the video is left to watch' }),
  WatchedTooFast: z
    .object({
      allowedSeconds: z
        .int()
        .min(0)
        .meta({
          description: 'Seconds that can have been watched since you opened it',
          examples: [70],
        }),
    })
    .meta({ id: 'WatchedTooFastFacts', description: 'How much can be reported now' }),
  IdempotencyKeyInUse: Wait,
  RateLimited: Wait,
  ServiceUnavailable: Wait,
} as const satisfies Partial<Record<string, z.ZodType>>

/** Whether errors of this name carry facts. */
export function hasFacts(name: string): name is keyof typeof errorFacts {
  return Object.hasOwn(errorFacts, name)
}

export type ErrorFacts = {
  -readonly [Name in keyof typeof errorFacts]: z.infer<(typeof errorFacts)[Name]>
}

import { z } from 'zod'
import { Locks } from '../../content/days/lock.ts'
import { exampleIds, field, Id, Instant, Money, named } from '../../lib/schema.ts'

/** The longest list of lessons in an error; the number beside it counts them all. */
export const maxLessonsInFacts = 20

const Wait = named('WaitFacts', 'When to try again; the same as Retry-After', {
  retryAfterSeconds: field(z.int().min(1), 'Seconds to wait before the next try', 30),
})

const MaxBytes = named('MaxBytesFacts', 'The most that is taken, in bytes', {
  maxBytes: field(z.int(), 'The most that is taken here, in bytes', 25_000_000),
})

const Most = named('MostFacts', 'The most that there can be', {
  most: z.int().meta({ description: 'The most that there can be', examples: [20] }),
})

const MissingLesson = named('MissingLesson', 'A required lesson that is not completed', {
  lessonId: Id.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
  title: z.string().meta({ description: 'Its title', examples: ['A typed client'] }),
})

const ChangedPrice = named('ChangedPrice', 'A course at its current price', {
  courseId: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
  title: z.string().meta({ description: 'Its title', examples: ['Building a course player'] }),
  price: Money.describe('Its current price, before the discount'),
  discount: Money.describe('Discount from the coupon'),
})

/**
 * Facts that some errors carry for programs, in the member `facts` of the body: what a screen needs
 * to offer the next step without another request.
 */
export const errorFacts = {
  AlreadyEnrolled: named('AlreadyEnrolledFacts', 'The courses that you own already', {
    courseIds: field(z.array(Id).max(100), 'The courses that you own', [exampleIds.course]),
  }),
  TermsNotAccepted: named('TermsNotAcceptedFacts', 'The terms to accept', {
    version: field(z.string(), 'Their version: send it as `acceptedTerms`', '2026-11'),
    url: field(z.url(), 'Where to read them', 'https://school.example.org/terms'),
  }),
  CourseFull: named('CourseFullFacts', 'The courses that are full', {
    courseIds: field(z.array(Id).max(100), 'The courses without a free seat', [exampleIds.course]),
  }),
  PrerequisiteMissing: named(
    'PrerequisiteMissingFacts',
    'The courses and programs to complete first',
    {
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
              .describe('The courses and programs to complete first'),
          }),
        )
        .describe('The courses with what they require'),
    },
  ),
  EnrollmentNotOpen: named('EnrollmentNotOpenFacts', 'When the course takes learners', {
    courseIds: field(z.array(Id).max(100), 'The courses that cannot be taken now', [
      exampleIds.course,
    ]),
    opensAt: Instant.nullable().describe('When enrollment opens; null if it has closed'),
    closedAt: Instant.nullable().describe('When it closed; null if it has yet to open'),
  }),
  SeatsTaken: named('SeatsTakenFacts', 'The fewest seats that can be set', {
    taken: field(z.int().min(1), 'The seats that are taken', 12),
  }),
  CoursePaidFor: named('CoursePaidForFacts', 'The purchase to refund', {
    transactionId: Id.meta({
      description: 'The transaction that paid for it',
      examples: [exampleIds.transaction],
    }),
    line: field(z.int().min(1), 'Its line, from 1', 1),
  }),
  CourseLeft: named('CourseLeftFacts', 'The courses to return to', {
    courseIds: field(z.array(Id).max(100), 'The courses that you have left', [exampleIds.course]),
  }),
  CourseNotCompleted: named('CourseNotCompletedFacts', 'The required lessons left', {
    missing: field(z.int().min(1), 'The number of required lessons left', 1),
    lessons: z
      .array(MissingLesson)
      .max(maxLessonsInFacts)
      .describe(`The first ${maxLessonsInFacts} of them, in the order of the course`),
  }),
  PriceChanged: named('PriceChangedFacts', 'The current price of the purchase', {
    total: Money.describe('The amount to pay now, after the discount'),
    discount: Money.describe('Discount from the coupon'),
    lines: z.array(ChangedPrice).max(100).describe('The courses at their current prices'),
  }),
  CouponExpired: named('CouponExpiredFacts', 'When the coupon is valid', {
    validFrom: Instant.nullable().describe('When it starts to be valid; null if at once'),
    validUntil: Instant.nullable().describe('When it ceases to be valid; null if never'),
  }),
  NotRenewable: named('NotRenewableFacts', 'When the certificate can be renewed', {
    validUntil: Instant.nullable().describe(
      'The end of its validity; null where there is no certificate, or one that is valid for ever',
    ),
    renewableFrom: Instant.nullable().describe('From when it can be renewed; null for never'),
  }),
  RefundTooHigh: named('RefundTooHighFacts', 'The amount that can still be refunded', {
    refundable: Money.describe('The highest amount that can still be refunded'),
  }),
  EventsForgotten: named('EventsForgottenFacts', 'Where the events begin', {
    oldest: field(z.int().min(1), 'Number of the oldest event that is kept', 4001),
    after: field(z.int().min(0), 'The `after` with which to go on: with the oldest', 4000),
  }),
  DraftChanged: named('DraftChangedFacts', 'The revision to read again', {
    revision: z.int().meta({ description: 'The current revision', examples: [43] }),
  }),
  PayloadTooLarge: MaxBytes,
  FileTooLarge: MaxBytes,
  TooManyWebhooks: Most,
  TooManySecondFactors: Most,
  SecondFactorRequired: named('SecondFactorRequiredFacts', 'How to go on', {
    challenge: z.string().meta({
      description: 'Send it with the second factor to auth.secondFactor',
      examples: ['AQABq83vASNFZ4mrze8BI0VniavN7wEjRWeJq83v'],
    }),
    expiresAt: Instant.describe('Until when'),
    methods: field(z.array(z.enum(['totp', 'passkey', 'recovery-code'])), 'What the account has', [
      'totp',
      'recovery-code',
    ]),
    passkey: field(
      z.record(z.string(), z.unknown()).nullable(),
      'Give it to `navigator.credentials.get()`, from JSON; null without passkeys',
      { challenge: 'q83vASNFZ4mrze8BI0VniQ', rpId: 'learn.example.org' },
    ),
  }),
  TooManyApiKeys: Most,
  TooManyUploads: named('TooManyUploadsFacts', 'How many uploads can be open', {
    mostOfCourse: z.int().meta({ description: 'Open uploads of a course', examples: [20] }),
    mostOfAccount: z.int().meta({ description: 'Open uploads of an account', examples: [50] }),
  }),
  CourseFilesFull: named('CourseFilesFullFacts', 'How much a course can hold', {
    maxBytes: field(z.int(), 'Bytes of all files together', 200_000_000),
    maxFiles: z.int().meta({ description: 'Files of the library', examples: [10_000] }),
  }),
  UploadOutOfStep: named('UploadOutOfStepFacts', 'Where to continue', {
    received: field(z.int().min(0), 'The bytes that have arrived', 4_194_304),
  }),
  ImpactNotCounted: Wait.extend({
    done: field(z.int().min(0), 'Learners counted so far', 20_000),
    total: field(z.int().min(0), 'Learners to count', 100_000),
  }).meta({
    id: 'ImpactNotCountedFacts',
    description: 'How far counting is, and when to ask again',
  }),
  AttemptsUsedUp: named('AttemptsUsedUpFacts', 'How many attempts there were', {
    attempts: field(z.int().min(1), 'How many attempts there were', 3),
  }),
  AttemptTooSoon: named('AttemptTooSoonFacts', 'When the next attempt can start', {
    nextAt: Instant.describe('When the next attempt can start'),
  }),
  AssignmentClosed: named('AssignmentClosedFacts', 'When the assignment was due', {
    dueAt: Instant.describe('When it was due'),
  }),
  SubmissionClaimed: named('SubmissionClaimedFacts', 'Until when it is claimed', {
    until: Instant.describe('Until when somebody else has it'),
    claimedBy: field(z.string().nullable(), 'Who that is; null: an erased account', 'Greta Grader'),
  }),
  SubmissionGraded: named('SubmissionGradedFacts', 'How it was graded meanwhile', {
    gradings: field(z.int().min(0), 'How often it was graded', 1),
    gradedBy: field(z.string().nullable(), 'Who graded it last; null: nobody', 'Greta Grader'),
    gradedAt: Instant.nullable().describe('When; null: it was not graded'),
  }),
  LessonLocked: named('LessonLockedFacts', 'Why the lesson is locked to you', { locks: Locks }),
  NotWatched: named('NotWatchedFacts', 'How much of the video is left to watch', {
    watchedSeconds: field(z.int().min(0), 'Seconds of the video that you watched', 120),
    neededSeconds: field(z.int().min(1), 'Seconds that it takes to complete it', 216),
  }),
  WatchedTooFast: named('WatchedTooFastFacts', 'How much can be reported now', {
    allowedSeconds: field(
      z.int().min(0),
      'Seconds that can have been watched since you opened it',
      70,
    ),
  }),
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

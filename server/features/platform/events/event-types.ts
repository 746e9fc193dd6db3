import { z } from 'zod'
import { enrollmentSources } from '../../../../db/schema/learning/enrollments.ts'
import { exampleIds, field, Id, Instant, named } from '../../../../lib/schema.ts'

const userId = field(Id, 'The account that it is about', exampleIds.user)
const userIdOrNull = Id.nullable().meta({
  description: 'The account that it is about; null if that was erased before',
  examples: [exampleIds.user],
})
const courseId = Id.meta({ description: 'The course', examples: [exampleIds.course] })
const version = field(z.int().min(1), 'Version of the course', 3)
const transactionId = field(Id, 'The transaction', exampleIds.transaction)
const amount = field(
  z.int().min(0),
  "In the currency's smallest unit: 2900 USD is 29 dollars",
  2900,
)
const currency = z.string().meta({ description: 'ISO 4217', examples: ['USD'] })
const certificateId = field(Id, 'The certificate', exampleIds.certificate)

const lessonKey = field(z.string(), 'Key of the lesson in its course', 'signing-in')
const attempt = {
  attemptId: field(Id, 'The attempt, or what was handed in', exampleIds.lesson),
  userId,
  courseId,
  lessonKey,
}

const account = { userId }
const enrollment = { userId, courseId, version }
const purchase = { transactionId, userId: userIdOrNull, amount, currency }
const certificate = { certificateId, userId: userIdOrNull, courseId }

/**
 * The types of events, and the data of each: ids, numbers and nothing about a person beyond them.
 * Triggers in the database write them; REST, webhooks, OpenAPI, the SDK and docs/events.md follow
 * this table.
 */
export const eventTypes = {
  'user.registered': { means: 'An account was created', data: z.object(account) },
  'user.verified': {
    means: 'An account verified its email: its first one, or a new one',
    data: z.object(account),
  },
  'user.suspended': { means: 'An account was suspended', data: z.object(account) },
  'user.reinstated': { means: 'An account was reinstated', data: z.object(account) },
  'user.erased': {
    means:
      'An account was erased, by its owner, by an operator, or because its email was never verified',
    data: z.object(account),
  },
  'enrollment.started': {
    means: 'A learner was enrolled, or returned to a course',
    data: z.object({
      ...enrollment,
      source: z.enum(enrollmentSources).meta({
        description: 'transaction: bought, or free; administrator: given by the school',
        examples: ['transaction'],
      }),
    }),
  },
  'enrollment.ended': {
    means: 'A learner left a course, or access to it ended',
    data: z.object(enrollment),
  },
  'enrollment.moved': {
    means: 'A learner moved to a different version of a course',
    data: z.object({
      ...enrollment,
      formerVersion: field(z.int().min(1), 'The version before', 2),
    }),
  },
  'attempt.submitted': {
    means: 'An attempt at a quiz ended: its learner submitted it, or its time was over',
    data: z.object(attempt),
  },
  'submission.received': {
    means: 'A learner handed in an assignment',
    data: z.object(attempt),
  },
  'submission.graded': {
    means: 'A person graded what a learner handed in',
    data: z.object(attempt),
  },
  'lesson.passed': {
    means: 'A learner passed a quiz or an assignment for the first time',
    data: z.object({ userId, courseId, lessonKey }),
  },
  'lesson.completed': {
    means: 'A learner completed a lesson for the first time',
    data: z.object({
      userId,
      courseId,
      lessonKey,
    }),
  },
  'course.completed': {
    means: 'A learner completed a course for the first time',
    data: z.object(enrollment),
  },
  'program.completed': {
    means: 'A learner completed a program for the first time',
    data: z.object(enrollment),
  },
  'transaction.paid': { means: 'A payment arrived', data: z.object(purchase) },
  'transaction.fulfilled': {
    means: 'A buyer has what they bought; free purchases are fulfilled without a payment',
    data: z.object(purchase),
  },
  'transaction.refunded': {
    means: 'Money went back to a buyer, once for each refund; or a free purchase was undone',
    data: z.object({
      ...purchase,
      refundId: Id.nullable().meta({
        description: 'The refund; null where a free purchase was undone',
        examples: ['019a9c43-0b6d-7e51-b8f2-6d4a1c7e3b07'],
      }),
    }),
  },
  'transaction.disputed': {
    means: "A buyer's bank disputes a payment; the amount is what it disputes",
    data: z.object(purchase),
  },
  'certificate.issued': { means: 'A certificate was issued', data: z.object(certificate) },
  'certificate.reissued': {
    means: 'A certificate was replaced by a new one',
    data: z.object({
      ...certificate,
      formerCertificateId: Id.meta({
        description: 'The certificate that it replaces',
        examples: ['019a9c42-5e83-7d19-9f40-2c7b5a8d1e08'],
      }),
    }),
  },
  'certificate.revoked': { means: 'A certificate was revoked', data: z.object(certificate) },
  'certificate.reinstated': {
    means: 'A revoked certificate was reinstated',
    data: z.object(certificate),
  },
  'certificate.expired': {
    means: 'A certificate is past its validity, and nobody has renewed it',
    data: z.object(certificate),
  },
  'course.published': {
    means: 'A version of a course became the current one',
    data: z.object({ courseId, version }),
  },
} as const satisfies Record<string, { means: string; data: z.ZodObject }>

export type EventType = keyof typeof eventTypes

type EventOf<Type extends EventType> = {
  id: string
  number: number
  type: Type
  timestamp: string
  data: z.infer<(typeof eventTypes)[Type]['data']>
}

/** An event as programs see it: over REST, in webhooks, in the SDK. `type` discriminates. */
export type LyceumEvent = { [Type in EventType]: EventOf<Type> }[EventType]

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]

/** Returns `UserRegisteredEvent` for `user.registered`. */
export function schemaNameOf(type: EventType): string {
  const parts = type.split('.').map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  return `${parts.join('')}Event`
}

const [firstType, ...otherTypes] = eventTypeNames
const schemas = [eventSchema(firstType), ...otherTypes.map(eventSchema)] as const

export const LyceumEvent = z.discriminatedUnion('type', schemas).meta({
  id: 'LyceumEvent',
  description: 'Something that happened. It never changes.',
}) as z.ZodType<LyceumEvent>

function eventSchema(type: EventType) {
  const { means, data } = eventTypes[type]
  return named(schemaNameOf(type), means, {
    id: Id.meta({
      description: 'The event; the same each time that it is delivered',
      examples: ['0d9a4c1e-7b52-4f3a-8c61-5e2f9b7d4a09'],
    }),
    number: field(
      z.int().min(1),
      'Its place among all events, without gaps, in the order of their commits',
      1042,
    ),
    type: z.literal(type).describe(means),
    timestamp: Instant.describe('When it happened'),
    data: data.describe('Ids, numbers and amounts: ask the API for the rest'),
  })
}

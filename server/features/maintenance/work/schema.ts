import { z } from 'zod'
import { exampleIds, field, Id, Instant, named } from '../../../../lib/schema.ts'

export const workKinds = [
  'toGrade',
  'toReview',
  'draftProblems',
  'toAnswer',
  'reported',
  'stopped',
  'extensionsEnding',
  'flaws',
  'disputes',
  'mailsFailed',
  'jobsFailed',
  'webhooksFailing',
  'invitationsEnding',
] as const
export type WorkKind = (typeof workKinds)[number]

const WorkItem = named('WorkItem', 'Work that waits for you, counted', {
  kind: field(
    z.enum(workKinds),
    'toGrade: handed in, not graded; toReview: drafts that you may approve; draftProblems: what ' +
      'keeps the drafts that changed last from being published; toAnswer: questions on lessons ' +
      'without an answer; reported: posts that learners found wrong; stopped: learners ' +
      'without progress for 14 days; extensionsEnding: later due dates of the next 7 days; ' +
      'flaws: what learners say is wrong, not settled; ' +
      'mailsFailed: in the last 7 days; invitationsEnding: in the next 3 days',
    'toGrade',
  ),
  course: z
    .object({
      id: field(Id, 'The course', exampleIds.course),
      title: field(z.string(), 'Its title', 'Building a Course Player'),
    })
    .nullable()
    .describe('Where it waits; null for work of the school'),
  count: field(z.int(), 'How much waits, at most 1,000', 12),
  hasMore: field(z.boolean(), 'Whether there is more than was counted', false),
  since: Instant.nullable().describe('Since when the first waits, or when the first ends'),
})
export type WorkItem = z.infer<typeof WorkItem>

export const WorkList = named('WorkList', 'What waits for you', {
  items: z
    .array(WorkItem)
    .describe(
      'By kind; of each kind the ten courses that wait longest, of drafts the five that changed last',
    ),
})
export type WorkList = z.infer<typeof WorkList>

import { z } from 'zod'
import { workStatuses } from '../../../../db/columns.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  named,
  rawText,
  text,
} from '../../../../lib/schema.ts'

const exampleReissue = '019a9c46-7a1b-7c3d-8e5f-6a7b8c9d0e11'
export const mostCodes = 1_000

const dryRun = z.boolean().describe('Whether it changes nothing, and only says what it would do')
const reason = field(text(300), 'Why: the mails say it', 'The dean signs them now')

export const ReissueManyInput = z
  .strictObject({
    courseId: field(Id.optional(), 'All certificates of this course', exampleIds.course),
    codes: z
      .array(rawText(100))
      .min(1)
      .max(mostCodes)
      .optional()
      .meta({
        description: `In place of a course: the codes of some, ${mostCodes} at most`,
        examples: [['7Q3M-X9KD-2HVA-RT5E-8']],
      }),
    reason,
    dryRun: dryRun.default(false),
  })
  .superRefine(({ courseId, codes }, ctx) => {
    if ((courseId === undefined) !== (codes === undefined)) return
    const message = courseId === undefined ? 'is missing: add it' : 'does not go with codes'
    ctx.addIssue({ code: 'custom', path: ['courseId'], message })
  })
  .meta({
    id: 'ReissueManyInput',
    description: 'Which certificates to replace',
    examples: [{ courseId: exampleIds.course, reason: 'The dean signs them now', dryRun: true }],
  })
export type ReissueManyInput = z.infer<typeof ReissueManyInput>

export const ReissueInput = z.strictObject({
  reissueId: field(IdInPath, 'The reissue', exampleReissue),
})
export type ReissueInput = z.infer<typeof ReissueInput>

const count = (description: string) => field(z.int(), description, 12)

export const CertificateReissue = named(
  'CertificateReissue',
  'Many certificates that are replaced, or would be',
  {
    id: field(Id, 'The reissue', exampleReissue),
    courseId: field(Id.nullable(), 'Its course; null for chosen codes', exampleIds.course),
    reason,
    dryRun,
    status: z.enum(workStatuses).describe('running: its figures are not complete yet'),
    replaced: count('Certificates that are replaced, each with a mail to its owner'),
    unchanged: count('Left: they say all of it already, or have a successor'),
    revoked: count('Left: they are revoked'),
    expired: count('Left: they have expired'),
    unconfirmed: count(
      'Left: their name is guessed. Once its owner confirms it, they are replaced by themselves',
    ),
    unprintable: count("Left: the owner's name cannot be printed"),
    erased: count('Left: the account is erased, and nobody could be told'),
    own: count('Left: they are your own. Only administrators in person replace theirs'),
    failed: count('Left: something went wrong, which the log says'),
    createdAt: Instant.describe('When it began'),
    finishedAt: Instant.nullable().describe('When it was done; null: not yet'),
  },
)
export type CertificateReissue = z.infer<typeof CertificateReissue>

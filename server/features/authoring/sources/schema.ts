import { z } from 'zod'
import { formatChoices } from '../../../../books/formats/formats.ts'
import { problemSeverities } from '../../../../content/rules/draft-problem.ts'
import {
  sourceOutcomes,
  sourceStatuses,
  syncOutcomes,
} from '../../../../db/schema/authoring/sources.ts'
import { exampleIds, field, IdInPath, Instant, named, rawText } from '../../../../lib/schema.ts'
import { proofFields, requireProof } from '../../platform/proof/schema.ts'
import { courseFound } from '../import/schema.ts'
import { isBranchName, isGitUrl } from './address-rules.ts'

const courseId = field(IdInPath, 'Id of the course', exampleIds.course)

const url = field(
  z
    .string()
    .max(500)
    .regex(/^https?:\/\/[^\s@?#\\/]+\/[^\s?#\\]+$/, 'must begin with https://')
    .refine(isGitUrl, 'must be the address of a git repository: https, without a password'),
  'Address of the repository: https, without user and password',
  'https://git.example.org/knots.git',
)
const branch = field(
  rawText(200)
    .regex(/^[^-/.\s~^:?*[\\][^\s~^:?*[\\]*$/, 'must be the name of a branch')
    .refine(isBranchName, 'must be the name of a branch')
    .nullable(),
  "A branch; null for the repository's own default",
  'main',
)
const folder = field(
  z
    .string()
    .max(300)
    .regex(/^[^\n\r\t\\]*$/, 'must be one line')
    .refine(isFolder, 'must be a path inside the repository, like courses/knots'),
  'Where the course lies in the repository; empty for its root',
  'courses/knots',
)
const format = z.enum(formatChoices).describe('Format of the course; auto: detected from its files')
const outcome = z
  .enum(sourceOutcomes)
  .describe(
    'Outcome of new content. draft: a draft to review; publish: a version at once, or a draft ' +
      'where the course requires a review',
  )

export const SourceInput = z.strictObject({ courseId })

/** A repository from the command line: a shell needs no proof. */
export const RepositoryInput = z.strictObject({
  courseId,
  url,
  branch: branch.optional(),
  folder: folder.optional(),
  format: format.optional(),
  outcome: outcome.optional(),
  credential: field(
    rawText(1_000)
      .regex(/^\S(.*\S)?$/, 'must be one line, without space around it')
      .refine((value) => !/\p{Cc}/u.test(value), 'must be one line')
      .nullable()
      .optional(),
    'Credential for the host: a token that may read the repository, or user:password; null ' +
      'for none. Left out, it stays as long as the address does',
    'github_pat_11ABCDEFG',
  ),
  takeOver: z
    .boolean()
    .optional()
    .describe('Confirms that a course that was written over HTTP comes from here from now on'),
  newHookSecret: z
    .boolean()
    .optional()
    .describe('Makes a new secret for the notices of the host; the one before ends'),
})
export type RepositoryInput = z.infer<typeof RepositoryInput>

export const SetSourceInput = requireProof(RepositoryInput.extend(proofFields)).meta({
  id: 'SetSourceInput',
  description: 'The git repository of a course',
})
export type SetSourceInput = z.infer<typeof SetSourceInput>

const Problem = z.object({
  severity: z.enum(problemSeverities).describe('Errors keep the content from coming in'),
  place: z.string().meta({
    description: 'file:line; empty where it is about the repository as a whole',
    examples: ['src/SUMMARY.md:4'],
  }),
  message: z.string().meta({
    description: 'The mistake, and how to mend it',
    examples: ['there is no such file "src/bowline.md": add it, or correct the name'],
  }),
})

const exampleCommit = '9fceb02d0ae598e95dc970b74767f19372d61af8'

export const SourcePreview = named('SourcePreview', 'What a sync of a repository would bring', {
  commit: field(z.string(), 'The newest commit', exampleCommit),
  ...courseFound,
})
export type SourcePreview = z.infer<typeof SourcePreview>

export const CourseSource = named('CourseSource', 'The git repository that a course comes from', {
  url,
  branch,
  folder,
  format,
  outcome,
  hasCredential: z.boolean().describe('Whether a credential is kept; it is never shown'),
  hookUrl: z.url().meta({
    description: 'Where the host of the repository reports new commits',
    examples: [`https://learn.example.org/hooks/git/${exampleIds.course}`],
  }),
  hookSecret: field(
    z.string().nullable(),
    'The secret of these reports; shown once, when it is made, else null',
    null,
  ),
  isSyncing: z.boolean().describe('Whether a sync runs or waits'),
  status: z
    .enum(sourceStatuses)
    .describe(
      'How the last sync ended. new: there was none; done: it brought content; unchanged: ' +
        'there was nothing new; failed: see problems',
    ),
  syncedAt: Instant.nullable().describe('When the last sync ended'),
  commit: field(z.string().nullable(), 'The last commit that was read whole', exampleCommit),
  problems: z.array(Problem).describe('Mistakes and warnings of the last sync; at most 100'),
  result: z
    .object({
      outcome: z.enum(syncOutcomes).describe('Result for the content of that commit'),
      revision: field(z.int().nullable(), 'Of the draft; null where a version was published', 43),
      version: field(z.int().nullable(), 'The current version; null before the first', 3),
    })
    .nullable()
    .describe('Result of that commit for the course'),
})
export type CourseSource = z.infer<typeof CourseSource>

export const RemovedSource = named('RemovedSource', 'A source that is gone', {
  removed: z.literal(true).describe('The course has no repository any more'),
})
export type RemovedSource = z.infer<typeof RemovedSource>

function isFolder(path: string): boolean {
  if (path === '') return true
  const isPlain = path.isWellFormed() && !/\p{Cc}|\\/u.test(path)
  return isPlain && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

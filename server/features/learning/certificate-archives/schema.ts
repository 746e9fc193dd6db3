import { z } from 'zod'
import { workStatuses } from '../../../../db/columns.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  named,
  namedInput,
} from '../../../../lib/schema.ts'
import { ChosenCohort } from '../../platform/admin/choice-schema.ts'

const courseId = field(IdInPath, 'Id of the course', exampleIds.course)

export const ArchiveCertificatesInput = namedInput(
  'ArchiveCertificatesInput',
  'Which certificates of a course to zip',
  {
    courseId,
    cohort: ChosenCohort.optional().meta({
      description: 'Only those of members of this cohort: its id or name',
      examples: ['Class of 2026'],
    }),
  },
)
export type ArchiveCertificatesInput = z.infer<typeof ArchiveCertificatesInput>

export const ArchiveInput = z.strictObject({
  courseId,
  archiveId: field(IdInPath, 'The archive', exampleIds.transaction),
})
export type ArchiveInput = z.infer<typeof ArchiveInput>

const count = (description: string) => field(z.int(), description, 12)

export const CertificateArchive = named(
  'CertificateArchive',
  'The PDFs of the valid certificates of a course or class, to download as one zip',
  {
    id: field(Id, 'The archive', exampleIds.transaction),
    courseId: field(Id, 'The course', exampleIds.course),
    status: z.enum(workStatuses).describe('done: the zip can be downloaded'),
    ready: count('Certificates that have their PDF so far'),
    unprinted: count('Certificates that cannot be printed: the zip names them in `missing.txt`'),
    createdAt: Instant.describe('When it was asked for; it can be downloaded for seven days'),
    finishedAt: Instant.nullable().describe('When every PDF was there; null: not yet'),
  },
)
export type CertificateArchive = z.infer<typeof CertificateArchive>

import { memberProcedure } from '../../../trpc.ts'
import { archiveCertificates, getArchive } from './archive-certificates.ts'
import * as schema from './schema.ts'

const archives = '/api/v1/authoring/courses/{courseId}/certificate-archives' as const

/** Part of `certificates`. */
export const archiveProcedures = {
  archive: memberProcedure('readLearners', 'certificates:read')
    .meta({
      route: `POST ${archives}`,
      summary: 'Get the certificates of a course or class as a zip',
      description:
        'Prints what is missing, and says how far it is; a large one goes on after the answer. ' +
        'Once it is done, `archiveZip` downloads the PDFs of those that are valid then. Asked ' +
        'again meanwhile, it answers with the same one. A teacher of cohorts gets those of their ' +
        'members.',
      location: '/api/v1/authoring/courses/{courseId}/certificate-archives/{id}',
      errors: ['CohortNotFound'],
      limits: ['certificateArchivesPerAccount'],
    })
    .input(schema.ArchiveCertificatesInput)
    .output(schema.CertificateArchive)
    .mutation(({ ctx, input }) => archiveCertificates(ctx, input, ctx.learners)),

  archived: memberProcedure('readLearners', 'certificates:read')
    .meta({
      route: `GET ${archives}/{archiveId}`,
      summary: 'See how far a zip of certificates is',
      description: 'For whoever asked for it.',
      errors: ['ArchiveNotFound'],
      noStore: true,
    })
    .input(schema.ArchiveInput)
    .output(schema.CertificateArchive)
    .query(({ ctx, input }) => getArchive(ctx, input)),
}

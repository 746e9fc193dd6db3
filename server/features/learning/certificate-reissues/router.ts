import { adminProcedure } from '../../../trpc.ts'
import { getReissue, reissueMany } from './request-reissue.ts'
import * as schema from './schema.ts'

const reissues = '/api/v1/admin/certificates/reissues' as const

/** Part of `certificates`. */
export const reissueProcedures = {
  adminReissueMany: adminProcedure('certificates:write')
    .meta({
      route: `POST ${reissues}`,
      summary: 'Replace all certificates of a course, or chosen ones',
      description:
        'Each as by `adminReissue`: with the current issuer, look and name, and the same ' +
        'achievement. Those that say all of it already stay, so repeating it changes nothing. ' +
        'First try it with `dryRun`. A large one goes on after the answer, and owners are mailed ' +
        'with the reason.',
      location: `${reissues}/{id}`,
      errors: ['CourseNotFound'],
      limits: ['certificateReissuesPerAccount'],
      longBody: true,
    })
    .input(schema.ReissueManyInput)
    .output(schema.CertificateReissue)
    .mutation(({ ctx, input }) => reissueMany(ctx, input)),

  adminReissued: adminProcedure('certificates:read')
    .meta({
      route: `GET ${reissues}/{reissueId}`,
      summary: 'See how far a reissue of many certificates is',
      errors: ['ReissueNotFound'],
      noStore: true,
    })
    .input(schema.ReissueInput)
    .output(schema.CertificateReissue)
    .query(({ ctx, input }) => getReissue(ctx, input)),
}

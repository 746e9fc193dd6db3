import { findFirsts } from '../../../../db/queries/people/users/firsts.ts'
import type { UserContext } from '../../../context.ts'
import { type SetupStepList, setupSteps } from './schema.ts'

/** Lists the steps of a school's first day, with those that are done. */
export async function listSetupSteps({ db, config }: UserContext): Promise<SetupStepList> {
  const { hasSentMail, hasCourse, hasCohort } = await findFirsts(db)
  const { brand, certificates, paymentProvider, publicOperations, smtpUrl } = config
  const done = {
    administrator: true,
    look: brand.name !== 'Lyceum' && certificates.branding.logo !== undefined,
    mail: smtpUrl !== undefined && hasSentMail,
    payments: paymentProvider !== 'none' && paymentProvider !== 'sandbox',
    course: hasCourse,
    cohort: hasCohort,
    catalogue: publicOperations.includes('courses.list'),
  }
  return { items: setupSteps.map((name) => ({ name, isDone: done[name] })) }
}

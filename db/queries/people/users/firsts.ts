import type { Db } from '../../../postgres/client.ts'
import { findNamed } from '../../../postgres/named-statement.ts'

export interface Firsts {
  hasSentMail: boolean
  hasCourse: boolean
  hasCohort: boolean
}

/** Finds what a school has at least one of. */
export async function findFirsts(db: Db): Promise<Firsts> {
  const found = await findNamed<Firsts>(db, {
    name: 'find_firsts_of_school',
    text: `
      select exists (select from mails where status = 'sent') as "hasSentMail",
        exists (select from course_versions) as "hasCourse",
        exists (select from cohorts) as "hasCohort"`,
    values: [],
  })
  return found ?? { hasSentMail: false, hasCourse: false, hasCohort: false }
}

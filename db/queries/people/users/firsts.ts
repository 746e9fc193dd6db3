import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed } from '../../../postgres/named-statement.ts'

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

/** Whether the account of the demo is there, and nobody at all has signed in yet. */
export async function isUntouchedDemo(db: Db, email: string): Promise<boolean> {
  return anyNamed(db, {
    name: 'is_untouched_demo',
    text: `
      select from users where email = $1 and not exists (
        select from users
        where coalesce(last_seen_at, to_timestamp(0)) > to_timestamp(0))`,
    values: [email],
  })
}

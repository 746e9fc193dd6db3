import type { PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'

export interface Consent {
  courseId: string
  programId: string
}

export interface ConsentRow {
  /** The id of the program. */
  id: string
  slug: string
  /** Null if nobody has decided. */
  allowed: boolean | null
  decidedAt: Date | null
  /** Whether the program's current version has the course. */
  isNamed: boolean
}

/** Stores a consent; false if it was the same before. */
export async function putConsent(
  db: Db,
  { courseId, programId, allowed, now }: Consent & { allowed: boolean; now: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'put_program_consent',
    text: `
      insert into program_consents as c (course_id, program_id, allowed, decided_at)
      values ($1, $2, $3, $4)
      on conflict (course_id, program_id) do update
        set allowed = excluded.allowed, decided_at = excluded.decided_at
        where c.allowed <> excluded.allowed
      returning 1`,
    values: [courseId, programId, allowed, now],
  })
}

const current = `
  join course_versions v on v.course_id = p.id and v.number = p.current_version
  join program_courses link on link.version_id = v.id`

const consentRows = `
  select p.id, p.slug, said.allowed, said.decided_at as "decidedAt",
    exists (select from course_versions v join program_courses link on link.version_id = v.id
      where v.course_id = p.id and v.number = p.current_version and link.course_id = $1
    ) as "isNamed"
  from courses p
  left join program_consents said on said.course_id = $1 and said.program_id = p.id`

/** Lists programs that have the course or that its owners decided on, in the order of their ids. */
export function listConsents(
  db: Db,
  { courseId, after, limit }: PageAfter & { courseId: string },
): Promise<ConsentRow[]> {
  return runNamed(db, {
    name: 'list_program_consents',
    text: `
      ${consentRows}
      where p.id in (
        select program_id from program_consents where course_id = $1
        union
        select p.id from courses p ${current} where link.course_id = $1
      ) and ($2::uuid is null or p.id > $2)
      order by p.id limit $3`,
    values: [courseId, after ?? null, limit],
  })
}

export function findConsent(
  db: Db,
  { courseId, programId }: Consent,
): Promise<ConsentRow | undefined> {
  return findNamed(db, {
    name: 'find_program_consent',
    text: `${consentRows} where p.id = $2`,
    values: [courseId, programId],
  })
}

/** Locks the user's ownership of these courses until the end of the transaction. */
export async function lockOwnership(
  db: Db,
  { slugs, userId }: { slugs: readonly string[]; userId: string },
): Promise<void> {
  await runNamed(db, {
    name: 'lock_ownership_of_named',
    text: `
      select from course_members where user_id = $1 and role = 'owner' and course_id in (
        select id from courses where slug = any($2::text[]))
      order by course_id for share`,
    values: [userId, slugs],
  })
}

/**
 * Lists slugs of those courses that the program does not have and was not allowed, or no longer is,
 * and that are not the user's own.
 */
export function listWithoutConsent(
  db: Db,
  {
    programId,
    slugs,
    userId,
  }: { programId: string; slugs: readonly string[]; userId: string | null },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_courses_without_consent',
    text: `
      select c.slug from courses c
      left join program_consents said on said.course_id = c.id and said.program_id = $1
      where c.slug = any($2::text[])
        and not exists (
          select from course_members m
          where m.course_id = c.id and m.user_id = $3 and m.role = 'owner')
        and not coalesce(said.allowed, exists (
          select from courses p ${current} where p.id = $1 and link.course_id = c.id))
      order by c.slug`,
    values: [programId, slugs, userId],
  })
}

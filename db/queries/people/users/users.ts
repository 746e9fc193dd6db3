import { and, eq, getTableColumns, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import { users } from '../../../schema/people/users.ts'
import { selectList } from '../../../select-list.ts'

export type UserRow = typeof users.$inferSelect

/** Inserts a user; undefined if the email is taken. */
export async function insertUser(
  db: Db,
  user: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [inserted] = await db.insert(users).values(user).onConflictDoNothing().returning()
  return inserted
}

const columns = selectList(getTableColumns(users))

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return findNamed(db, {
    name: 'find_user_by_email',
    text: `select ${columns} from users where email = $1`,
    values: [email],
  })
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return findNamed(db, {
    name: 'find_user',
    text: `select ${columns} from users where id = $1`,
    values: [id],
  })
}

export async function updatePassword(
  db: Db,
  userId: string,
  password: { passwordHash: string; pepperVersion: number },
): Promise<void> {
  await db.update(users).set(password).where(eq(users.id, userId))
}

/** Kinds of mail that an account may want or not. */
export type MailWish = 'announcementsByMail' | 'remindersByMail'

/** Updates and returns the user; undefined if there is none. */
export async function updateProfile(
  db: Db,
  userId: string,
  change: Partial<
    Pick<
      UserRow,
      | ('name' | 'nameIsGuess' | 'locale' | 'certificateName' | 'timeZone')
      | ('newsByMail' | MailWish)
    >
  >,
): Promise<UserRow | undefined> {
  const [user] = await db.update(users).set(change).where(eq(users.id, userId)).returning()
  return user
}

/** Stops those mails; false if they were already stopped, or there is no such user. */
export async function stopMails(db: Db, userId: string, wish: MailWish): Promise<boolean> {
  const { rowCount } = await db
    .update(users)
    .set({ [wish]: false })
    .where(and(eq(users.id, userId), sql`${users[wish]} is distinct from false`))
  return rowCount === 1
}

/** Finds the user with this calendar key, by its SHA-256. */
export async function findUserByCalendarKey(db: Db, sha256: string): Promise<UserRow | undefined> {
  return findNamed(db, {
    name: 'find_user_by_calendar_key',
    text: `select ${columns} from users where calendar_key = $1 and suspended_at is null`,
    values: [sha256],
  })
}

/** Replaces the calendar key; null for none. */
export async function setCalendarKey(db: Db, userId: string, sha256: string | null): Promise<void> {
  await db.update(users).set({ calendarKey: sha256 }).where(eq(users.id, userId))
}

/** Compares salts: a new password gets a new one, the same password hashed anew keeps its own. */
function hasPasswordOf(hash: string) {
  return sql`substr(${users.passwordHash}, 8, 22) = substr(${hash}, 8, 22)`
}

/** Replaces a password; true if the user had the other hash's until now. */
export async function replacePassword(
  db: Db,
  userId: string,
  { replaces, ...password }: { replaces: string; passwordHash: string; pepperVersion: number },
): Promise<boolean> {
  const { rowCount } = await db
    .update(users)
    .set(password)
    .where(and(eq(users.id, userId), hasPasswordOf(replaces)))
  return rowCount === 1
}

/**
 * Updates and returns the user; undefined if the email has changed meanwhile. Violates the unique
 * key if the new one is taken. Records that the account had a verified email before.
 */
export async function updateEmail(
  db: Db,
  userId: string,
  { replaces, ...change }: { replaces: string; email: string; emailVerifiedAt: Date | null },
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({
      ...change,
      formerEmailVerifiedAt: sql`coalesce(${users.formerEmailVerifiedAt}, ${users.emailVerifiedAt})`,
    })
    .where(and(eq(users.id, userId), eq(users.email, replaces)))
    .returning()
  return user
}

/** Deletes a user with their own rows; rows that remain lose their reference to the user. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId))
}

/**
 * Whether the user has this email and this hash's password, and is not suspended; a change of any
 * of it then waits for the end of the transaction.
 */
export async function lockPasswordShared(
  db: Db,
  { id, email, passwordHash }: Pick<UserRow, 'id' | 'email' | 'passwordHash'>,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'lock_password_shared',
    text: `
      select from users where id = $1 and email = $2 and suspended_at is null
        and substr(password_hash, 8, 22) is not distinct from substr($3::text, 8, 22)
      for share`,
    values: [id, email, passwordHash],
  })
}

/** Whether the user has this email; a change of it then waits for the end of the transaction. */
export async function lockEmailShared(
  db: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<boolean> {
  const held = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.email, email)))
    .for('share')
  return held.length === 1
}

/** Keeps the first moment of verification. */
export async function markEmailVerified(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: at, registrantMac: null })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
}

export async function updateRole(db: Db, userId: string, role: UserRow['role']): Promise<void> {
  await db.update(users).set({ role }).where(eq(users.id, userId))
}

export async function updateSuspension(
  db: Db,
  userId: string,
  suspension: { at: Date; reason: string } | undefined,
): Promise<void> {
  await db
    .update(users)
    .set({
      suspendedAt: suspension?.at ?? null,
      suspensionReason: suspension?.reason ?? null,
    })
    .where(eq(users.id, userId))
}

/** Makes changes of administrators' rights wait for each other until the transaction ends. */
export async function lockAdministrators(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
}

/** The id of no account. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** Whether another administrator exists who can sign in. */
export async function hasOtherAdministrator(db: Db, userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        ne(users.id, userId),
        isNull(users.suspendedAt),
        isNotNull(users.emailVerifiedAt),
      ),
    )
    .limit(1)
  return other !== undefined
}

/** Keeps a later moment; `at` is cut to the hour, which an account may be younger than. */
export async function markSeen(db: Db, userId: string, at: Date): Promise<void> {
  await runNamed(db, {
    name: 'mark_seen',
    text: `
      update users set last_seen_at = greatest($2, created_at)
      where id = $1 and (last_seen_at is null or last_seen_at < $2)`,
    values: [userId, at],
  })
}

/**
 * Keeps certificates with a guessed name and a change of that name apart until the end of the
 * transaction. Not by the row's own lock: completions would wait for purchases, and deadlock with
 * refunds. To hold both, lock the row first.
 */
export async function lockNameOf(db: Db, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`name ${userId}`}, 0))`)
}

/**
 * Locks the user for changing the name or replacing certificates: first the row, as completions in
 * programs do, but not its key, to which new certificates refer while their name is locked.
 */
export async function lockUserWithName(db: Db, userId: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('no key update')
  await lockNameOf(db, userId)
  return user
}

/** Locks the user: nobody else can change the row until the end of the transaction. */
export async function lockUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  return user
}

export type Claim = Pick<
  UserRow,
  'name' | 'nameIsGuess' | 'locale' | 'passwordHash' | 'pepperVersion'
>

/**
 * Turns an unverified account into a verified one with the claim's profile and password; undefined
 * if it was verified meanwhile.
 */
export async function claimUser(
  db: Db,
  userId: string,
  { at, ...claim }: Claim & { at: Date },
): Promise<UserRow | undefined> {
  const [claimed] = await db
    .update(users)
    .set({ ...claim, emailVerifiedAt: at, registrantMac: null })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning()
  return claimed
}

/** Lists the versions of the peppers in stored password hashes. */
export async function listPepperVersions(db: Db): Promise<number[]> {
  const found = await db
    .selectDistinct({ version: users.pepperVersion })
    .from(users)
    .where(isNotNull(users.pepperVersion))
  return found.flatMap(({ version }) => (version === null ? [] : [version]))
}

interface CountsOfUser {
  enrollments: number
  purchases: number
  certificates: number
  cohorts: number
  invitations: number
  mails: number
  secondFactors: number
  /** The number of unexpired sessions. */
  sessions: number
}

/** Counts what belongs to a user. */
export async function countOfUser(db: Db, userId: string, now: Date): Promise<CountsOfUser> {
  const [counts] = await runNamed<CountsOfUser>(db, {
    name: 'count_of_user',
    text: `select
      (select count(*)::int from enrollments where user_id = $1) as enrollments,
      (select count(*)::int from transactions where user_id = $1) as purchases,
      (select count(*)::int from certificates where user_id = $1) as certificates,
      (select count(*)::int from cohort_members m join cohorts c on c.id = m.cohort_id
        where m.user_id = $1 and c.deleted_at is null) as cohorts,
      (select count(*)::int from invitations i join users u on u.email = i.email
        where u.id = $1) as invitations,
      (select count(*)::int from mails where user_id = $1) as mails,
      (select count(*)::int from second_factors where user_id = $1) as "secondFactors",
      (select count(*)::int from sessions where user_id = $1 and expires_at > $2) as sessions`,
    values: [userId, now],
  })
  if (counts === undefined) throw new Error('Nothing was counted.')
  return counts
}

interface Erasure {
  unpaid: number
  apiKeys: number
  ownerless: { id: string; title: string }[]
}

/** Foretells what else goes with a user, and lists at most 20 courses without another owner. */
export async function foretellErasure(db: Db, userId: string): Promise<Erasure> {
  const [erasure] = await runNamed<Erasure>(db, {
    name: 'foretell_erasure',
    text: `select
      (select count(*)::int from transactions where user_id = $1 and status = 'pending') as unpaid,
      (select count(*)::int from api_keys
        where created_by = $1 and revoked_at is null) as "apiKeys",
      (select coalesce(json_agg(o), '[]') from (
        select c.id, coalesce(v.title, d.title, c.slug) as title
        from course_members m
        join courses c on c.id = m.course_id
        left join course_versions v on v.course_id = c.id and v.number = c.current_version
        left join drafts d on d.course_id = c.id
        where m.user_id = $1 and m.role = 'owner' and not exists (
          select from course_members o
          where o.course_id = m.course_id and o.user_id <> $1 and o.role = 'owner')
        order by c.id limit 20) o) as ownerless`,
    values: [userId],
  })
  if (erasure === undefined) throw new Error('Nothing was foretold.')
  return erasure
}

import { listIdentities } from '../../../../db/queries/people/identities.ts'
import { countOfUser, findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { listAcceptances } from '../../../../db/queries/platform/terms.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { knownLanguage } from '../../../texts/texts.ts'
import { type AdminActor, hasAuthorityOver } from '../accounts/authority.ts'
import { accessOf } from './access.ts'
import { toUserSummary } from './list-users.ts'
import type { UserDetails, UserInput } from './schema.ts'

/**
 * Shows an account, and whether the caller may change it.
 * @throws UserNotFound
 */
export async function getUserAsAdmin(ctx: AdminActor, input: UserInput): Promise<UserDetails> {
  const user = await getUser(ctx, input)
  return { ...user, mayChange: hasAuthorityOver(ctx, user) }
}

/** @throws UserNotFound */
export async function getUser(
  ctx: Pick<Deps, 'db' | 'keys' | 'now'>,
  { userId }: UserInput,
): Promise<Omit<UserDetails, 'mayChange'>> {
  const user = await findUserToShow(ctx, userId)
  const providers = (await listIdentities(ctx.db, userId)).map(({ provider }) => provider)
  const { suspendedAt, suspensionReason, passwordHash } = user
  const signsInWith = [...(passwordHash === null ? [] : ['password']), ...providers]
  const { secondFactors, ...counts } = await countOfUser(ctx.db, userId, ctx.now())
  return {
    ...toUserSummary(user),
    nameIsGuess: user.nameIsGuess,
    language: knownLanguage(user.locale),
    signsInWith,
    secondFactors,
    terms: (await listAcceptances(ctx.db, userId)).map(withIsoDates),
    access: await accessOf(ctx, user, { signsInWith, invitations: counts.invitations }),
    suspension:
      suspendedAt === null
        ? null
        : { since: suspendedAt.toISOString(), reason: suspensionReason ?? '' },
    // Hides sessions of a suspended user, which stay only to refuse their tokens by name.
    counts: suspendedAt === null ? counts : { ...counts, sessions: 0 },
  }
}

/** @throws UserNotFound */
export async function findUserToShow({ db }: Pick<Deps, 'db'>, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId)
  if (user === undefined) throw new AppError('UserNotFound')
  return user
}

import {
  hasOtherAdministrator,
  lockAdministrators,
  nobody,
  updateRole,
} from '../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import {
  isFirstAdministratorToken,
  makeFirstAdministratorToken,
} from '../../../security/key-ring/first-administrator-links.ts'
import type { ClaimSchoolInput, Setup } from './schema.ts'

export async function getSetup({ db, user }: UserContext): Promise<Setup> {
  return { hasAdministrator: user.role === 'admin' || (await hasOtherAdministrator(db, user.id)) }
}

/** Returns the link that a server prints while nobody administers the school; else undefined. */
export async function linkForFirstAdministrator({
  db,
  keys,
  config,
  now,
}: Pick<Deps, 'db' | 'keys' | 'config' | 'now'>): Promise<string | undefined> {
  if (await hasOtherAdministrator(db, nobody)) return undefined
  // Behind the `#` it is in no log of a server or a proxy.
  return `${config.publicUrl}/desk/first#token=${makeFirstAdministratorToken(keys.codes, now())}`
}

/**
 * Makes the caller the first administrator. Of two links that are used at once, one works.
 *
 * @throws InvalidCode, AdministratorExists
 */
export async function claimSchool(ctx: UserContext, { token }: ClaimSchoolInput): Promise<Setup> {
  if (!isFirstAdministratorToken(ctx.keys.allCodes, token, ctx.now()))
    throw new AppError('InvalidCode')
  return inTransaction(ctx, async (ctx) => {
    const { id, role } = ctx.user
    await lockAdministrators(ctx.db)
    if (await hasOtherAdministrator(ctx.db, nobody)) throw new AppError('AdministratorExists')
    await updateRole(ctx.db, id, 'admin')
    await recordEvent(ctx, 'role-changed', {
      userId: id,
      details: changeOf({ role }, { role: 'admin' as const }),
    })
    return { hasAdministrator: true }
  })
}

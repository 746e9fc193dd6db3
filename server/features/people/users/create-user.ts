import {
  insertUser,
  lockUserWithName,
  type UserRow,
  updateProfile,
} from '../../../../db/queries/people/users/users.ts'
import { newId } from '../../../../lib/ids.ts'
import { inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { nameChanged } from '../../learning/completion/name-changed.ts'
import { type AdminActor, requireAuthorityOver } from '../accounts/authority.ts'
import { lockChosen, type UserChoice } from '../accounts/set-role.ts'
import type { CreateUserInput } from './schema.ts'

/**
 * Creates an account for somebody, and mails a code to its email: whoever verifies that sets the
 * password. Nobody else ever has one.
 *
 * @throws DuplicateEmail
 */
export async function createUser(
  ctx: AdminActor,
  { email, name, language }: CreateUserInput,
): Promise<UserRow> {
  return inTransaction(ctx, async (ctx) => {
    const user = await insertUser(ctx.db, {
      id: newId(),
      email,
      name,
      passwordHash: null,
      pepperVersion: null,
      emailVerifiedAt: null,
      locale: language,
      createdAt: ctx.now(),
    })
    if (user === undefined) {
      const issues = [{ path: 'email', message: 'has an account already' }]
      throw new AppError('DuplicateEmail', { issues })
    }
    await recordEvent(ctx, 'account-created', { userId: user.id })
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose: 'verify_email' })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
    return user
  })
}

/**
 * Renames an account. Issued certificates keep their name, except for guesses; those that no font
 * could print are issued.
 *
 * @throws UserNotFound, Forbidden
 */
export async function renameUser(
  ctx: AdminActor,
  { name, ...choice }: UserChoice & { name: string },
): Promise<UserRow> {
  return inTransaction(ctx, async (ctx) => {
    const found = await lockChosen(ctx, choice, lockUserWithName)
    requireAuthorityOver(ctx, found)
    const user = await updateProfile(ctx.db, found.id, { name, nameIsGuess: false })
    if (user === undefined) throw new AppError('UserNotFound')
    await nameChanged(ctx, found, user)
    await recordEvent(ctx, 'account-renamed', { userId: user.id })
    return user
  })
}

import { replanOpenings } from '../../../../db/queries/learning/programs.ts'
import {
  findUser,
  lockUserWithName,
  type UserRow,
  updateProfile,
} from '../../../../db/queries/people/users/users.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { permissionsOf } from '../../../security/permissions.ts'
import { knownLanguage } from '../../../texts/texts.ts'
import { listCertificatesOf } from '../../learning/certificates/list-certificates.ts'
import {
  findNameFault,
  printedNameOf,
  requirePrintableName,
} from '../../learning/certificates/printable-name.ts'
import { nameChanged } from '../../learning/completion/name-changed.ts'
import { describeAccount } from '../accounts/describe-account.ts'
import type { Me, UpdateProfileInput } from './schema.ts'

export async function getMe(ctx: UserContext): Promise<Me> {
  return describeMe(ctx, await findMe(ctx))
}

export async function updateMe(
  ctx: UserContext,
  { name, language, certificateName, ...wished }: UpdateProfileInput,
): Promise<Me> {
  const preferences = withoutUndefined(wished)
  await requirePrintableName(ctx, certificateName)
  const user = await inTransaction(ctx, async (ctx) => {
    const isNamed = name !== undefined || certificateName !== undefined
    const before = isNamed ? await lockUserWithName(ctx.db, ctx.user.id) : undefined
    const change = {
      ...(name !== undefined && { name, nameIsGuess: false }),
      ...(language !== undefined && { locale: language }),
      ...(certificateName !== undefined && { certificateName }),
      ...preferences,
    }
    const changed = await updateProfile(ctx.db, ctx.user.id, change)
    if (changed === undefined) throw new AppError('TokenInvalid')
    if (before !== undefined) await nameChanged(ctx, before, changed)
    if (wished.timeZone !== undefined) await replanOpenings(ctx.db, changed.id)

    await recordEvent(ctx, 'profile-changed', {
      details: { name: isNamed, language: language ?? null, ...preferences },
    })
    return changed
  })
  return describeMe(ctx, user)
}

/** Returns the caller's row. The token of a user erased since the request began is invalid. */
export async function findMe(ctx: UserContext): Promise<UserRow> {
  const user = await findUser(ctx.db, ctx.user.id)
  if (user === undefined) throw new AppError('TokenInvalid')
  return user
}

function withoutUndefined<Given extends object>(given: Given) {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Given]: Exclude<Given[Name], undefined> }
}

export function describePreferences(user: UserRow) {
  const { timeZone, newsByMail, announcementsByMail, remindersByMail } = user
  return { timeZone, newsByMail, announcementsByMail, remindersByMail }
}

async function describeMe(ctx: UserContext, user: UserRow): Promise<Me> {
  const { items } = await listCertificatesOf(ctx, { userId: user.id, limit: 100 })
  return {
    ...describeAccount(user),
    ...describePreferences(user),
    hasCalendar: user.calendarKey !== null,
    permissions: permissionsOf(ctx.user),
    needsSecondFactor: ctx.user.isHeldBack ?? false,
    certificateName: user.certificateName,
    nameFault: (await findNameFault(ctx, printedNameOf(user).learnerName))?.message ?? null,
    language: knownLanguage(user.locale),
    createdAt: user.createdAt.toISOString(),
    certificates: items,
  }
}

import {
  countRecoveryCodes,
  deleteSecondFactor,
  deleteSecondFactors,
  insertSecondFactor,
  listSecondFactors,
  type SecondFactorRow,
} from '../../../../db/queries/people/second-factors.ts'
import { lockUser } from '../../../../db/queries/people/users/users.ts'
import { newId } from '../../../../lib/ids.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { inTransaction, type SessionContext } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { sealSecret } from '../../../security/key-ring/stored-secrets.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { askForNewPasskey, readNewPasskey } from './passkeys.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import type * as schema from './schema.ts'
import { issueTicket, readTicket } from './tickets.ts'
import { makeTotp, stepOfCode } from './totp.ts'

export async function showSecondFactors(ctx: SessionContext): Promise<schema.SecondFactors> {
  const factors = await listSecondFactors(ctx.db, ctx.user.id)
  return {
    items: factors.map(describeFactor),
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, ctx.user.id),
    isRequired: ctx.user.isHeldBack === true || ctx.config.secondFactorFor.includes(ctx.user.role),
  }
}

export function describeFactor({ id, kind, name, createdAt, lastUsedAt }: SecondFactorRow) {
  return withIsoDates({ id, kind, name, createdAt, lastUsedAt })
}

/** Makes the secret of an app. It is stored once the app has given a first code. */
export async function startTotp(ctx: SessionContext): Promise<schema.TotpStart> {
  const { secret, otpauthUrl } = makeTotp({ issuer: ctx.config.brand.name, label: ctx.user.email })
  const { ticket, expiresAt } = issueTicket(ctx, 'add-totp', { owner: ctx.sessionId, secret })
  const { default: QRCode } = await import('qrcode')
  const qrCode = await QRCode.toString(otpauthUrl, { type: 'svg', margin: 2 })
  return { secret, otpauthUrl, qrCode, ticket, expiresAt: expiresAt.toISOString() }
}

/** @throws SignInExpired, WrongSecondFactor, SecondFactorExists, TooManySecondFactors */
export async function confirmTotp(
  ctx: SessionContext,
  { ticket, name, code }: schema.ConfirmTotpInput,
): Promise<schema.SecondFactorAdded> {
  const read = { owner: ctx.sessionId, ticket }
  const { secret } = await readTicket<'secret'>(ctx, 'add-totp', read)
  const step = stepOfCode(secret, code, ctx.now())
  if (step === undefined) throw new AppError('WrongSecondFactor', { issues: [wrongCode] })
  const sealed = sealSecret(ctx.keys, secret, `${ctx.user.id} totp`)
  return addFactor(ctx, { kind: 'totp', name, secret: sealed, lastStep: step })
}

const wrongCode = { path: 'code', message: 'is not what the app says now' }

export async function startPasskey(ctx: SessionContext): Promise<schema.PasskeyStart> {
  const present = await listSecondFactors(ctx.db, ctx.user.id)
  const options = await askForNewPasskey(ctx, ctx.user, present)
  const { challenge } = options
  const { ticket, expiresAt } = issueTicket(ctx, 'add-passkey', { owner: ctx.sessionId, challenge })
  return { options: { ...options }, ticket, expiresAt: expiresAt.toISOString() }
}

/** @throws SignInExpired, WrongSecondFactor, SecondFactorExists, TooManySecondFactors */
export async function confirmPasskey(
  ctx: SessionContext,
  { ticket, name, passkey }: schema.ConfirmPasskeyInput,
): Promise<schema.SecondFactorAdded> {
  const read = { owner: ctx.sessionId, ticket }
  const { challenge } = await readTicket<'challenge'>(ctx, 'add-passkey', read)
  const made = await readNewPasskey(ctx, passkey as never, challenge)
  if (made === undefined) throw new AppError('WrongSecondFactor')
  const { id: credentialId, publicKey, counter } = made
  const kept = { credentialId, publicKey: Buffer.from(publicKey), counter }
  return addFactor(ctx, { kind: 'passkey', name, ...kept })
}

type NewFactor = Pick<SecondFactorRow, 'kind' | 'name'> & Partial<SecondFactorRow>

/** Adds it. The first one comes with recovery codes, and ends the sessions without. */
async function addFactor(
  ctx: SessionContext,
  factor: NewFactor,
): Promise<schema.SecondFactorAdded> {
  const recoveryCodes = await inTransaction(ctx, async (ctx) => {
    await lockUser(ctx.db, ctx.user.id)
    // Checks the session again: the proof was given in it, and it may have ended since.
    const session = await ctx.sessions.find(ctx.db, ctx.sessionId)
    if (session === undefined) throw new AppError('TokenInvalid')
    const { length } = await listSecondFactors(ctx.db, ctx.user.id)
    const most = clientLimits.secondFactors
    if (length >= most) throw new AppError('TooManySecondFactors', { facts: { most } })
    const row = { id: newId(), userId: ctx.user.id, createdAt: ctx.now(), ...factor }
    if (!(await insertSecondFactor(ctx.db, row))) throw new AppError('SecondFactorExists')
    await recordEvent(ctx, 'second-factor-added', { details: { factorId: row.id, kind: row.kind } })
    await tell(ctx, { userId: ctx.user.id, kind: row.kind, verb: 'added' })
    if (length > 0) return null
    await ctx.sessions.endOthersOf(ctx.db, ctx.user.id, ctx.sessionId)
    return renewRecoveryCodes(ctx)
  })
  return { ...(await showSecondFactors(ctx)), recoveryCodes }
}

/** Removes it; the recovery codes end with the last factor. */
export async function removeSecondFactor(
  ctx: SessionContext,
  { factorId: id }: Pick<schema.RemoveSecondFactorInput, 'factorId'>,
): Promise<schema.SecondFactors> {
  await inTransaction(ctx, async (ctx) => {
    const userId = ctx.user.id
    const removed = await deleteSecondFactor(ctx.db, { id, userId })
    if (removed === undefined) throw new AppError('SecondFactorNotFound')
    const { kind } = removed
    await recordEvent(ctx, 'second-factor-removed', { details: { factorId: id, kind } })
    await tell(ctx, { userId, kind, verb: 'removed' })
    if ((await listSecondFactors(ctx.db, userId)).length === 0)
      await deleteSecondFactors(ctx.db, userId)
    await ctx.sessions.endOthersOf(ctx.db, userId, ctx.sessionId)
  })
  return showSecondFactors(ctx)
}

/** @throws SecondFactorNotFound if there is nothing to recover from */
export async function makeRecoveryCodes(ctx: SessionContext): Promise<schema.RecoveryCodes> {
  const { length } = await listSecondFactors(ctx.db, ctx.user.id)
  if (length === 0) throw new AppError('SecondFactorNotFound')
  return { recoveryCodes: await renewRecoveryCodes(ctx) }
}

const titles = { totp: 'Authenticator-App', passkey: 'Passkey' }

/** Tells the user by the mails about ways to sign in, which exist in every language. */
export function tell(
  ctx: Parameters<typeof notify>[0],
  {
    userId,
    kind,
    verb,
  }: { userId: string; kind: SecondFactorRow['kind']; verb: 'added' | 'removed' },
): Promise<unknown> {
  const notification = { kind: `sign-in-method-${verb}` as const, method: titles[kind] }
  return notify(ctx, { userId, notification })
}

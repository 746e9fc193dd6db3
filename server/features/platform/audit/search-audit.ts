import ipaddr from 'ipaddr.js'
import { findUserByEmail } from '../../../../db/queries/people/users/users.ts'
import {
  type AuditEventRow,
  type AuditFilter,
  findAuditReasons,
  listAuditEvents,
} from '../../../../db/queries/platform/audit.ts'
import { firstIdAt, isId } from '../../../../lib/ids.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { type Period, periodOf } from '../../../../lib/lists/periods.ts'
import type { Deps } from '../../../context.ts'
import { macsOfEmail } from '../../../security/audit.ts'
import { chosenUserId, readChosenUser } from '../admin/chosen-user.ts'
import { namesIn } from '../admin/names.ts'
import type { AuditEntry, AuditEntryList, ExportAuditInput, ListAuditInput } from './schema.ts'

/** Search terms; all of them apply. */
export interface AuditSearch extends Partial<Period> {
  userId?: string | undefined
  email?: string | undefined
  event?: string | undefined
  actor?: string | undefined
  ip?: string | undefined
  requestId?: string | undefined
}

export async function listAudit(
  ctx: Deps,
  { limit, cursor, ...filters }: ListAuditInput,
): Promise<AuditEntryList> {
  const actor = await actorMeant(ctx, filters.actor)
  const rows = await searchAudit(ctx, searchOf(ctx, { ...filters, actor }), {
    before: startOf({ limit, cursor }),
    limit: limit + 1,
  })
  const reasons = await findAuditReasons(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const names = await namesIn(ctx, rows)
  return toPage(rows, limit, (row) => ({
    ...toAuditEntry(row, reasons.get(row.id)),
    names: names(row),
  }))
}

/** Reads a user's email or id as that actor. @throws UserNotFound */
export async function actorMeant(
  ctx: Pick<Deps, 'db'>,
  actor: string | undefined,
): Promise<string | undefined> {
  if (actor === undefined || !(actor.includes('@') || isId(actor.toLowerCase()))) return actor
  return `user:${await chosenUserId(ctx, actor)}`
}

export function searchOf(
  { config: { timeZone } }: Pick<Deps, 'config'>,
  filters: ExportAuditInput,
): AuditSearch {
  const { user, from: _from, to: _to, timeZone: _timeZone, ...fields } = filters
  return {
    ...fields,
    ...(user !== undefined && readChosenUser(user)),
    ...periodOf(filters, timeZone),
  }
}

/** Searches the trail, newest first. */
export async function searchAudit(
  ctx: Pick<Deps, 'db' | 'keys'>,
  { userId, email, ip, from, until, ...search }: AuditSearch,
  page: Pick<AuditFilter, 'before' | 'limit'>,
): Promise<AuditEventRow[]> {
  const about = email === undefined ? undefined : await subjectOf(ctx, email)
  return listAuditEvents(ctx.db, {
    ...search,
    from: from && firstIdAt(from),
    until: until && firstIdAt(until),
    about: userId === undefined ? about : { userId, emailMacs: [] },
    ip: ip === undefined ? undefined : recordedIp(ip),
    ...page,
  })
}

async function subjectOf({ db, keys }: Pick<Deps, 'db' | 'keys'>, email: string) {
  const user = await findUserByEmail(db, email)
  return { userId: user?.id, emailMacs: macsOfEmail(keys, email) }
}

/** Writes an IP as entries do: IPv6 by its /64. */
function recordedIp(ip: string): string {
  const [host = ''] = ip.split('/', 1)
  const parsed = ipaddr.process(host)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

/** @param reason only for administrators: everybody else gets none */
export function toAuditEntry(row: AuditEventRow, reason?: string): Omit<AuditEntry, 'names'> {
  const { id, event, userId, actor, ip, requestId, details } = row
  const at = row.at.toISOString()
  return { id, at, event, userId, actor, ip, requestId, details, reason: reason ?? null }
}

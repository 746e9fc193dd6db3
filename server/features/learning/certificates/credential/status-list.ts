import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  type CertificateRow,
  findHighestStatusIndex,
  listVoidIndexes,
} from '../../../../../db/queries/learning/certificates.ts'
import type { Deps } from '../../../../context.ts'
import { AppError } from '../../../../errors/errors.ts'
import { issuerUrlOf, type StatusListName, statusListUrlOf } from '../code/urls.ts'

/**
 * The minimum of Bitstring Status List v1.0: enough entries that a request for a list reveals
 * nothing about any one certificate.
 */
export const entriesPerList = 131_072
const validMilliseconds = 5 * 60_000
/** How long a copy of a list may be used. */
export const refreshMilliseconds = 60_000

/** Returns the place of a credential's revocation bit (W3C Bitstring Status List v1.0). */
export function statusEntryOf(
  ctx: Pick<Deps, 'config'>,
  { statusIndex, issuer }: Pick<CertificateRow, 'statusIndex' | 'issuer'>,
) {
  const list = statusListUrlOf(ctx, {
    issuer: issuerUrlOf(ctx, issuer),
    number: Math.floor(statusIndex / entriesPerList),
  })
  const index = String(statusIndex % entriesPerList)
  return {
    id: `${list}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: index,
    statusListCredential: list,
  }
}

/** Returns the list, with the bit set for every certificate that was revoked or superseded. */
export async function statusListOf(ctx: Deps, { issuer, number }: StatusListName) {
  const first = number * entriesPerList
  const highest = await findHighestStatusIndex(ctx.db)
  if (number > 0 && (highest === undefined || highest < first)) throw new AppError('NotFound')

  const bits = new Uint8Array(entriesPerList / 8)
  for (const index of await listVoidIndexes(ctx.db, { first, last: first + entriesPerList - 1 }))
    setBit(bits, index - first)
  const packed = await promisify(gzip)(bits)

  const id = statusListUrlOf(ctx, { issuer, number })
  const now = Math.floor(ctx.now().getTime() / 1000)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer,
    validFrom: new Date(now * 1000).toISOString(),
    validUntil: new Date(now * 1000 + validMilliseconds).toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${packed.toString('base64url')}`,
      ttl: refreshMilliseconds,
    },
    iss: issuer,
    jti: id,
    nbf: now,
    exp: now + validMilliseconds / 1000,
  }
}

/** Sets a bit; the first index is the leftmost. */
function setBit(bits: Uint8Array, index: number): void {
  const byte = index >> 3
  bits[byte] = (bits[byte] ?? 0) | (0x80 >> (index & 7))
}

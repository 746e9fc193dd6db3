import { createHash, randomBytes } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  type ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { SealUnavailable } from '../types.ts'

/** Bytes that a PDF leaves for a time stamp; those of public servers take 3 to 7 kB. */
export const timeStampBytes = 10_240
const answerMilliseconds = 5_000
const sha256 = '2.16.840.1.101.3.4.2.1'

/**
 * Has a server state when these bytes existed at the latest (RFC 3161), and returns its signed
 * statement. Takes none that is of other bytes, of another request, or signed wrongly.
 * @throws SealUnavailable
 */
export async function requestTimeStamp(url: string, bytes: Uint8Array): Promise<ContentInfo> {
  const nonce = randomBytes(8)
  // Keeps the number positive, and of one length in DER.
  nonce.writeUInt8((nonce.readUInt8() & 0x3f) | 0x40)
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({
        algorithmId: sha256,
        algorithmParams: new Null(),
      }),
      hashedMessage: new OctetString({ valueHex: createHash('sha256').update(bytes).digest() }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: request.toSchema().toBER(),
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    if (!answer.ok) throw new Error(`it answers with status ${answer.status}`)
    return await tokenOf(await answer.arrayBuffer(), nonce, bytes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SealUnavailable(`the server of time stamps, ${url}, gives none: ${reason}`, { cause })
  }
}

async function tokenOf(
  answer: ArrayBuffer,
  nonce: Buffer,
  bytes: Uint8Array,
): Promise<ContentInfo> {
  if (answer.byteLength > timeStampBytes) throw new Error('its answer is too long')
  const { status, timeStampToken: token } = TimeStampResp.fromBER(answer)
  if (status.status > 1 || token === undefined) throw new Error(`it refuses (${status.status})`)

  const signed = new SignedData({ schema: token.content })
  const content = signed.encapContentInfo.eContent?.getValue()
  const info = content && TSTInfo.fromBER(content)
  if (!info?.nonce || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce))
    throw new Error('it answers another request')
  // Compares the imprint, too.
  const isValid = await signed.verify({ signer: 0, data: new Uint8Array(bytes).buffer })
  if (!isValid) throw new Error('its signature is wrong')
  return token
}

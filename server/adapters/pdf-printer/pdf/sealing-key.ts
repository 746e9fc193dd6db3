import { spawn } from 'node:child_process'
import { type KeyObject, sign, verify, type X509Certificate } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type SealingKey, SealUnavailable, SigningFileError } from '../types.ts'
import { readCertificates, readSigningFile } from './read-signing-file.ts'

const commandMilliseconds = 10_000
const curves: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1']

/** Opens the key in the file, or one elsewhere, of which the file holds the certificates. */
export async function openSealingKey(
  file: string,
  { password, command }: { password?: string | undefined; command?: string | undefined },
): Promise<SealingKey> {
  if (command === undefined) {
    const { key, certificates } = await readSigningFile(file, password)
    requireKnownKind(key, file)
    return { certificates, sign: (data) => signData('sha256', data, key) }
  }
  const certificates = await readCertificates(file)
  requireKnownKind(certificates[0].publicKey, file)
  return { certificates, sign: (data) => signByCommand(command, data, certificates[0]) }
}

const signData = promisify(sign) as (
  algorithm: string,
  data: Uint8Array,
  key: KeyObject,
) => Promise<Buffer>

function requireKnownKind(key: KeyObject, file: string): void {
  const { asymmetricKeyType, asymmetricKeyDetails } = key
  if (asymmetricKeyType === 'rsa' || curves.includes(asymmetricKeyDetails?.namedCurve)) return
  throw new SigningFileError(
    `${file} holds a kind of key that PDF readers do not know; RSA is best`,
  )
}

/**
 * Hands the bytes to a program, which answers with their signature. Checks it: a print never
 * changes, so a wrong one would stay for ever.
 */
async function signByCommand(
  command: string,
  data: Uint8Array,
  { publicKey }: X509Certificate,
): Promise<Buffer> {
  const program = spawn(command, {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: commandMilliseconds,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    program.once('error', reject).once('close', resolve)
  })
  // Ignores that a program may end without reading: its answer tells.
  program.stdin.on('error', () => undefined).end(data)
  const [signature, code] = await Promise.all([buffer(program.stdout), ended]).catch((cause) => {
    throw new SealUnavailable('the program that signs PDFs cannot be run', { cause })
  })
  if (code !== 0) throw new SealUnavailable(`the program that signs PDFs ended with ${code}`)
  if (!verify('sha256', data, publicKey, signature))
    throw new SealUnavailable('the program that signs PDFs answered with a wrong signature')
  return signature
}

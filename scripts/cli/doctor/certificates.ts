import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createFileStorage } from '../../../server/adapters/file-storage/file-storage.ts'
import { soonMilliseconds } from '../../../server/adapters/pdf-printer/pdf/open-signer.ts'
import { readPdfSigner } from '../../../server/adapters/pdf-printer/pdf/pdf-signer.ts'
import { assertValidAt } from '../../../server/adapters/pdf-printer/pdf/read-signing-file.ts'
import type { Config } from '../../../server/config/config.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const selfMade =
  'openssl req -x509 -newkey rsa:3072 -nodes -days 7300 -subj "/CN=YOUR ORGANISATION" -keyout key.pem -out cert.pem, then put both into one file'

/** Whether PDFs are signed digitally, and by whom. */
export async function checkSignature(
  { certificates: { signingFile, signingPassword, mayMakeSigningFile } }: Config,
  now: Date,
): Promise<Finding> {
  if (!existsSync(signingFile)) {
    if (mayMakeSigningFile)
      return ok('signature', `${signingFile} is made when the first certificate is printed`)
    return warning(
      'signature',
      'PDFs of certificates are not signed',
      `Name a key by CERTIFICATE_SIGNING_FILE; a self-made one: ${selfMade}.`,
    )
  }
  try {
    const signer = await readPdfSigner(signingFile, { password: signingPassword })
    assertValidAt(now, signer, signingFile)
    const { name, validUntil } = signer
    const found = `PDFs are signed as ${name}, until ${validUntil.toISOString().slice(0, 10)}`
    if (validUntil.getTime() - now.getTime() > soonMilliseconds) return ok('signature', found)
    return warning(
      'signature',
      found,
      'Get a new certificate in time: no certificate is printed with one that has ended.',
    )
  } catch (error) {
    return failed(
      'signature',
      error instanceof Error ? error.message : String(error),
      'Put a PEM or PKCS#12 file with an RSA key and its certificate there, and set CERTIFICATE_SIGNING_PASSWORD_FILE where it has a password.',
    )
  }
}

/** Writes, reads and removes a file where PDFs are to be kept. */
export async function checkStorage({ certificates: { storage } }: Config): Promise<Finding> {
  const files = createFileStorage(storage)
  if (files === undefined) return ok('storage', 'PDFs are kept in the database')

  const place =
    storage.kind === 'folder'
      ? storage.folder
      : storage.kind === 's3'
        ? `the bucket ${storage.bucket}`
        : ''
  const name = `doctor-${randomUUID()}.pdf`
  try {
    const sent = Buffer.from(name)
    await files.put(name, sent)
    const received = await files.get(name)
    await files.remove(name)
    if (received === undefined || !sent.equals(received))
      throw new Error('what comes back is not what was written')
    return ok('storage', `PDFs are kept in ${place}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed(
      'storage',
      `PDFs cannot be kept in ${place}: ${reason}`,
      'Correct the settings CERTIFICATE_STORAGE and those that belong to it, or the rights there.',
    )
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { codeOf } from '../errors/code-of.ts'
import { nonEmpty, storageOf, webUrl } from './shapes.ts'

/** Reads the first line of a file. */
function readPassword(file: string, context: z.core.$RefinementCtx): string {
  return bytesOf(file, context)?.toString('utf8').split(/\r?\n/u, 1)[0] ?? ''
}

function bytesOf(file: string, context: z.core.$RefinementCtx): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    context.addIssue(`${file} cannot be read (${codeOf(error)})`)
    return undefined
  }
}

/** How certificates are signed and stored, in the order of the documentation. */
export const certificateSettings = {
  CERTIFICATE_SIGNING_FILE: nonEmpty
    .refine((file) => existsSync(file), 'there is no such file')
    .optional()
    .describe(
      'File with the private key (RSA is best) and the certificates that digitally sign PDFs: PEM ' +
        'or PKCS#12 (.p12, .pfx). Default: DATA_DIR/keys/certificates.pem, created when needed ' +
        '(except in production, where PDFs stay unsigned without it)',
    ),
  CERTIFICATE_SIGNING_PASSWORD: z
    .string()
    .optional()
    .describe('Password of CERTIFICATE_SIGNING_FILE, if it has one'),
  CERTIFICATE_SIGNING_PASSWORD_FILE: nonEmpty
    .transform(readPassword)
    .optional()
    .describe('File that holds only this password; replaces CERTIFICATE_SIGNING_PASSWORD'),
  CERTIFICATE_SIGNING_COMMAND: nonEmpty
    .optional()
    .describe(
      'Program that signs with a key elsewhere (PKCS#11, a remote service): reads bytes, writes ' +
        'their signature with SHA-256. CERTIFICATE_SIGNING_FILE then holds the certificates (PEM)',
    ),
  CERTIFICATE_SIGNING_PLACE: nonEmpty
    .max(100)
    .optional()
    .describe('Place of signing, such as a town, which PDF readers show'),
  CERTIFICATE_TIMESTAMP_URL: webUrl('https://timestamp.example.org')
    .optional()
    .describe('Server of time stamps (RFC 3161), which states when each certificate was signed'),
  CERTIFICATE_STORAGE: z
    .enum(['database', 'folder', 's3'])
    .default('database')
    .describe(
      'Where PDFs of certificates are stored: in the database, in a folder or in an S3 bucket',
    ),
  CERTIFICATE_FOLDER: nonEmpty
    .optional()
    .describe('Folder for PDFs with CERTIFICATE_STORAGE=folder. Default: DATA_DIR/certificates'),
  CERTIFICATE_S3_BUCKET: z
    .string()
    .min(3)
    .optional()
    .describe(
      'Bucket for PDFs with CERTIFICATE_STORAGE=s3. Credentials and region come from where the AWS ' +
        'tools look (AWS_ACCESS_KEY_ID, AWS_REGION, …)',
    ),
  CERTIFICATE_S3_ENDPOINT: webUrl('https://s3.example.org')
    .optional()
    .describe('URL of an S3 service other than AWS; its buckets are addressed by path'),
}

type CertificateSettings = z.infer<z.ZodObject<typeof certificateSettings>>

/** Reads the settings; `problems` has a sentence for each that contradicts a different one. */
export function readCertificateConfig(
  settings: CertificateSettings,
  { dataDir, production }: { dataDir: string; production: boolean },
) {
  const { CERTIFICATE_STORAGE: kind, CERTIFICATE_S3_BUCKET: bucket } = settings
  const problems =
    kind === 's3' && bucket === undefined
      ? ['CERTIFICATE_S3_BUCKET: required with CERTIFICATE_STORAGE=s3']
      : []
  if (
    settings.CERTIFICATE_SIGNING_PASSWORD !== undefined &&
    settings.CERTIFICATE_SIGNING_PASSWORD_FILE !== undefined
  )
    problems.push(
      'CERTIFICATE_SIGNING_PASSWORD_FILE: cannot be combined with CERTIFICATE_SIGNING_PASSWORD',
    )
  if (
    settings.CERTIFICATE_SIGNING_COMMAND !== undefined &&
    settings.CERTIFICATE_SIGNING_FILE === undefined
  )
    problems.push('CERTIFICATE_SIGNING_FILE: required with CERTIFICATE_SIGNING_COMMAND')
  const certificates = {
    /**
     * What signs PDFs. Its file is created when it is missing and `mayMakeSigningFile` is true;
     * otherwise PDFs stay unsigned without it.
     */
    signing: {
      file: resolve(settings.CERTIFICATE_SIGNING_FILE ?? `${dataDir}/keys/certificates.pem`),
      password: settings.CERTIFICATE_SIGNING_PASSWORD ?? settings.CERTIFICATE_SIGNING_PASSWORD_FILE,
      command: settings.CERTIFICATE_SIGNING_COMMAND,
      place: settings.CERTIFICATE_SIGNING_PLACE,
      timestampUrl: settings.CERTIFICATE_TIMESTAMP_URL,
    },
    mayMakeSigningFile: !production && settings.CERTIFICATE_SIGNING_FILE === undefined,
    /** Whether a setting names the file. Without one, PDFs in production may stay unsigned. */
    mustHaveSigningFile: settings.CERTIFICATE_SIGNING_FILE !== undefined,
    storage: storageOf({
      kind,
      folder: settings.CERTIFICATE_FOLDER ?? `${dataDir}/certificates`,
      bucket,
      endpoint: settings.CERTIFICATE_S3_ENDPOINT,
    }),
  }
  return { certificates, problems }
}

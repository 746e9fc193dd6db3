import { newId } from '../../../../lib/ids.ts'
import { MailError } from '../../../adapters/mailer/types.ts'
import { readSchool } from '../../../config/school-config.ts'
import type { UserContext } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { namesInMail } from '../../../texts/words.ts'
import { drawSample, sampleCertificate } from '../branding/sample-certificate.ts'
import type { CertificatePicture } from '../branding/schema.ts'
import { composeMail } from '../notifications/compose-mail.ts'
import { changedBy } from './change-settings.ts'
import { readKept } from './kept-settings.ts'
import type * as schema from './schema.ts'
import { sampleFacts } from './show-settings.ts'

/**
 * Draws a sample of a certificate as it would be with these settings.
 * @throws InvalidFields, ServiceUnavailable
 */
export async function previewCertificate(
  ctx: UserContext,
  { language, ...changes }: schema.PreviewLookInput,
): Promise<CertificatePicture> {
  const { values } = await readKept(ctx)
  const school = readSchool(ctx.config.ofEnvironment, changedBy(values, changes))
  const { certificateIssuer: issuer, branding } = school
  const sample = sampleCertificate(ctx.config, { issuer, branding }, ctx.now())
  return drawSample(ctx, { ...sample, language }, 'certificateLogo')
}

/** Sends a sample of a mail to whoever asks, now, and says whether it was taken. */
export async function testMail(
  ctx: UserContext,
  { language, kind }: schema.TestMailInput,
): Promise<schema.MailTest> {
  const { name, email: to } = ctx.user
  const { publicUrl, brand, timeZone } = ctx.config
  const sample = Object.fromEntries(namesInMail(kind).map((one) => [one, one]))
  const message = { title: sampleFacts.titles[0], ...sample, ...sampleFacts, kind } as Parameters<
    typeof composeMail
  >[0]
  const mail = composeMail(message, {
    ...{ id: newId(), to, name, language, publicUrl, brand, timeZone },
    at: ctx.now(),
  })
  const failure = await ctx.mailer.send({ ...mail, subject: `Test: ${mail.subject}` }).then(
    () => null,
    (error: unknown) =>
      error instanceof MailError ? error.message : 'the mail server could not be reached',
  )
  await recordEvent(ctx, 'mail-tested', { details: { kind, language, sent: failure === null } })
  return { to, sent: failure === null, failure }
}

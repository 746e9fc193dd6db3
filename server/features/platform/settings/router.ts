import { Empty } from '../../../../lib/schema.ts'
import { adminProcedure, router } from '../../../trpc.ts'
import { CertificatePicture } from '../branding/schema.ts'
import { withProof } from '../proof/with-proof.ts'
import { updateSettings } from './change-settings.ts'
import * as schema from './schema.ts'
import { getSettings, listStandardTexts } from './show-settings.ts'
import { previewCertificate, testMail } from './try-settings.ts'

const settingsProcedure = adminProcedure('settings:write')

export const settingsRouter = router({
  get: settingsProcedure
    .meta({
      route: 'GET /api/v1/admin/settings',
      summary: 'Get the settings of the school',
      description:
        'Those that the environment of the server fixes are among them, and named. Without them, ' +
        'and without secrets, which it never holds, the answer is a file for a different school.',
      revisioned: true,
    })
    .input(Empty)
    .output(schema.SchoolSettings)
    .query(({ ctx }) => getSettings(ctx)),

  update: settingsProcedure
    .meta({
      route: 'PATCH /api/v1/admin/settings',
      summary: 'Change settings of the school',
      description:
        'They hold at once in the process that answers, and within five seconds in all others. ' +
        'Pictures are data: URLs, each printed on a sample before it is taken.',
      revisioned: true,
      longBody: true,
    })
    .input(schema.UpdateSettingsInput)
    .output(schema.SchoolSettings)
    .mutation(({ ctx, input }) => updateSettings(ctx, input)),

  updateAny: settingsProcedure
    .meta({
      route: 'PATCH /api/v1/admin/settings/any',
      summary: 'Change any settings, also who may see and do what, and the words of mails',
      description: 'With every name that admin.settings.get answers, it takes a file as a whole.',
      proof: true,
      revisioned: true,
      longBody: true,
    })
    .input(schema.UpdateAnySettingsInput)
    .output(schema.SchoolSettings)
    .mutation(({ ctx, input: { password, code, ...input } }) =>
      withProof(ctx, { password, code }, (ctx) => updateSettings(ctx, input)),
    ),

  standardTexts: settingsProcedure
    .meta({
      route: 'GET /api/v1/admin/settings/standard-texts/{language}',
      summary: 'Read what mails, and pages that verify certificates, say by themselves',
      description: 'mailTexts and pageTexts replace it. Codes, facts, greeting and footer stay.',
    })
    .input(schema.StandardTextsInput)
    .output(schema.StandardTexts)
    .query(({ ctx, input }) => listStandardTexts(ctx, input)),

  previewCertificate: settingsProcedure
    .meta({
      route: 'POST /api/v1/admin/settings/certificate-preview',
      summary: 'Look at a certificate before the settings are saved',
      errors: ['ServiceUnavailable'],
      limits: ['certificatePreviewsPerAccount'],
      oncePerBatch: true,
      longBody: true,
    })
    .input(schema.PreviewLookInput)
    .output(CertificatePicture)
    .mutation(({ ctx, input }) => previewCertificate(ctx, input)),

  testMail: settingsProcedure
    .meta({
      route: 'POST /api/v1/admin/settings/test-mail',
      summary: 'Send yourself a sample of a mail',
      description: 'It is sent now. The answer says whether the mail server took it.',
      limits: ['testMailsPerAccount'],
      oncePerBatch: true,
    })
    .input(schema.TestMailInput)
    .output(schema.MailTest)
    .mutation(({ ctx, input }) => testMail(ctx, input)),
})

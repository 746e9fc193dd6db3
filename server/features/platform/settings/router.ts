import { Empty } from '../../../../lib/schema.ts'
import { adminProcedure, router } from '../../../trpc.ts'
import { CertificatePicture } from '../branding/schema.ts'
import { withProof } from '../proof/with-proof.ts'
import {
  checkFile,
  importSettings,
  setMailText,
  setPageText,
  updateSettings,
} from './change-settings.ts'
import * as schema from './schema.ts'
import { exportSettings, getSettings, listMailTexts, listPageTexts } from './show-settings.ts'
import { previewCertificate, testMail } from './try-settings.ts'

const settingsProcedure = adminProcedure('settings:write')

export const settingsRouter = router({
  get: settingsProcedure
    .meta({
      route: 'GET /api/v1/admin/settings',
      summary: 'Get the settings of the school',
      description: 'Those that the environment of the server fixes are among them, and named.',
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

  updateAccess: settingsProcedure
    .meta({
      route: 'PATCH /api/v1/admin/settings/access',
      summary: 'Change who may see and do what',
      proof: true,
      revisioned: true,
    })
    .input(schema.UpdateAccessInput)
    .output(schema.SchoolSettings)
    .mutation(({ ctx, input: { password, code, ...input } }) =>
      withProof(ctx, { password, code }, (ctx) => updateSettings(ctx, input)),
    ),

  mailTexts: settingsProcedure
    .meta({
      route: 'GET /api/v1/admin/settings/mail-texts/{language}',
      summary: 'Read the words of all mails',
      revisioned: true,
    })
    .input(schema.MailTextsInput)
    .output(schema.MailTexts)
    .query(({ ctx, input }) => listMailTexts(ctx, input)),

  setMailText: settingsProcedure
    .meta({
      route: 'PUT /api/v1/admin/settings/mail-texts/{language}/{kind}',
      summary: 'Write the words of a mail',
      description: 'Codes, facts, greeting and footer stay as they are.',
      proof: true,
      revisioned: true,
    })
    .input(schema.SetMailTextInput)
    .output(schema.ChangedTexts)
    .mutation(({ ctx, input: { password, code, ...input } }) =>
      withProof(ctx, { password, code }, (ctx) => setMailText(ctx, input)),
    ),

  pageTexts: settingsProcedure
    .meta({
      route: 'GET /api/v1/admin/settings/page-texts/{language}',
      summary: 'Read the texts of the pages that verify certificates',
      revisioned: true,
    })
    .input(schema.PageTextsInput)
    .output(schema.PageTextsAnswer)
    .query(({ ctx, input }) => listPageTexts(ctx, input)),

  setPageText: settingsProcedure
    .meta({
      route: 'PUT /api/v1/admin/settings/page-texts/{language}/{key}',
      summary: 'Write a text of those pages',
      revisioned: true,
    })
    .input(schema.SetPageTextInput)
    .output(schema.ChangedTexts)
    .mutation(({ ctx, input }) => setPageText(ctx, input)),

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

  export: settingsProcedure
    .meta({
      route: 'GET /api/v1/admin/settings/file',
      summary: 'Export the settings that the desk keeps',
      description: 'Without those that the environment of the server fixes, and without secrets.',
    })
    .input(Empty)
    .output(schema.SettingsFile)
    .query(({ ctx }) => exportSettings(ctx)),

  checkFile: settingsProcedure
    .meta({
      route: 'POST /api/v1/admin/settings/file/check',
      summary: 'See what an import of such a file would change',
      longBody: true,
    })
    .input(schema.CheckFileInput)
    .output(schema.ImportedSettings)
    .mutation(({ ctx, input }) => checkFile(ctx, input)),

  import: settingsProcedure
    .meta({
      route: 'PUT /api/v1/admin/settings/file',
      summary: 'Import such a file',
      description: 'It replaces everything that the desk keeps.',
      proof: true,
      revisioned: true,
      longBody: true,
    })
    .input(schema.ImportSettingsInput)
    .output(schema.ImportedSettings)
    .mutation(({ ctx, input: { password, code, ...input } }) =>
      withProof(ctx, { password, code }, (ctx) => importSettings(ctx, input)),
    ),
})

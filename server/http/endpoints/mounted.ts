import { auditFile } from '../files/audit-files.ts'
import * as bulkEnrollmentFiles from '../files/bulk-enrollment-files.ts'
import * as calendarFile from '../files/calendar-file.ts'
import * as certificateFiles from '../files/certificate-files.ts'
import * as courseFiles from '../files/course-files.ts'
import * as credentialFiles from '../files/credential-files.ts'
import { gradeFiles } from '../files/grade-files.ts'
import * as mediaFiles from '../files/media-files.ts'
import * as pictureFiles from '../files/picture-files.ts'
import * as receiptFiles from '../files/receipt-files.ts'
import { reportFiles } from '../files/report-files.ts'
import { movementsFile } from '../files/sales-files.ts'
import * as uploadFiles from '../files/upload-files.ts'
import * as gitHooks from '../git-hooks.ts'
import * as oauthRedirects from '../oauth-redirects.ts'
import * as unsubscribePages from '../pages/unsubscribe.ts'
import * as verifyPages from '../pages/verify/verify.ts'
import * as paymentWebhooks from '../payment-webhooks.ts'
import type { MountedEndpoints } from './endpoints.ts'

/** The endpoints beside the operations that need nothing but `Deps`, in the document's order. */
export const mountedEndpoints: MountedEndpoints[] = [
  certificateFiles,
  receiptFiles,
  movementsFile,
  auditFile,
  gradeFiles,
  ...reportFiles,
  bulkEnrollmentFiles,
  bulkEnrollmentFiles.rowsFile,
  courseFiles,
  uploadFiles,
  verifyPages,
  unsubscribePages,
  calendarFile,
  credentialFiles,
  pictureFiles,
  mediaFiles,
  oauthRedirects,
  paymentWebhooks,
  gitHooks,
]

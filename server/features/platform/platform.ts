import { auditRouter } from './audit/router.ts'
import { eventsRouter } from './events/router.ts'
import { jobsRouter } from './jobs/router.ts'
import { mailsRouter } from './mails/router.ts'
import { notificationProcedures } from './notifications/router.ts'
import { settingsRouter } from './settings/router.ts'
import { webhooksRouter } from './webhooks/router.ts'

export const platform = {
  routers: {
    events: eventsRouter,
  },
  me: notificationProcedures,
  admin: {
    audit: auditRouter,
    jobs: jobsRouter,
    mails: mailsRouter,
    settings: settingsRouter,
    webhooks: webhooksRouter,
  },
}

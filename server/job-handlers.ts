import { deleteExpired } from '../db/queries/accounts.ts'
import type { JobHandlers } from './adapters/jobs.ts'
import type { Deps } from './context.ts'
import { sendCode } from './features/auth/send-code.ts'
import { printCertificateJob } from './features/certificates/print-certificate.ts'
import { printForgotten } from './features/certificates/print-forgotten.ts'
import { expireTransactions } from './features/transactions/expire-transactions.ts'

/** What is done for each kind of job. */
export function jobHandlers(deps: Deps): JobHandlers {
  return {
    'send-code': (payload) => sendCode(deps, payload),
    'render-certificate': (payload) => printCertificateJob(deps, payload),
    'clean-up': async () => {
      await deleteExpired(deps.db, deps.now())
      await expireTransactions(deps)
      await printForgotten(deps)
    },
  }
}

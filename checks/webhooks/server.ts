import { createLog } from '../../lib/log.ts'
import { createWebhookSender } from '../../server/adapters/webhook-sender/webhook-sender.ts'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config/config.ts'
import { openDeps } from '../../server/deps.ts'
import { startDispatcher } from '../../server/features/platform/webhooks/dispatcher.ts'
import { resolveOutside } from '../../server/security/outside-addresses.ts'

/*
 * The server, with three days of retries in a minute and a shorter patience: the check cannot wait
 * so long. Tells its parent when it is ready.
 */
const config = readConfig()
const log = createLog(config.logLevel)
const { deps } = await openDeps({ config, log, maintainJobs: true, makesWhatIsMissing: true })
const sender = createWebhookSender({
  allowHttp: true,
  resolve: (host) => resolveOutside(host, { allowPrivate: true }),
  timeoutMilliseconds: Number(process.env.WEBHOOK_PATIENCE ?? 15_000),
})
const retries = [200, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000, 8_000, 8_000]
const { server } = await buildApp(deps)
await server.listen({ host: '127.0.0.1', port: config.port })
deps.publisher.start()
startDispatcher({ ...deps, webhooks: { sender, retries } })
process.send?.('ready')

import type { Db } from '../../../db/postgres/client.ts'
import type { Config } from '../../../server/config/config.ts'
import { describeDelivery } from '../../../server/features/shop/payments/find-missed-payments.ts'
import { type Finding, failed, ok } from './finding.ts'

interface Examined {
  db: Db
  now: () => Date
  config: Pick<Config, 'paymentProvider' | 'publicUrl'>
}

/** Checks whether the events of the payment provider arrive; nothing where it sends none. */
export async function checkPaymentEvents({ db, now, config }: Examined): Promise<Finding[]> {
  const { paymentProvider, publicUrl } = config
  if (paymentProvider !== 'stripe') return []
  const payments = { name: paymentProvider }
  const delivery = await describeDelivery({ db, now, payments }).catch(() => undefined)
  // The finding on the migrations says why.
  if (delivery === undefined) return []

  const { state, missed, refused, lastDeliveredAt } = delivery
  const last =
    lastDeliveredAt === undefined
      ? 'no payment was reported in the last day'
      : `the last payment was reported at ${lastDeliveredAt.toISOString()}`
  if (state === 'arriving') return [ok('payments', last)]
  const webhook = `${publicUrl}/api/v1/payments/${paymentProvider}/webhook`
  if (state === 'refused')
    return [
      failed(
        'payments',
        `${refused} events or more had a wrong signature in the last hour; ${last}`,
        `Set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint ${webhook} at Stripe, ` +
          'and restart the servers.',
      ),
    ]
  return [
    failed(
      'payments',
      `the events of ${missed} payments did not arrive, which were found by asking; ${last}`,
      `Enable the endpoint ${webhook} at Stripe, and see its failed deliveries there.`,
    ),
  ]
}

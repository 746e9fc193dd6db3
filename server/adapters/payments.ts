export interface PaymentRequest {
  transactionId: string
  total: { amount: number; currency: string }
  description: string
}

export interface Payment {
  /** The payment's id at the provider. */
  reference: string
  /** Where the learner pays. */
  checkoutUrl: string
}

export interface PaymentProvider {
  readonly name: string
  /** Idempotent: asked twice for one transaction it answers with the same payment. */
  createPayment(request: PaymentRequest): Promise<Payment>
}

/** Takes no money: its page has a button to pay and one to decline. For development. */
export function createSandboxPayments({ publicUrl }: { publicUrl: string }): PaymentProvider {
  return {
    name: 'sandbox',
    createPayment: ({ transactionId }) => {
      const reference = `sandbox_${transactionId}`
      return Promise.resolve({ reference, checkoutUrl: `${publicUrl}/sandbox/payments/${reference}` })
    },
  }
}

import { z } from 'zod'
import { paymentProviders } from '../../../adapters/payments/types.ts'
import { languages, pageLanguages } from '../../../texts/texts.ts'
import { maxPasswordLength, minPasswordLength } from '../auth/schema.ts'
import { Provider } from '../identities/schema.ts'

const Color = z.string().meta({ pattern: '^#[0-9A-Fa-f]{6}$' })

export const Currency = z
  .object({
    code: z.string().meta({ description: 'ISO 4217', examples: ['USD'] }),
    exponent: z.int().meta({
      description:
        'Digits after the decimal point: an `amount` counts units of 10 to the minus `exponent`',
      examples: [2],
    }),
  })
  .meta({ id: 'Currency', description: 'A currency, and how its amounts are written' })

export const SiteConfig = z
  .object({
    name: z.string().meta({
      description: 'The organization that runs the platform',
      examples: ['Lyceum'],
    }),
    publicUrl: z.url().meta({
      description: 'URL at which people reach the service',
      examples: ['https://learn.example.org'],
    }),
    colors: z
      .object({
        color: Color.meta({ description: 'For text and frames', examples: ['#1a2b45'] }),
        accent: Color.meta({ description: 'For ornaments', examples: ['#b08d3c'] }),
      })
      .describe('Colors of the organization, as on its certificates'),
    languages: z
      .object({
        mails: z
          .array(z.string())
          .meta({ description: 'Of mails: what a profile can choose', examples: [languages] }),
        pages: z.array(z.string()).meta({
          description: 'Of pages, certificates and receipts',
          examples: [pageLanguages],
        }),
      })
      .describe('Languages of the texts that people get, BCP 47; the first is the default'),
    signIn: z
      .object({
        providers: z
          .array(Provider)
          .describe('Third parties that you can sign in with, besides email and password'),
        returnUrls: z.array(z.string()).meta({
          description: 'The pages that a provider can send the browser back to',
          examples: [['https://app.example.org/signed-in']],
        }),
        tokenSeconds: z.int().meta({
          description: 'How long a token is valid: from then on it is refused with TokenExpired',
          examples: [43_200],
        }),
      })
      .describe('How people sign in'),
    password: z
      .object({
        minLength: z.int().meta({ description: 'At least', examples: [minPasswordLength] }),
        maxLength: z.int().meta({ description: 'At most', examples: [maxPasswordLength] }),
      })
      .describe(
        'Length of a new password in characters (code points of its NFC form). Passwords that ' +
          'are easy to guess are refused too, each with its reason',
      ),
    openOperations: z.array(z.string()).meta({
      description: 'Operations that need no token here, although they do by default',
      examples: [['courses.list', 'courses.get']],
    }),
    checkout: z
      .object({
        provider: z
          .enum(paymentProviders)
          .describe('The payment provider; `sandbox` takes no real money'),
        returnUrl: z.string().meta({
          description:
            'The page that the checkout sends the browser back to, unless the purchase names another',
          examples: ['https://app.example.org/purchase'],
        }),
        returnUrls: z.array(z.string()).meta({
          description: 'The pages that a purchase can name as its `returnUrl`',
          examples: [['https://app.example.org/purchase', 'https://m.example.org/purchase']],
        }),
      })
      .describe('How people pay'),
    currencies: z.array(Currency).describe('All currencies in use, by code'),
  })
  .meta({
    id: 'SiteConfig',
    description: 'The settings of this server that a frontend needs, the same for everybody',
  })
export type SiteConfig = z.infer<typeof SiteConfig>

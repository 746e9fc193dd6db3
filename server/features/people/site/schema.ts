import { z } from 'zod'
import { field, LanguageTag, named } from '../../../../lib/schema.ts'
import { paymentProviders } from '../../../adapters/payments/types.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { languages, pageLanguages } from '../../../texts/texts.ts'
import { maxPasswordLength, minPasswordLength } from '../auth/schema.ts'
import { Provider } from '../identities/schema.ts'

const Color = z.string().meta({ pattern: '^#[0-9A-Fa-f]{6}$' })

export const Currency = named('Currency', 'A currency, and how its amounts are written', {
  code: field(z.string(), 'ISO 4217', 'USD'),
  exponent: field(
    z.int(),
    'Digits after the decimal point: an `amount` counts units of 10 to the minus `exponent`',
    2,
  ),
})

export const SiteConfig = named(
  'SiteConfig',
  'The settings of this server that a frontend needs, the same for everybody',
  {
    name: field(z.string(), 'The organization that runs the platform', 'Lyceum'),
    publicUrl: field(z.url(), 'URL at which people reach the service', 'https://learn.example.org'),
    colors: z
      .object({
        color: field(Color, 'For text and frames', '#1a2b45'),
        accent: field(Color, 'For ornaments', '#b08d3c'),
      })
      .describe('Colors of the organization, as on its certificates'),
    logo: field(
      z.url().nullable(),
      'Address of the logo of the organization, as on its pages; null without one',
      'https://learn.example.org/verify/assets/logos/settings',
    ),
    links: z
      .object({
        imprint: field(z.url().nullable(), 'Who is responsible', null),
        privacy: field(z.url().nullable(), 'About personal data', null),
        terms: field(z.url().nullable(), 'Terms of use', 'https://school.example.org/terms'),
        support: field(z.string().nullable(), 'An email or a page', 'help@school.example.org'),
        lines: z.array(z.string()).meta({
          description: 'Lines for the foot of pages, such as a postal address',
          examples: [['Long Street 1, 12345 Town']],
        }),
      })
      .describe(
        'What belongs at the foot of each page of the organization; null where it has none',
      ),
    terms: z
      .object({
        version: field(z.string(), 'What to send as `acceptedTerms`', '2026-11'),
        url: field(z.url(), 'Where to read them', 'https://school.example.org/terms'),
      })
      .nullable()
      .describe('Terms to accept at registration and at a purchase; null where there are none'),
    languages: z
      .object({
        mails: field(z.array(z.string()), 'Of mails: what a profile can choose', languages),
        pages: field(z.array(z.string()), 'Of pages, certificates and receipts', [
          ...pageLanguages,
        ]),
      })
      .describe('Languages of the texts that people get, BCP 47; the first is the default'),
    signIn: z
      .object({
        providers: z
          .array(Provider)
          .describe('Third parties that you can sign in with, besides email and password'),
        returnUrls: z.array(z.string()).meta({
          description:
            'The pages that a provider can send the browser back to; in development also every page on ' +
            'localhost',
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
        minLength: field(z.int(), 'At least', minPasswordLength),
        maxLength: field(z.int(), 'At most', maxPasswordLength),
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
        returnUrl: field(
          z.string(),
          'The page that the checkout sends the browser back to, unless the purchase names another',
          'https://app.example.org/purchase',
        ),
        returnUrls: z.array(z.string()).meta({
          description:
            'The pages that a purchase can name as its `returnUrl`; in development also every page on ' +
            'localhost',
          examples: [['https://app.example.org/purchase', 'https://m.example.org/purchase']],
        }),
      })
      .describe('How people pay'),
    limits: z
      .object({
        fileBytes: field(z.int(), 'A file of a course', 25_000_000),
        courseBytes: field(z.int(), 'All files of a course together', 200_000_000),
        courseFiles: field(z.int(), 'Files of a course', clientLimits.courseFiles),
        sections: field(z.int(), 'Sections of a course', clientLimits.sections),
        lessons: field(z.int(), 'Lessons of a course', clientLimits.lessons),
        zipBytes: field(z.int(), 'The zip of a course', clientLimits.zipBytes),
        uploadsOfCourse: field(z.int(), 'Open uploads of a course', clientLimits.uploadsOfCourse),
        uploadsOfAccount: field(
          z.int(),
          'Open uploads of an account',
          clientLimits.uploadsOfAccount,
        ),
        requestBytes: field(z.int(), 'The body of a request', clientLimits.requestBytes),
        textBytes: field(
          z.int(),
          'The body of a request that writes the text of a lesson',
          clientLimits.textBytes,
        ),
        headerBytes: field(z.int(), 'All headers of a request', clientLimits.headerBytes),
        batchCalls: field(z.int(), 'Calls of one batch, over tRPC', clientLimits.batchCalls),
        apiKeys: field(z.int(), 'API keys that are valid', clientLimits.apiKeys),
        webhooks: field(z.int(), 'Webhooks', clientLimits.webhooks),
      })
      .describe('The most that is taken of each; an error about one says it again'),
    currencies: z.array(Currency).describe('All currencies in use, by code'),
  },
)
export type SiteConfig = z.infer<typeof SiteConfig>

export const FrontPageInput = z.strictObject({
  language: field(
    LanguageTag.optional(),
    "The reader's language, BCP 47. Default: by Accept-Language",
    'en',
  ),
})
export type FrontPageInput = z.infer<typeof FrontPageInput>

const words = (what: string, example: string) =>
  field(z.string().nullable(), `${what}; null where the school says nothing`, example)

export const FrontPage = named('FrontPage', 'The first page of the school', {
  language: field(z.string().nullable(), 'Language of its words; null without any', 'en'),
  title: words('What the school is, in a line', 'Sail with us'),
  lead: words('A sentence or two below it', 'Courses for those who love the sea.'),
  text: words('More about it, in Markdown', 'We have taught **sailing** since 1952.'),
  certificates: words('Which certificates it gives, in Markdown', 'Signed, and open to checks.'),
  picture: field(z.url().nullable(), 'Address of a picture; null without one', null),
  film: field(z.url().nullable(), 'Address of a film; null without one', null),
  courses: field(z.array(z.string()), 'Slugs of chosen courses and programs', ['sailing']),
  demoAccounts: z
    .array(
      z.object({
        role: field(z.string(), 'What it is', 'learner'),
        email: field(z.string(), 'Its email', 'learner@example.com'),
        password: field(z.string(), 'Its password', 'learn-something-new'),
      }),
    )
    .describe('Only in development, on the machine itself; else empty'),
})
export type FrontPage = z.infer<typeof FrontPage>

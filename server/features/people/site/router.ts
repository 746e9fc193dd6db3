import { Empty } from '../../../../lib/schema.ts'
import { publicProcedure, router } from '../../../trpc.ts'
import { getFrontPage } from './front-page.ts'
import * as schema from './schema.ts'
import { getSiteConfig } from './site-config.ts'

export const siteRouter = router({
  config: publicProcedure
    .meta({
      route: 'GET /api/v1/config',
      summary: 'Get what a frontend needs to know of this server',
      cacheSeconds: 300,
      description:
        'Name and colors, ways to sign in, rules for passwords, open operations, languages and ' +
        'currencies. Changes with the settings of the school; caches may keep it for five minutes.',
    })
    .input(Empty)
    .output(schema.SiteConfig)
    .query(({ ctx }) => getSiteConfig(ctx)),

  frontPage: publicProcedure
    .meta({
      route: 'GET /api/v1/front-page',
      summary: 'Get the first page of the school',
      description:
        'What the school says of itself to visitors, and in development the demo accounts until ' +
        'somebody has signed in to the server.',
    })
    .input(schema.FrontPageInput)
    .output(schema.FrontPage)
    .query(({ ctx, input }) => getFrontPage(ctx, input)),
})

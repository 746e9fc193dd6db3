import { publicProcedure } from '../../../trpc.ts'
import { LoginResult } from '../auth/schema.ts'
import * as schema from '../second-factors/schema.ts'
import { finishSignIn } from './finish-sign-in.ts'

/** Procedures published as part of `auth`. */
export const secondFactorSignIn = {
  secondFactor: publicProcedure
    .meta({
      route: 'POST /api/v1/auth/second-factor',
      summary: 'Finish a sign-in that needs a second factor, and receive a JWT',
      errors: ['SignInExpired', 'WrongSecondFactor', 'AccountSuspended'],
      limits: [
        'loginsPerIp',
        'wrongSecondFactorsPerAccount',
        'wrongSecondFactorsFromKnownIps',
        'newDeviceNoticesPerAccount',
      ],
      description:
        'Takes the challenge of SecondFactorRequired, within ten minutes, and a code of the app, ' +
        'a recovery code or the answer of a passkey. Each is taken once.',
    })
    .input(schema.SecondFactorInput)
    .output(LoginResult)
    .mutation(({ ctx, input }) => finishSignIn(ctx, input)),
}

import { type ErrorFacts, isLyceumError } from '@lyceum/sdk'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { ActionButton } from '../ui/button.tsx'
import { TextField } from '../ui/forms/controls.tsx'
import { Form } from '../ui/forms/form.tsx'

export type AskedFactor = ErrorFacts['SecondFactorRequired']

/** Returns how to go on where a sign-in needs a second factor; undefined for other errors. */
export function factorAskedBy(error: unknown): AskedFactor | undefined {
  if (!isLyceumError(error) || error.name !== 'SecondFactorRequired') return undefined
  return error.facts
}

interface SecondFactorFormProps {
  asked: AskedFactor
  onSignedIn: (user: { id: string }) => void
}

/** The second step of a sign-in, however the first one went. */
export function SecondFactorForm({ asked, onSignedIn }: SecondFactorFormProps) {
  const { challenge, passkey } = asked
  const finish = async (answer: Pick<Answer, 'code' | 'passkey'>) => {
    const login = await lyceum.auth.secondFactor.mutate({ challenge, ...answer })
    const { user } = await lyceum.keepLogin(login)
    onSignedIn(user)
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted" role="status">
        {t('secondFactor.text')}
      </p>
      {passkey !== null && (
        <ActionButton
          name="secondFactor.usePasskey"
          run={async () => finish({ passkey: await askPasskey(passkey) })}
        />
      )}
      <Form isNext submit={t('signIn')} onSubmit={({ code }) => finish({ code })}>
        <TextField
          name="code"
          label={t('field.code')}
          hint={t('secondFactor.codeHint')}
          autoComplete="one-time-code"
          dir="ltr"
          isRequired
        />
      </Form>
    </div>
  )
}

type Answer = Parameters<typeof lyceum.auth.secondFactor.mutate>[0]

/** Loaded with the first passkey alone. */
async function askPasskey(options: object): Promise<Answer['passkey']> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const used = await startAuthentication({ optionsJSON: options as never })
  return used as unknown as Answer['passkey']
}

import { useSchool } from '../../app/school.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { returnUrlOf, startSignIn } from './third-party.ts'

/** Other ways to sign in than with a password, if the school has any. */
export function Providers({ next }: { next: string }) {
  const { config } = useSchool()
  const returnUrl = returnUrlOf(config?.signIn.returnUrls ?? [])
  if (config === undefined || returnUrl === undefined || config.signIn.providers.length === 0)
    return null
  return (
    <div className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
      {config.signIn.providers.map((provider) => (
        <Button key={provider.name} onClick={() => void startSignIn(provider, returnUrl, next)}>
          {t('signIn.with', { provider: provider.title })}
        </Button>
      ))}
    </div>
  )
}

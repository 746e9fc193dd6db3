import type { Outputs } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Badge } from '../../ui/bits.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showInstant } from '../../ui/format.ts'
import { ReadList } from '../../ui/list.tsx'

type Session = Outputs['me']['sessions']['items'][number]

const end = ({ id }: Session) => lyceum.me.endSession.mutate({ sessionId: id })

export function Sessions() {
  return (
    <ReadList of={lyceum.me.sessions} input={{ limit: 100 }}>
      {(sessions) => {
        const others = sessions.filter(({ current }) => !current)
        return (
          <>
            <ul className="mb-4 rounded-xl border border-line">
              {sessions.map((session) => (
                <li
                  key={session.id}
                  className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-3 last:border-0"
                >
                  <About session={session} />
                  {!session.current && (
                    <ActionButton name="sessions.end" run={() => end(session)} />
                  )}
                </li>
              ))}
            </ul>
            {others.length > 1 && (
              <ConfirmButton name="sessions.endOthers" run={() => Promise.all(others.map(end))} />
            )}
          </>
        )
      }}
    </ReadList>
  )
}

function About({ session: { device, ip, lastUsedAt, current } }: { session: Session }) {
  return (
    <div className="min-w-0">
      <p>
        <bdi>{device ?? t('sessions.unknownDevice')}</bdi>{' '}
        {current && <Badge tone="good">{t('sessions.current')}</Badge>}
      </p>
      <p className="text-sm text-muted">
        {ip !== null && `${ip} · `}
        {t('sessions.lastUsed', { instant: showInstant(lastUsedAt) })}
      </p>
    </div>
  )
}

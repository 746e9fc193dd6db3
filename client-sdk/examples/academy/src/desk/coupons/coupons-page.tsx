import type { CouponSummary } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { Read } from '../../ui/loaded.tsx'
import { amountOf } from '../../ui/names.ts'
import { ListPage } from '../../ui/pages.tsx'
import { Code, DeskLink } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { useMay } from '../permissions.ts'
import { CreateCoupon } from './create-coupon.tsx'

const { coupons } = lyceum.admin

export function CouponsPage() {
  const may = useMay()
  return (
    <ListPage
      title="coupons"
      actions={may('money:write') && <CreateCoupon />}
      list={coupons.list}
      filters={{ status: ['active', 'scheduled', 'expired', 'used-up', 'disabled'] }}
      keyOf={({ code }) => code}
      more={({ code, uses, maxUsesPerUser, validFrom }) => ({
        uses: <DeskLink to={`/desk/transactions?coupon=${code}`}>{uses}</DeskLink>,
        maxUsesPerUser,
        validFrom: validFrom && showDay(validFrom),
        course: <Courses code={code} />,
      })}
      buttons={({ code, status }) =>
        status !== 'disabled' &&
        may('money:write') && (
          <ConfirmButton name="coupons.disable" run={() => coupons.disable.mutate({ code })} />
        )
      }
      columns={{
        code: ({ code }) => <Code>{code}</Code>,
        takesOff: ({ takesOff }) => discountOf(takesOff),
        status: ({ status }) => <Status of={status} />,
        uses: ({ uses }) => uses,
        maxUses: ({ maxUses }) => maxUses,
        validUntil: ({ validUntil }) => validUntil && showDay(validUntil),
      }}
    />
  )
}

const discountOf = (off: CouponSummary['takesOff']) =>
  'percent' in off ? showPercent(off.percent) : amountOf(off)

function Courses({ code }: { code: string }) {
  return (
    <Read of={coupons.get} input={{ code }}>
      {({ courses }) => courses.join(', ') || t('field.courses.none')}
    </Read>
  )
}

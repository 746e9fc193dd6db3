import { numberAfter } from '../bench/setting.ts'
import { openPlace } from '../support/place.ts'
import { costOfIdleServer, costOfReports } from './cost.ts'
import { followWriters } from './follow.ts'

/*
 * `npm run checks -- events [--events 20000] [--reports 400] [--rounds 25]`: writers by the dozen
 * commit in any order while two servers publish, one of which is killed (-9) again and again. A
 * reader by cursor must get every event once, in order and without gaps. Then what events cost: of
 * a report of progress, with and without the triggers, and of an idle server. Exit code 1 when
 * something is missed, or a report costs more than 3 % more.
 */
const events = numberAfter('--events', 20_000)
const reports = numberAfter('--reports', 400)
const rounds = numberAfter('--rounds', 25)

await using place = await openPlace('events')
await followWriters(place, { events })
await costOfReports(place, { reports, rounds })
await costOfIdleServer(place)

import { resolve } from 'node:path'
import type { Installation, RevokedLink } from '../backup/installation.ts'
import type { AdminApi } from './admin-api.ts'
import { correctionsOf } from './corrections.ts'
import type { RestoreFlags } from './flags.ts'
import { readNewerState } from './newer-state.ts'
import { partnerReport, restoredStates } from './partners.ts'
import { missingActs, repeatActs } from './repeat-acts.ts'

/** How far counters are raised. Without a backup of the newer state, nobody knows how many numbers it has given. */
const JUMP = { known: 10_000, unknown: 1_000_000 }

/** Repeats what a restore to an earlier moment has undone, and prints what partners must know. */
export async function correctAfterRestore(
  installation: Installation,
  flags: RestoreFlags,
  openApi: () => Promise<AdminApi>,
  say: (line: string) => void,
): Promise<void> {
  const newer = await readNewerState(flags.audit && resolve(flags.audit))
  try {
    const states = await restoredStates(installation, newer.until)
    const acts = await missingActs(installation, newer)
    say(`Newer state: ${flags.audit ? `${acts.length} act(s) of the audit to repeat` : 'not known'}`)
    const repeated = await repeatActs(installation, acts, newer, openApi)
    for (const line of repeated.repeated) say(`  ${line}`)

    const revoked = unique([...(await installation.revokedLinks()), ...newer.revokedLinks])
    const jump = flags.jump ?? (newer.databases ? JUMP.known : JUMP.unknown)
    const { statements, floors } = await correctionsOf(installation, newer, repeated, revoked, jump)
    for (const [number, each] of statements.entries()) {
      await installation.execute(number, each)
      const ended = each.filter(statement => statement.startsWith('DELETE FROM itinerary_link')).length
      say(`Database ${installation.databases[number]}: counters raised by ${jump}, ${ended} revived link(s) ended`)
    }
    const now = Date.now() / 1000 + 60
    await installation.addRevokedLinks(revoked.filter(({ expiresAt }) => expiresAt > now))

    say('')
    for (const line of await partnerReport(installation, newer, states, floors)) say(line)
    if (repeated.todo.length) say('\nTo do by hand:')
    for (const line of repeated.todo) say(`  ${line}`)
  } finally {
    newer.close()
  }
}

const unique = (links: readonly RevokedLink[]) => [...new Map(links.map(link => [link.linkId, link])).values()]

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import innlet from '../../package.json' with { type: 'json' }
import { CommandError, reasonOf } from '../../tooling/command/command-error.ts'
import type { Say } from '../../tooling/command/command-line.ts'
import { ROOT } from '../../tooling/command/run-tool.ts'
import { databasesOf } from '../../tooling/state/databases.ts'
import type { DeployConfig } from './config.ts'
import type { AccountState } from './found.ts'
import { queryDatabase } from './migrations.ts'
import type { Session } from './sign-in.ts'
import { notesSince } from './upgrade-notes.ts'

/** What an entry may check besides parts of the configuration. */
export const MOVES = 'moves'

const HEALTH_MS = 10_000

interface Upgrade {
  config: DeployConfig
  found: AccountState
  /** The address of the service that is live. */
  live: string
  /** What the configuration lacks. */
  lacking: readonly string[]
  dryRun: boolean
}

/** Prints what to do for the releases since the one that is live, and checks what it can. An unfinished move stops the run. */
export async function reportUpgrade(session: Session, upgrade: Upgrade, say: Say): Promise<void> {
  const { config, found, live, lacking, dryRun } = upgrade
  const deployed = await releaseOf(live)
  if (!/^\d+\.\d+\.\d+$/.test(deployed)) {
    return say(
      `Release that is live: not known (${deployed}). Read "What to do" in CHANGELOG.md, for each release since`,
    )
  }
  const notes = notesSince(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), deployed)
  if (!notes.length) return
  const moved = notes.some(({ checks }) => checks.includes(MOVES)) ? await movedCustomers(session, config, found) : []
  say(`Upgrade from ${deployed} to ${innlet.version}, what to do (CHANGELOG.md):`)
  for (const { release, text, checks } of notes) {
    say(`  ${release}: ${text}`)
    const open = checks.flatMap(check => {
      if (check === MOVES) return moved.map(customer => `customer ${customer} is being moved`)
      return lacking.includes(check) ? [`the configuration lacks ${check}`] : []
    })
    if (checks.length) say(`    ${open.length ? `STILL TO DO: ${open.join(', ')}` : 'checked: done'}`)
  }
  if (moved.length && !dryRun) throw new CommandError('finish or cancel the moves first: see above')
}

/** The release that is live, or why it is not known. */
async function releaseOf(live: string): Promise<string> {
  try {
    const response = await fetch(`${live}/api/Fetch/health`, { signal: AbortSignal.timeout(HEALTH_MS) })
    if (!response.ok) return `${live} answered ${response.status}`
    const { content } = (await response.json()) as { content?: { version?: string } }
    return String(content?.version)
  } catch (error) {
    return `${live}: ${reasonOf(error)}`
  }
}

/** The customers whose move is not finished, by the directory in the first database. Release 1.0.0 has it under its former name. */
async function movedCustomers(session: Session, config: DeployConfig, { databases }: AccountState): Promise<number[]> {
  const first = databases.find(each => each.config.binding === databasesOf(config.vars)[0])
  if (!first?.id) return []
  const query = (sql: string) => queryDatabase(session, first.id as string, sql)
  const [table] = await query("SELECT name FROM sqlite_schema WHERE name IN ('customer_directory', 'home')")
  if (!table) return []
  const rows = await query(`SELECT customer_id AS id FROM ${table.name} WHERE other_shard IS NOT NULL ORDER BY 1`)
  return rows.map(({ id }) => Number(id))
}

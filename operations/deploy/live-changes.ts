import { ApiError } from './cloudflare-api.ts'
import type { DeployConfig } from './config.ts'
import { ownId } from './databases.ts'
import type { AccountState, LiveBinding } from './found.ts'
import type { Session } from './sign-in.ts'

/** What can be compared: a text by its title, such as `setting PAGE_SIZE` or `cron * * * * *`. */
type Parts = Map<string, string>

/**
 * What the next deployment changes of the Worker that is live, as lines. A gradual one changes no address, domain and cron, so these
 * are not read.
 */
export async function changesOfLive(
  session: Session,
  config: DeployConfig,
  found: AccountState,
  isGradual: boolean,
): Promise<string[]> {
  const { worker } = found
  if (!worker) return []
  const [live, next] = [partsOfBindings(worker.bindings), partsOfConfig(config, found)]
  for (const flag of worker.flags) live.set(`flag ${flag}`, '')
  for (const flag of config.compatibility_flags ?? []) next.set(`flag ${flag}`, '')
  if (worker.date) live.set('compatibility_date', worker.date)
  if (config.compatibility_date) next.set('compatibility_date', config.compatibility_date)
  const unknown = isGradual ? '' : await addTriggers(session, config, live, next)
  const lines = differences(live, next)
  return unknown ? [...lines, unknown] : lines
}

function differences(live: Parts, next: Parts): string[] {
  const titles = [...new Set([...next.keys(), ...live.keys()])]
  return titles.flatMap(title => {
    const [before, after] = [live.get(title), next.get(title)]
    if (before === after) return []
    if (before === undefined) return [`${title}: would be added${after && `, ${after}`}`]
    if (after === undefined) return [`${title}: would be removed${before && `, now ${before}`}`]
    return [`${title}: ${before} -> ${after}`]
  })
}

const setting = (value: unknown) => JSON.stringify(value ?? '')
const rate = (id: string | undefined, { limit = 0, period = 0 } = {}) => `${limit} in ${period} s (namespace ${id})`

/** The kinds of bindings that Innlet has. An operator's own of other kinds are not compared. */
function partsOfBindings(bindings: readonly LiveBinding[]): Parts {
  const parts: Parts = new Map()
  for (const { type, name, ...each } of bindings) {
    if (type === 'plain_text' || type === 'json') parts.set(`setting ${name}`, setting(each.text ?? each.json))
    else if (type === 'd1') parts.set(`database ${name}`, each.id ?? each.database_id ?? '')
    else if (type === 'kv_namespace') parts.set(`KV namespace ${name}`, each.namespace_id ?? '')
    else if (type === 'ratelimit') parts.set(`rate ${name}`, rate(each.namespace_id, each.simple))
    else if (type === 'analytics_engine') parts.set(`dataset ${name}`, each.dataset ?? '')
    else if (type === 'assets') parts.set(`binding ${name}`, '')
  }
  return parts
}

/** What is made by the run has no id yet. */
function partsOfConfig(config: DeployConfig, { databases, namespaces }: AccountState): Parts {
  const parts: Parts = new Map()
  for (const [name, text] of Object.entries(config.vars)) parts.set(`setting ${name}`, setting(text))
  for (const { config: each, id } of databases) parts.set(`database ${each.binding}`, id ?? 'a new one')
  for (const { binding, id } of namespaces) parts.set(`KV namespace ${binding}`, id ?? 'a new one')
  for (const { name, namespace_id, simple } of config.ratelimits ?? [])
    parts.set(`rate ${name}`, rate(ownId(config.name, namespace_id), simple))
  for (const { binding, dataset } of config.analytics_engine_datasets ?? []) parts.set(`dataset ${binding}`, dataset)
  if (config.assets.binding) parts.set(`binding ${config.assets.binding}`, '')
  return parts
}

/** Adds addresses, domains and crons. Returns a line on what could not be read. */
async function addTriggers({ api, accountId }: Session, config: DeployConfig, live: Parts, next: Parts) {
  const account = `/accounts/${accountId}/workers`
  const script = `${account}/scripts/${config.name}`
  const { enabled } = await api.get<{ enabled: boolean }>(`${script}/subdomain`)
  live.set('address on workers.dev', enabled ? 'on' : 'off')
  next.set('address on workers.dev', config.workers_dev === false ? 'off' : 'on')
  const { schedules } = await api.get<{ schedules: { cron: string }[] }>(`${script}/schedules`)
  for (const { cron } of schedules) live.set(`cron ${cron}`, '')
  for (const cron of config.triggers?.crons ?? []) next.set(`cron ${cron}`, '')

  const wanted = domainsOf(config)
  try {
    const domains = await api.get<{ hostname: string }[]>(`${account}/domains?service=${config.name}`)
    for (const { hostname } of domains) live.set(`domain ${hostname}`, '')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `domains: not compared (${error.message})`
  }
  // Wrangler removes a domain only if the configuration has another one.
  for (const hostname of wanted.length ? wanted : domainsIn(live)) next.set(`domain ${hostname}`, '')
  return ''
}

const domainsIn = (parts: Parts) => [...parts.keys()].flatMap(title => /^domain (.*)/.exec(title)?.[1] ?? [])

/** The custom domains of the configuration. */
function domainsOf({ route, routes = [] }: DeployConfig): string[] {
  return [...routes, ...(route ? [route] : [])].flatMap(each =>
    typeof each === 'object' && each.custom_domain ? [each.pattern] : [],
  )
}

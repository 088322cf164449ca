import http from 'node:http'

/** Whether requests go through the proxies of the environment. */
let proxies = false

/**
 * Sends all requests through the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, if this Node can: from 24.14 and 25.4 on. Node
 * 22.21 and 24 can too if the process is started with `NODE_USE_ENV_PROXY=1`.
 */
export function applyProxies(): void {
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: () => void }
  if (!proxyVariable()) return
  setGlobalProxyFromEnv?.()
  proxies = Boolean(setGlobalProxyFromEnv) || process.env.NODE_USE_ENV_PROXY === '1'
}

const proxyVariable = () => ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find(name => process.env[name])

/** What to check of the proxy where nothing answers; undefined without a proxy. */
export function adviceOnProxy(): string | undefined {
  const name = proxyVariable()
  if (!name) return undefined
  return proxies
    ? `Does the proxy of ${name} let it through? NO_PROXY lists hosts without one.`
    : `${name} is set, and Node ${process.versions.node} does not use it: use Node 24.14, or set NODE_USE_ENV_PROXY=1 from 22.21 on.`
}

import { type WebhookKeyRing, webhookKeys } from '../auth/keys'
import type { Scope } from '../db/scope'
import type { WebhookTargets } from '../domain/webhook/url'
import { type Refusal, refuse } from '../errors'
import type { Settings } from '../settings'
import type { SecretVersion, StoredWebhookEndpoint } from '../store/webhook/columns'
import { type SignatureScheme, signingSecret, type WebhookEndpointName } from './endpoint-secret'

/** The keys of endpoints, or the refusal of an installation without them. */
export async function requireWebhookKeys(settings: Settings): Promise<WebhookKeyRing | Refusal<'NOT_CONFIGURED'>> {
  return (await webhookKeys(settings)) ?? refuse('NOT_CONFIGURED', 'webhooks need the secret WEBHOOK_KEYS')
}

/** What a receiver verifies with, as a field of a response; empty: its key is not configured. */
export async function receiverKey(
  ring: WebhookKeyRing,
  scheme: SignatureScheme,
  name: WebhookEndpointName,
  version: SecretVersion,
): Promise<{ secret?: string; publicKey?: string }> {
  const secret = await signingSecret(ring, scheme, name, version)
  if (!secret) return {}
  return scheme === 'v1' ? { secret: secret.receiverKey } : { publicKey: secret.receiverKey }
}

/** The public key of the newest secret of v1a; null: it has none. */
export async function publicKeyOf(
  ring: WebhookKeyRing,
  { customer }: Scope,
  { endpointId, signature, secretVersion: version, secretKid: kid }: StoredWebhookEndpoint,
): Promise<string | null> {
  if (signature === 'v1') return null
  const { publicKey } = await receiverKey(ring, signature, { customer, endpointId }, { version, kid })
  return publicKey ?? null
}

/** The addresses that endpoints may have, as the installation is configured. `requested`: an address at which the service was reached. */
export const webhookTargets = ({ anyWebhookTarget, publicUrl }: Settings, requested = ''): WebhookTargets => ({
  any: anyWebhookTarget,
  ownHosts: [publicUrl, requested].flatMap(address => (address ? new URL(address).host : [])),
})

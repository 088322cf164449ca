<?php
/**
 * A request with `?itinerary=`: the token in the address is the guest's secret. The page is not cached and not indexed, and
 * its address is not sent to other sites.
 *
 * @package innlet-stay
 */

defined( 'ABSPATH' ) || exit;

/** Whether the address of the page has the token of a link, where a server sees it. */
function innlet_stay_has_link(): bool {
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- nothing is changed, and the value is not used.
	return isset( $_GET['itinerary'] ) && is_string( $_GET['itinerary'] ) && '' !== $_GET['itinerary'];
}

if ( innlet_stay_has_link() && ! is_admin() ) {
	// The common agreement of plugins that cache pages.
	if ( ! defined( 'DONOTCACHEPAGE' ) ) {
		define( 'DONOTCACHEPAGE', true );
	}
	add_action( 'send_headers', 'innlet_stay_send_headers', 99 );
	add_filter( 'wp_robots', 'wp_robots_no_robots', 99 );
}

/** The headers of a page that is requested with a link. */
function innlet_stay_send_headers(): void {
	nocache_headers();
	header( 'Cache-Control: private, no-store, max-age=0' );
	header( 'X-Robots-Tag: noindex' );
	header( 'Referrer-Policy: no-referrer' );
}

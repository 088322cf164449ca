<?php
/**
 * Removes the setting when the plugin is deleted, on every site of a network.
 *
 * @package innlet-stay
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	$innlet_stay_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $innlet_stay_sites as $innlet_stay_site ) {
		delete_blog_option( $innlet_stay_site, 'innlet_stay_address' );
	}
} else {
	delete_option( 'innlet_stay_address' );
}

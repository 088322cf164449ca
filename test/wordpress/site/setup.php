<?php
// Steps of the set-up, in a process each: `php setup.php install`, `network` (turns the site into a network), `fill`,
// `locale=de_DE` (the language of the administrator), `uninstall`.
$_SERVER['HTTP_HOST']      = getenv( 'SITE_HOST' );
$_SERVER['REQUEST_URI']    = '/';
$_SERVER['REQUEST_METHOD'] = 'GET';

$step = $argv[1];
if ( 'install' === $step ) {
	define( 'WP_INSTALLING', true );
}
if ( 'network' === $step ) {
	define( 'WP_INSTALLING_NETWORK', true );
}
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

const PLUGIN = 'innlet-stay/innlet-stay.php';

if ( 'install' === $step ) {
	wp_install( 'Hotel', 'super', 'super@hotel.test', true, '', 'password' );
}

if ( 'network' === $step ) {
	foreach ( $wpdb->tables( 'ms_global' ) as $table => $name ) {
		$wpdb->$table = $name;
	}
	require_once ABSPATH . 'wp-admin/includes/network.php';
	install_network();
	populate_network( 1, getenv( 'SITE_HOST' ), 'super@hotel.test', 'Hotels', '/', false );
}

if ( 'fill' === $step ) {
	wp_set_current_user( 1 );
	if ( is_multisite() ) {
		update_site_option( 'allowedthemes', array( 'plain' => true ) );
		$second = array(
			'domain'  => 'localhost',
			'path'    => '/sea/',
			'title'   => 'Hotel',
			'user_id' => 1,
		);
		$id     = wp_insert_site( $second );
		// Older releases remove the port from a domain.
		$wpdb->update( $wpdb->blogs, array( 'domain' => getenv( 'SITE_HOST' ) ), array( 'blog_id' => $id ) );
		clean_blog_cache( $id );
		switch_to_blog( $id );
		foreach ( array( 'siteurl', 'home' ) as $name ) {
			update_option( $name, 'http://' . getenv( 'SITE_HOST' ) . '/sea' );
		}
	}
	$error = activate_plugin( PLUGIN, '', is_multisite() );
	if ( is_wp_error( $error ) ) {
		exit( $error->get_error_message() );
	}
	switch_theme( 'plain' );
	$wp_rewrite->set_permalink_structure( '/%postname%/' );
	foreach ( array( 'administrator', 'author' ) as $role ) {
		$id = wp_create_user( $role, 'password', "$role@hotel.test" );
		if ( is_multisite() ) {
			add_user_to_blog( get_current_blog_id(), $id, $role );
		}
		( new WP_User( $id ) )->set_role( $role );
	}
	// As the author writes it, with the filters of their permissions.
	wp_set_current_user( get_user_by( 'login', 'author' )->ID );
	kses_init();
	wp_insert_post(
		array(
			'post_title'   => 'Classic',
			'post_name'    => 'classic',
			'post_status'  => 'publish',
			'post_content' => "Welcome.\n\n[innlet_stay lang=\"fr\" theme=\"dark\" heading-level=\"3\" accent='red\" onclick=\"alert(1)' radius=\"4\"]",
		)
	);
}

if ( str_starts_with( $step, 'locale=' ) ) {
	update_user_meta( get_user_by( 'login', 'administrator' )->ID, 'locale', substr( $step, 7 ) );
}

if ( 'uninstall' === $step ) {
	deactivate_plugins( PLUGIN, false, is_multisite() );
	uninstall_plugin( PLUGIN );
	$sites = is_multisite() ? get_sites( array( 'fields' => 'ids' ) ) : array( 1 );
	foreach ( $sites as $site ) {
		$options = $wpdb->get_blog_prefix( $site ) . 'options';
		echo $wpdb->get_var( "SELECT COUNT(*) FROM $options WHERE option_name LIKE 'innlet%'" ), "\n";
	}
}

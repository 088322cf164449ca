<?php
// What a web server does for WordPress: files, scripts, and index.php for every other address. /sea is a site of the network.
$path = rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
if ( getenv( 'SITE_IS_NETWORK' ) ) {
	$path = preg_replace( '#^/sea(?=/(wp-admin|wp-includes|wp-content|[^/]+\.php))#', '', $path );
}
$file = __DIR__ . $path;
if ( is_dir( $file ) ) {
	$file = rtrim( $file, '/' ) . '/index.php';
	$path = rtrim( $path, '/' ) . '/index.php';
}
$types = array( 'js' => 'text/javascript', 'css' => 'text/css', 'json' => 'application/json', 'svg' => 'image/svg+xml', 'png' => 'image/png', 'gif' => 'image/gif', 'woff2' => 'font/woff2' );
$type  = pathinfo( $file, PATHINFO_EXTENSION );
if ( is_file( $file ) && 'php' !== $type ) {
	header( 'content-type: ' . ( $types[ $type ] ?? 'application/octet-stream' ) );
	readfile( $file );
	return;
}
if ( ! is_file( $file ) ) {
	$file = __DIR__ . '/index.php';
	$path = '/index.php';
}
$_SERVER['SCRIPT_NAME']     = $path;
$_SERVER['PHP_SELF']        = $path;
$_SERVER['SCRIPT_FILENAME'] = $file;
chdir( dirname( $file ) );
require $file;

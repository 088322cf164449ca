<?php
// A page cache as small plugins have it: it keeps each page of visitors by its whole address, unless DONOTCACHEPAGE is defined.
$visitor = 'GET' === $_SERVER['REQUEST_METHOD'] && ! preg_grep( '/^wordpress_logged_in/', array_keys( $_COOKIE ) );
if ( $visitor && ! preg_match( '#/wp-(admin|login|json)#', $_SERVER['REQUEST_URI'] ) ) {
	$kept = __DIR__ . '/pages-' . md5( $_SERVER['HTTP_HOST'] . $_SERVER['REQUEST_URI'] );
	if ( is_file( $kept ) ) {
		header( 'X-Test-Cache: hit' );
		readfile( $kept );
		exit;
	}
	ob_start(
		function ( $html ) use ( $kept ) {
			if ( ! defined( 'DONOTCACHEPAGE' ) && 200 === http_response_code() ) {
				file_put_contents( $kept, $html );
			}
			return $html;
		}
	);
}

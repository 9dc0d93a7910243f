<?php

// Reads a token from each line and prints what verifyToken makes of it.
require getenv('PHP_AUTOLOAD');
require 'verify_token.php';

// As frameworks do: php-jwt warns about an empty signature.
set_error_handler(fn (int $level, string $text, string $file, int $line) =>
    throw new ErrorException($text, 0, $level, $file, $line), E_WARNING);

while (($line = fgets(STDIN)) !== false) {
    try {
        $userId = verifyToken(trim($line));
        echo "accepted $userId\n";
    } catch (UnexpectedValueException $error) {
        echo 'rejected ', preg_replace('/\s+/', ' ', $error->getMessage()), "\n";
    }
}

<?php

// Reads a token from each line and prints what verifyToken makes of it.
require getenv('PHP_AUTOLOAD');
require 'verify_token.php';

while (($line = fgets(STDIN)) !== false) {
    try {
        $userId = verifyToken(trim($line));
        echo "accepted $userId\n";
    } catch (UnexpectedValueException $error) {
        echo 'rejected ', preg_replace('/\s+/', ' ', $error->getMessage()), "\n";
    }
}

"""Reads a token from each line and prints what verify_token makes of it."""
import sys

import jwt
from verify_token import verify_token

for line in sys.stdin:
    try:
        print("accepted", verify_token(line.strip()), flush=True)
    except jwt.PyJWTError as error:
        print("rejected", " ".join(str(error).split()), flush=True)

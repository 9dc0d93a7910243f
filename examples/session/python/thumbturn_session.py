"""Sessions in the cookie of @thumbturn/node/session, for any Python framework."""
import base64
import json
import os
import secrets
import time
import urllib.request
from http.client import HTTPException
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

BASE_URL = os.environ.get("THUMBTURN_URL", "http://localhost:4300/apps/demo")
APP_ID = "demo"
API_KEY = os.environ["THUMBTURN_API_KEY"]
# The first one seals, and all of them open.
SECRETS = os.environ["SESSION_SECRET"].split(",")
# At http://localhost, without TLS, the cookie has no prefix.
SECURE = os.environ.get("SESSION_SECURE", "true") == "true"

COOKIE = "__Host-session" if SECURE else "session"
ENDED = f"{COOKIE}-ended"
ABSOLUTE_SECONDS = 7 * 86_400
IDLE_SECONDS = 86_400
CHECK_SECONDS = 60
OUTAGE_SECONDS = 3_600

# When the service last said that a user's sessions are valid.
checked: dict[tuple, float] = {}


def start_session(claims: dict, cookie_header: str = "") -> list[str]:
    """Return the Set-Cookie headers of a new session, from the claims of a
    token that verify_token accepted."""
    if "txHash" in claims:
        # Other parties get to see it.
        raise PermissionError("The token confirms a transaction, not a sign-in")
    now = int(time.time())
    session = {
        "id": secrets.token_urlsafe(16),
        "sub": claims["sub"],
        "username": claims["username"],
        "epoch": claims.get("epoch", 0),
        "credID": claims.get("credID") or claims.get("via"),
        "iat": now,
        "renewed": now,
    }
    session = {name: value for name, value in session.items() if value is not None}
    if not ask_service(session):
        raise PermissionError("The user was signed out, or the passkey was deleted")
    return end_session(cookie_header) + [seal(session)]


def read_session(cookie_header: str) -> tuple[dict | None, list[str]]:
    """Return the session of a request, if it has one that is valid, and
    Set-Cookie headers that renew or remove it. Raise OSError if the service
    can't be asked: respond with 503."""
    session = open_cookie(cookie_header)
    now = time.time()
    if (
        session is None
        or session["id"] in read_ended(cookie_header)
        or now >= session["iat"] + ABSOLUTE_SECONDS
        or now >= session["renewed"] + IDLE_SECONDS
        or session["iat"] > now + 300
    ):
        return None, []
    is_active, is_certain = check(session)
    if not is_active:
        return None, end_session(cookie_header)
    if is_certain and now - session["renewed"] >= IDLE_SECONDS / 24:
        return session, [seal(session | {"renewed": int(now)})]
    return session, []


def end_session(cookie_header: str) -> list[str]:
    """Return the Set-Cookie headers that end the session of a request. The
    browser remembers it, because a response that is still under way could
    bring its cookie back."""
    session = open_cookie(cookie_header)
    if session is None:
        return []
    ended = dict.fromkeys([session["id"], *read_ended(cookie_header)])
    return [
        format_cookie(COOKIE, "", 0),
        format_cookie(ENDED, ".".join(list(ended)[:3]), IDLE_SECONDS),
    ]


def is_cross_origin(method: str, headers: dict[str, str]) -> bool:
    """Whether a page of another origin sent a request that can change
    something: respond with 403. Names of headers are in lower case."""
    if method in ("GET", "HEAD", "OPTIONS") and "upgrade" not in headers:
        return False
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def check(session: dict) -> tuple[bool, bool]:
    """Whether the session is valid, and whether the service says so: while it
    can't be asked, a session stays valid for an hour."""
    name = (session["sub"], session.get("epoch", 0), session.get("credID"))
    # In both directions: clocks can be set back.
    age = abs(time.time() - checked.get(name, 0))
    if session.get("openid") or age < CHECK_SECONDS:
        return True, True
    try:
        is_active = ask_service(session)
    except OSError:
        last = checked.get(name, session["renewed"])
        if abs(time.time() - last) < OUTAGE_SECONDS:
            return True, False
        raise
    if is_active:
        checked[name] = time.time()
    return is_active, True


def ask_service(session: dict) -> bool:
    body = {"userId": session["sub"], "epoch": session.get("epoch", 0)}
    if "credID" in session:
        body["passkeyId"] = session["credID"]
    request = urllib.request.Request(
        f"{BASE_URL}/fido2/v2/mgmt/session/verify",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            return json.load(response)["active"]
    except (HTTPException, ValueError, TypeError, KeyError) as error:
        raise OSError("The response isn't one of the service") from error


def derive(secret: str, salt: bytes) -> tuple[AESGCM, bytes]:
    """Return the cipher and the nonce of one cookie."""
    hkdf = HKDF(SHA256(), 44, salt, b"thumbturn session v1")
    key = hkdf.derive(secret.encode())
    return AESGCM(key[:32]), key[32:]


def seal(session: dict) -> str:
    salt = os.urandom(16)
    cipher, nonce = derive(SECRETS[0], salt)
    text = json.dumps(session).encode()
    sealed = b"\x01" + salt + cipher.encrypt(nonce, text, place())
    value = base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()
    left = session["iat"] + ABSOLUTE_SECONDS - int(time.time())
    return format_cookie(COOKIE, value, min(IDLE_SECONDS, left))


def unseal(value: str) -> dict | None:
    try:
        sealed = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except ValueError:
        return None
    if sealed[:1] != b"\x01" or len(sealed) < 34:
        return None
    for secret in SECRETS:
        cipher, nonce = derive(secret, sealed[1:17])
        try:
            return json.loads(cipher.decrypt(nonce, sealed[17:], place()))
        except InvalidTag:
            continue
    return None


def place() -> bytes:
    return f"{APP_ID} {COOKIE}".encode()


def open_cookie(header: str) -> dict | None:
    """Return the session of the cookie, whether or not it ended. Of two
    sessions in one request, another host planted one."""
    values = read_cookies(header, COOKIE)
    if len(values) > 4:
        return None
    found = [session for value in values if (session := unseal(value))]
    if len({session["id"] for session in found}) != 1:
        return None
    return max(found, key=lambda session: session["renewed"])


def read_ended(header: str) -> list[str]:
    return [id for value in read_cookies(header, ENDED) for id in value.split(".")]


def read_cookies(header: str, name: str) -> set[str]:
    pairs = [pair.partition("=") for pair in header.split(";")]
    values = {value.strip().strip('"') for key, _, value in pairs if key.strip() == name}
    return {value for value in values if 0 < len(value) <= 4096}


def format_cookie(name: str, value: str, max_age: int) -> str:
    secure = "; Secure" if SECURE else ""
    return f"{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"

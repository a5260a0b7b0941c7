"""Whether a site showed something else instead of its page: a challenge, a login, a consent form, a paywall, a shell.

Such a page is never a source. No single word decides: an article may speak of captchas and cookies. What counts is
a header, an address or a piece of markup that only such pages have, or a phrase where there is little else to read.
"""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from sleuth.search.web.fetching.extraction import Html

STATUSES = {
    401: "a login",
    402: "a paywall",
    403: "a refusal",
    407: "a login",
    429: "a refusal of so many requests",
    451: "a refusal for legal reasons",
    503: "a refusal for the time being",
    999: "a refusal",
}
"""What a status says that keeps a page from everybody of our kind."""
HEADERS = (
    ("cf-mitigated", "challenge", "a challenge of Cloudflare"),
    ("x-amzn-waf-action", "challenge|captcha", "a challenge of AWS WAF"),
    ("x-vercel-mitigated", "challenge|deny", "a challenge of Vercel"),
)
"""Headers, what they say, and what they tell."""
MARKS = (
    ("a challenge of Cloudflare", r"_cf_chl_opt|id=.challenge-form|id=.cf-(challenge|please-wait)|cf-browser-verif"),
    ("a refusal by Cloudflare", r"<title>attention required! \| cloudflare"),
    ("a challenge of DataDome", r"\bcaptcha-delivery\.com"),
    ("a challenge of HUMAN", r"\bpx-captcha\b|captcha\.px-cdn\.net|captcha\.perimeterx\.net"),
    ("a challenge of Akamai", r"sec-if-cpt-container|/_sec/cp_challenge/|\bbm-verify="),
    ("a refusal by Akamai", r"errors\.edgesuite\.net"),
    ("a challenge of AWS WAF", r"\bgokuprops\b|awswafintegration\.(checkforcerefresh|forcerefreshtoken)"),
    ("a challenge of Imperva", r"<iframe[^>]+_incapsula_resource|incapsula incident id"),
    ("a challenge of Sucuri", r"sucuri_cloudproxy_js|sucuri website firewall"),
    ("a challenge of DDoS-Guard", r"<title>ddos-guard"),
    ("a challenge of Anubis", r"\banubis_challenge\b"),
    ("a challenge of Kasada", r"\bkpsdk\.(scriptstart|now)"),
    ("a challenge of Vercel", r"<title>vercel security checkpoint"),
)
"""Markup, in lower case, that only a page without other content bears; many a normal page loads the same scripts."""
CAPTCHA = re.compile(r"""class=["'][^"']*\b(g-recaptcha|h-captcha|cf-turnstile|geetest_)""")
"""A form also has one, so a page must hold still less to be nothing else."""
HUMAN = re.compile(
    r"verify(ing)? (that )?you('re| are) (a )?human|confirm (that )?you('re| are) (a )?(human|not a)|are you a robot"
    r"|not a (ro)?bot\b|checking (your browser|if the site connection)|unusual (traffic|activity) from your"
    r"|press (&|and) hold|enable (javascript|js|cookies)[\w ]* (and|&) [\w ]*(cookies|javascript|js|blocker|reload)"
    r"|(complete|solve) (the|this|a) (captcha|security check)|you (have been|are|were) blocked"
    r"|permission to access .{1,200} on this server|request (has been )?blocked"
)
"""What such a page says, in lower case."""
SCRIPT = re.compile(
    r"\b(enable|activate|turn on|requires?|needs?|without)\W+(\w+\W+){0,3}javascript"
    r"|javascript\W+(\w+\W+){0,5}(enabled?|required|disabled|turned|off)\b"
)
ACCEPT = re.compile(r"\b(accept|agree|consent|allow|reject|continue|got it)\b")
CONSENT = re.compile(
    r"\b(cookies?|consent|privacy|partners?|personal data|accept|reject|agree|advertis\w+|preferences)\b"
)
CONSENT_HOST = re.compile(r"(consent|guce|myprivacy|privacy-?gate)\.")
LOGIN_PATH = re.compile(r"/(log-?in|sign-?in|authwall|checkpoint|sso|servicelogin)\b", re.IGNORECASE)
LOGIN_HOST = re.compile(r"(accounts\.google|login\.\w|signin\.|auth\.|sso\.|idp\.)")
SORRY = re.compile(r"https?://(\w+\.)*google\.[a-z.]+/sorry/")
NOT_FREE = re.compile(r'"isaccessibleforfree"\s*:\s*"?false')

LITTLE = 120
"""Words on the whole page, menus included, up to which markup of a challenge makes it one."""
LESS = 50
"""Words up to which a phrase does; an article of so few words carries no evidence."""
LEAST = 20
"""Words of prose up to which a captcha, a password field or a note for browsers without script does."""
CONSENT_SHARE = 0.08
"""Share of the words of a consent form that speak of consent; a text about cookies has half of that."""
STUB = 150
"""Words of main text up to which a page that is not free is only its beginning."""


def blocked_by_status(status: int, headers: Mapping[str, str]) -> str | None:
    """What stood in the way, by what the server said before the page; None when it says nothing of the kind."""
    for header, value, kind in HEADERS:
        if re.search(value, headers.get(header, "").lower()):
            return kind
    return f"{STATUSES[status]} (status {status})" if status in STATUSES else None


def blocked_by_page(url: str, asked: str, markup: str, page: Html) -> str | None:
    """What the page is instead of one, for instance `a login`; None for a page of its own.

    `url` is the address that answered, `asked` the one that was asked for.
    """
    low, shown, main = markup.lower(), page.shown.lower(), page.text.lower()
    words, size = len(shown.split()), len(main.split())
    if SORRY.match(url):
        return "a challenge of Google"
    if kind := _gate(url, asked):
        return kind
    if words <= LITTLE and (kind := next((k for k, mark in MARKS if re.search(mark, f"{low}\n{shown}")), None)):
        return kind
    if (words <= LESS and HUMAN.search(shown)) or (page.prose <= LEAST and CAPTCHA.search(low)):
        return "a challenge"
    if page.prose <= LEAST and page.asks_password:
        return "a login"
    if size <= LITTLE and ACCEPT.search(page.buttons.lower()) and len(CONSENT.findall(main)) > CONSENT_SHARE * size:
        return "a consent form"
    if (size <= LEAST and SCRIPT.search(page.without_script.lower())) or (size <= LESS and SCRIPT.search(main)):
        return "a page that needs JavaScript"
    if words <= 5 and "<script" in low:
        return "a page that needs JavaScript"
    if size <= STUB and NOT_FREE.search(low):
        return "a paywall"
    return None


def _gate(url: str, asked: str) -> str | None:
    """A consent form or a login, by where the site has sent us."""
    here, there = urlsplit(url), urlsplit(asked)
    host = here.hostname or ""
    if (host, here.path) == (there.hostname, there.path):
        return None
    if CONSENT_HOST.match(host):
        return "a consent form"
    return "a login" if LOGIN_HOST.match(host) or LOGIN_PATH.search(here.path) else None

"""What stands in the way of a page, and pages that only speak of such things."""

import httpx2
import pytest
from stub_sites import ARTICLE, AT

from sleuth.search.web.fetching.asking import Answer
from sleuth.search.web.fetching.reading import read

CLOUDFLARE = """<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body>
<div class="main-wrapper"><noscript>Enable JavaScript and cookies to continue</noscript></div>
<script>(function(){window._cf_chl_opt = {cvId: '3', cZone: "example.org"};})();</script></body></html>"""
CLOUDFLARE_REFUSAL = """<html><head><title>Attention Required! | Cloudflare</title></head><body><div id="cf-wrapper">
<h1>Sorry, you have been blocked</h1><h2>You are unable to access example.org</h2><p>This website is using a security
service to protect itself from online attacks. Cloudflare Ray ID: 8f3</p></div></body></html>"""
DATADOME = """<html><head><title>example.org</title></head><body><p id="cmsg">Please enable JS and disable any ad
blocker</p><script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script>
<script src="https://ct.captcha-delivery.com/c.js"></script></body></html>"""
HUMAN = """<html><head><title>Access to this page has been denied</title></head><body>
<div class="px-captcha-container"><div id="px-captcha"></div>
<p>Press &amp; Hold to confirm you are a human (and not a bot). Reference ID 1</p></div>
</body></html>"""
AKAMAI = """<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>
You don't have permission to access
"http&#58;&#47;&#47;example.org&#47;" on this server.<P>Reference&#32;&#35;18&#46;1
<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18</P></BODY></HTML>"""
AKAMAI_CHALLENGE = """<html><body><div id="sec-if-cpt-container"></div>
<script src="/_sec/cp_challenge/ak-challenge-4-3.htm"></script></body></html>"""
AWS = """<html><head><title>Human Verification</title><script>window.gokuProps = {"key":"A"};</script></head><body>
<div id="captcha-container"></div><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify
that you're not a robot. This requires JavaScript.</noscript></body></html>"""
IMPERVA = """<html><head></head><body><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1" frameborder=0>
Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>"""
ANUBIS = """<html><head><title>Making sure you&#39;re not a bot!</title>
<script id="anubis_challenge" type="application/json">{}</script></head>
<body><h1>Making sure you're not a bot!</h1><p>Loading...</p></body></html>"""
RECAPTCHA = """<html><head><title>example.org</title></head><body><form method="post"><p>To go on, tick the box.</p>
<div class="g-recaptcha" data-sitekey="x"></div></form></body></html>"""
HCAPTCHA = RECAPTCHA.replace("g-recaptcha", "box h-captcha")
UNKNOWN = (
    "<html><head><title>example.org</title></head><body><p>Checking your browser before accessing.</p></body></html>"
)
LOGIN = """<html><head><title>Sign in</title></head><body><form><input name="u"><input type="password" name="p">
<button>Sign in</button><a href="/forgot">Forgot your password?</a></form></body></html>"""
CONSENT = """<html><head><title>example.org</title></head><body><h1>We value your privacy</h1><p>We and our 842
partners store cookies and personal data on your device.</p><button>Accept all</button><button>Reject all</button>
<p>You may agree to all or manage cookies.</p></body></html>"""
SHELL = """<html><head><title>App</title><script src="/main.js"></script></head><body><noscript>You need to enable
JavaScript to run this app.</noscript><div id="root"></div></body></html>"""
EMPTY_SHELL = (
    '<html><head><title>App</title></head><body><div>Loading…</div><script src="/a.js"></script></body></html>'
)
STUB = """<html><head><title>The bridge</title><script type="application/ld+json">{"@type": "NewsArticle",
"isAccessibleForFree": "False"}</script></head><body><article><p>The bridge of Norholm, which was opened in 1912, will
be closed.</p><p>Subscribe to read on.</p></article></body></html>"""


def read_as(markup, status=200, url="http://example.org/a", asked="http://example.org/a", **headers):
    given = httpx2.Headers({"content-type": "text/html"} | {k.replace("_", "-"): v for k, v in headers.items()})
    return read(Answer(url, status, given, markup.encode(), True), asked, AT.isoformat(), 1_000_000)


@pytest.mark.parametrize("status", [200, 403])
@pytest.mark.parametrize(
    ("markup", "kind"),
    [
        (CLOUDFLARE, "a challenge of Cloudflare"),
        (CLOUDFLARE_REFUSAL, "a refusal by Cloudflare"),
        (DATADOME, "a challenge of DataDome"),
        (HUMAN, "a challenge of HUMAN"),
        (AKAMAI_CHALLENGE, "a challenge of Akamai"),
        (AWS, "a challenge of AWS WAF"),
        (IMPERVA, "a challenge of Imperva"),
        (ANUBIS, "a challenge of Anubis"),
        (RECAPTCHA, "a challenge"),
        (HCAPTCHA, "a challenge"),
        (AKAMAI, "a refusal by Akamai"),
        (UNKNOWN, "a challenge"),
        (LOGIN, "a login"),
        (CONSENT, "a consent form"),
        (SHELL, "a page that needs JavaScript"),
        (EMPTY_SHELL, "a page that needs JavaScript"),
        (STUB, "a paywall"),
    ],
)
def test_what_is_shown_instead_of_a_page_is_named_and_is_no_text(markup, kind, status):
    page = read_as(markup, status)
    assert (page.outcome, page.text, page.sha256) == ("blocked", "", None)
    assert page.message == f"example.org showed {kind} instead of the page."


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, "a login (status 401)"),
        (402, "a paywall (status 402)"),
        (403, "a refusal (status 403)"),
        (429, "a refusal of so many requests (status 429)"),
        (451, "a refusal for legal reasons (status 451)"),
        (503, "a refusal for the time being (status 503)"),
        (999, "a refusal (status 999)"),
    ],
)
def test_a_status_that_keeps_us_out_blocks_whatever_comes_with_it(status, said):
    for markup in (ARTICLE, "", "no"):
        page = read_as(markup, status)
        assert (page.outcome, page.message) == ("blocked", f"example.org showed {said} instead of the page.")


@pytest.mark.parametrize(
    ("status", "header", "kind"),
    [
        (200, {"cf_mitigated": "challenge"}, "Cloudflare"),
        (202, {"x_amzn_waf_action": "challenge"}, "AWS WAF"),
        (405, {"x_amzn_waf_action": "captcha"}, "AWS WAF"),
        (429, {"x_vercel_mitigated": "challenge"}, "Vercel"),
    ],
)
def test_a_header_of_a_gatekeeper_is_enough(status, header, kind):
    assert kind in read_as("<p>wait</p>", status, **header).message


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://consent.google.com/ml?continue=x", "a consent form"),
        ("https://consent.youtube.com/m?continue=x", "a consent form"),
        ("https://guce.yahoo.com/consent", "a consent form"),
        ("https://www.google.com/sorry/index?continue=x", "a challenge of Google"),
        ("https://accounts.google.com/v3/signin", "a login"),
        ("https://login.microsoftonline.com/common", "a login"),
        ("https://www.linkedin.com/authwall?trk=x", "a login"),
        ("http://example.org/login?next=/a", "a login"),
    ],
)
def test_being_sent_to_a_gate_is_being_blocked_however_long_its_page(url, kind):
    assert read_as(
        ARTICLE.replace("</article>", "<p>Words and words.</p>" * 100 + "</article>"), url=url
    ).message == (f"{httpx2.URL(url).host} showed {kind} instead of the page.")


PROSE = """Cloudflare shows a captcha to visitors whom it takes for a bot: "Just a moment...", it says, and "Verify
you are human". Whoever is asked to enable JavaScript and cookies to continue, or reads that access is denied, has
met one. The first such puzzles, from 1997, kept bots away from a search engine; reCAPTCHA and hCaptcha came later,
and DataDome and PerimeterX sell the same. Consent forms are another matter: before you continue you accept all
cookies or reject all of them, and sign in with a password to read on. A study of 2023 found that machines solve the
puzzles faster than people.
"""
ADDED = {
    "prose": "",
    "a script of Cloudflare": '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
    "a script of DataDome": '<script src="https://js.datadome.co/tags.js"></script>',
    "a script of HUMAN": "<script>window._pxAppId = 'PX1';</script>",
    "a script of Imperva": '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>',
    "a form with a captcha": '<form><textarea></textarea><div class="g-recaptcha"></div></form>',
    "a login in the menu": '<form action="/login"><input type="password"><button>Log in</button></form>',
    "a note on JavaScript": "<noscript>Please enable JavaScript to see the comments.</noscript>",
    "a banner on cookies": '<div id="cookie-banner"><p>We use cookies.</p><button>Accept all</button></div>',
    "a subscription": '<script type="application/ld+json">{"@type": "Article", "isAccessibleForFree": true}</script>',
}


@pytest.mark.parametrize("added", ADDED.values(), ids=ADDED)
@pytest.mark.parametrize("title", ["The puzzles of the web", "Just a moment...", "Access denied", "Captcha"])
def test_an_article_that_speaks_of_all_this_is_read(title, added):
    page = read_as(
        f"<html><head><title>{title}</title></head><body>{added}<article><h1>{title}</h1><p>{PROSE}</p><p>{PROSE}</p>"
        "</article></body></html>"
    )
    assert (page.outcome, page.message) == ("read", None)
    assert "A study of 2023" in page.text


def test_an_article_that_shows_the_markup_of_challenges_is_read():
    markup = '<pre>&lt;div id="px-captcha"&gt; window._cf_chl_opt = {} https://errors.edgesuite.net/18</pre>'
    assert read_as(f"<html><body><h1>Their markup</h1><p>{PROSE}{PROSE}</p>{markup}</body></html>").outcome == "read"


@pytest.mark.parametrize("added", ADDED.values(), ids=ADDED)
def test_a_short_article_on_a_guarded_site_is_read(added):
    said = (
        "The bridge of Norholm was opened in the year 1912 by the king, after three years of building that cost "
        "the lives of four men. It is 1204 metres long, and it was the longest of its kind until 1931."
    )
    page = read_as(f"<html><head><title>The bridge</title></head><body>{added}<p>{said}</p></body></html>")
    assert (page.outcome, page.message) == ("read", None)


def test_a_page_of_its_own_under_a_path_of_logins_that_was_asked_for_is_read():
    url = "http://example.org/wiki/login"
    assert read_as(ARTICLE.replace("</article>", f"<p>{PROSE}</p></article>"), url=url, asked=url).outcome == "read"

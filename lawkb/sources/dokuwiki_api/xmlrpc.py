"""XML-RPC as DokuWiki speaks it: encode calls to bytes, decode answers to values."""

from __future__ import annotations

import xmlrpc.client

from lxml import etree

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]

_DEEPEST = 20
# A parsed element takes a hundred times the memory of its tag; this bounds it.
_MOST_TAGS = 2_000_000


class NotXmlRpcError(ValueError):
    """Bytes that are no XML-RPC answer."""


class FaultError(Exception):
    """An XML-RPC fault: the server answered with an error.

    Attributes:
        code: Error code of DokuWiki or XML-RPC.
        words: Error message.
    """

    def __init__(self, code: int, words: str) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words


def write_call(method: str, *values: Value) -> bytes:
    """Return an XML-RPC call as bytes.

    The standard library is used for encoding only: its decoder expands entities.
    """
    return xmlrpc.client.dumps(tuple(values), method).encode()


def read_answer(body: bytes) -> Value:
    """Decode an XML-RPC answer. Dates stay strings: DokuWiki has its own format for them.

    Raises:
        FaultError: The answer is an error.
        NotXmlRpcError: The bytes are not an XML-RPC answer, have a document type or entities, or
            are nested too deep.
    """
    root = _tree(body)
    found = root.find("params/param/value")
    if found is not None:
        return _value(found, 0)
    fault = root.find("fault/value")
    fields = _value(fault, 0) if fault is not None else None
    if not isinstance(fields, dict):
        raise NotXmlRpcError("neither a value nor a fault")
    code, words = fields.get("faultCode"), fields.get("faultString")
    raise FaultError(code if isinstance(code, int) else 0, words if isinstance(words, str) else "")


def _tree(body: bytes) -> etree._Element:
    body = body.strip()
    if not body.startswith(b"<"):
        raise NotXmlRpcError("not XML")
    if b"<!DOCTYPE" in body or b"\0" in body or body.count(b"<") > _MOST_TAGS:
        raise NotXmlRpcError("not the XML of an answer")
    # The encoding is fixed, since another one could hide a document type from the check above.
    # huge_tree, since a page can be longer than the 10 MB that libxml2 allows a text otherwise.
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,
    )
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise NotXmlRpcError(f"broken XML: {error}") from error
    if root.tag != "methodResponse":
        raise NotXmlRpcError("not the XML of an answer")
    return root


def _value(element: etree._Element, depth: int) -> Value:
    if depth > _DEEPEST:
        raise NotXmlRpcError("nested too deep")
    if len(element) == 0:
        return element.text or ""
    kind = element[0]
    if kind.tag == "struct":
        return {_name(member): _value(_value_element(member), depth + 1) for member in kind}
    if kind.tag == "array":
        return [_value(item, depth + 1) for item in kind.iterfind("data/value")]
    return _scalar(str(kind.tag), kind.text or "")


def _scalar(kind: str, text: str) -> Value:
    try:
        if kind in ("int", "i4", "i8"):
            return int(text)
        if kind == "boolean":
            return text.strip() == "1"
        return float(text) if kind == "double" else text
    except ValueError as error:
        raise NotXmlRpcError(f"not of type {kind}") from error


def _name(member: etree._Element) -> str:
    return member.findtext("name") or ""


def _value_element(member: etree._Element) -> etree._Element:
    found = member.find("value")
    if found is None:
        raise NotXmlRpcError("a member without a value")
    return found

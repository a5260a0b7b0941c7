"""Office files and e-books as what they are: zip archives of XML, read with bounds and without trust.

No entity is expanded, nothing outside the archive is opened, and what it unpacks to is checked before it is unpacked.
"""

import io
import posixpath
import zipfile
import zlib
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree  # type: ignore[import-untyped]

from sleuth.search.documents.titles import day, own_title

LARGEST = 512 << 20
"""Bytes to which an archive may unpack."""
LARGEST_PART = 64 << 20
"""Bytes of the largest part that is read."""
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The beginning of files of Office before 2007, and of encrypted ones since."""
ENCRYPTED = "it is encrypted with a password"


class Relation(NamedTuple):
    """What one part of an office file says of another."""

    kind: str
    """Last word of its type, such as `footnotes`."""
    target: str


class Package:
    """The parts of an archive. ValueError with the reason when it is none, is encrypted, or unpacks to too much."""

    def __init__(self, data: bytes) -> None:
        if data.startswith(OLE):
            raise ValueError(ENCRYPTED if is_encrypted(data) else "it is a file of Office before 2007; save it anew")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
            raise ValueError("it is damaged, or not of the form that its name says") from None
        size = sum(part.file_size for part in self._zip.infolist())
        if size > LARGEST:
            raise ValueError(f"it unpacks to {size >> 20:,} MB (a zip bomb?); at most {LARGEST >> 20:,} MB are read")
        self.names = frozenset(self._zip.namelist())

    def read(self, name: str) -> bytes:
        """A part's bytes; ValueError when it is missing, damaged or too large."""
        if name not in self.names:
            raise ValueError(f"its part {name} is missing")
        if (size := self._zip.getinfo(name).file_size) > LARGEST_PART:
            raise ValueError(
                f"its part {name} unpacks to {size >> 20:,} MB; at most {LARGEST_PART >> 20:,} MB are read"
            )
        try:
            return self._zip.read(name)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError):
            raise ValueError(f"its part {name} is damaged") from None
        except (RuntimeError, NotImplementedError):  # a password, or a packing that Python lacks
            raise ValueError(f"its part {name} is encrypted or packed in an unknown way") from None

    def xml(self, name: str) -> etree._Element:
        """A part's XML; ValueError when it is not, or declares entities, which no office program does."""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            root = etree.fromstring(self.read(name), parser)
        except etree.XMLSyntaxError:
            raise ValueError(f"its part {name} is damaged") from None
        if root.getroottree().docinfo.internalDTD is not None:
            raise ValueError(f"its part {name} declares a document type, which is not read")
        return root

    def relations(self, part: str) -> dict[str, Relation]:
        """What a part refers to within the archive, by id; `` for the archive itself."""
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path not in self.names:
            return {}
        return {
            each.get("Id", ""): Relation(
                each.get("Type", "").rpartition("/")[2], resolved(part, each.get("Target", ""))
            )
            for each in self.xml(path)
            if each.get("TargetMode") != "External"
        }

    def related(self, part: str, kind: str) -> str | None:
        """The first part of a kind that a part refers to."""
        found = (r.target for r in self.relations(part).values() if r.kind == kind and r.target in self.names)
        return next(found, None)

    def main(self) -> str:
        """The part that the office file is about."""
        if (part := self.related("", "officeDocument")) is None:
            raise ValueError("it is not of the form that its name says")
        return part

    def about(self) -> tuple[str | None, str | None]:
        """The title and the day of the last change that the file's properties name."""
        if (part := self.related("", "core-properties")) is None:
            return None, None
        try:
            said = {name_of(each): each.text for each in self.xml(part)}
        except ValueError:  # the text may be whole all the same
            return None, None
        return own_title(said.get("title")), day(said.get("modified")) or day(said.get("created"))


def resolved(part: str, target: str) -> str:
    """The name of the part that a link in a part leads to."""
    path = unquote(target.partition("#")[0])
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), path)).lstrip("/")


def is_encrypted(data: bytes) -> bool:
    """Whether an old container holds an encrypted office file of today."""
    return "EncryptedPackage".encode("utf-16-le") in data


def name_of(element: etree._Element) -> str:
    """An element's name without its namespace, of which each has two (ISO 29500, transitional and strict)."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""

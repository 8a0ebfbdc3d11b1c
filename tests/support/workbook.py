"""A workbook as a spreadsheet program reads it."""

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime
from xml.etree import ElementTree

MAIN = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
Cell = str | float | None
EPOCH = datetime(1899, 12, 30)


class Book:
    """What a workbook says, read from its XML."""

    def __init__(self, content: bytes) -> None:
        self._files = zipfile.ZipFile(io.BytesIO(content))
        assert self._files.testzip() is None
        shared = self._read("xl/sharedStrings.xml")
        self._texts = ["".join(one.itertext()) for one in shared.findall("x:si", MAIN)]
        sheets = self._read("xl/workbook.xml").findall("x:sheets/x:sheet", MAIN)
        self.names = [sheet.attrib["name"] for sheet in sheets]

    def sheet(self, name: str) -> ElementTree.Element:
        """A sheet as XML."""
        return self._read(f"xl/worksheets/sheet{self.names.index(name) + 1}.xml")

    def rows(self, name: str) -> list[list[Cell]]:
        """The values of each row."""
        return [[*self._cells(row)] for row in self.sheet(name).iterfind(".//x:row", MAIN)]

    def _cells(self, row: ElementTree.Element) -> Iterator[Cell]:
        for cell in row.findall("x:c", MAIN):
            assert cell.find("x:f", MAIN) is None  # no formula
            value = cell.find("x:v", MAIN)
            if value is None or value.text is None:
                yield None
            else:
                yield self._texts[int(value.text)] if cell.get("t") == "s" else float(value.text)

    def _read(self, name: str) -> ElementTree.Element:
        return ElementTree.fromstring(self._files.read(name))  # noqa: S314

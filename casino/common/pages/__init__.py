"""Parts of pages that several areas have: filtered lists, QR codes."""

"""Texts that cite the laws: whether their citations and quotations hold.

Input: a text or file (a ruling, a regulation, an answer of an assistant) and a ``Code``. Output: a
``Verification`` of ``exchange/public_types``: a verdict for each citation and each quotation.
``verify_text`` does all of it.
"""

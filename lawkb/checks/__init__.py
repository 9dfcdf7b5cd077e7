"""Compare texts with their translations and report likely faults as findings.

In: a ``Code`` with references and comments resolved and the editors' settings (``check_code`` in
``runner``), or the text pairs of a bilingual file (``bilingual_files``). Out: ``Finding`` objects
in the order of the laws. ``rules/`` has one function per rule, listed in ``rule_list``;
``omission/``, ``numbers/`` and ``negation/`` are the models that rules share.
"""

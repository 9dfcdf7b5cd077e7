"""The rules: functions from pairs of texts, laws or codes to faults, listed in ``rule_list``."""

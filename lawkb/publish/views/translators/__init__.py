"""The translators' pages: findings, comments and progress of the code, of a law, of a rule."""

"""What takes long: kills, hostile pages, fuzzing, clusters, whole wikis, a browser everywhere."""

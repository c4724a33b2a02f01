"""The words of Kibitz: small values that every floor above shares."""

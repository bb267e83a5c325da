package io.twophase.cli.documents;

import java.util.Set;

/** Names that documents show as code, and that are those of MongoDB, of libraries and of tools. */
final class NotOurs {

  static final Set<String> NAMES =
      Set.of(
          "withTransaction",
          "createCollection",
          "keyStore",
          "keyStorePassword",
          "maxConcurrentMultiDocumentTransactions",
          "readWrite",
          "StaleConfig",
          "tlsInsecure",
          "trustStore");

  private NotOurs() {}
}

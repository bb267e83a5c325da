package io.twophase.app.audit;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.participant.Home;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;

/**
 * The documents that an audit looks at.
 *
 * @param repository where they are
 * @param home where the records of the audited transactions are
 */
public record AuditedDocuments(DocumentRepository repository, Home home) {

  /** Another cluster may be away: that is a finding, and the others are read all the same. */
  void read(DocumentBooks books) {
    for (CollectionName collection : repository.collections()) {
      try {
        repository.scanMarked(collection, books::add);
      } catch (StoreException | IllegalArgumentException away) {
        if (collection.cluster().isEmpty()) {
          throw away;
        }
        books.addUnreadable(collection, String.valueOf(away.getMessage()));
      }
    }
  }
}

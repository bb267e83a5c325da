package io.twophase.app.audit;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.participant.Home;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;

/**
 * The documents that an audit looks at.
 *
 * @param repository where they are
 * @param home where the records of the audited transactions are
 */
public record AuditedDocuments(DocumentRepository repository, Home home) {

  /**
   * A collection that cannot be read is a finding, and the others are read all the same: another
   * cluster may be away, or the login may not reach a database.
   *
   * @throws StoreUnavailableException if the store's own cluster cannot be reached
   */
  void read(DocumentBooks books) {
    for (CollectionName collection : repository.collections()) {
      try {
        repository.scanMarked(collection, books::add);
      } catch (StoreException | IllegalArgumentException away) {
        if (away instanceof StoreUnavailableException && collection.cluster().isEmpty()) {
          throw away;
        }
        books.addUnreadable(collection, String.valueOf(away.getMessage()));
      }
    }
  }
}
